package jwt

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/templates"
)

func emit(s templates.Step) {
	if s.Text("jwtMode") == "sign" {
		emitSign(s)
		return
	}
	verifier := templates.BearerVerifier(s, templates.BearerConfig{
		Key: "jwtSecret", KeySet: "jwtJwksUrl", Algorithm: "jwtAlgorithm", Issuer: "jwtIssuer", Audience: "jwtAudience",
		Leeway: "jwtLeeway", Claims: "jwtClaimTypes", ByHand: true,
		Further: func(d *templates.Settings) {
			if s.Given("jwtType") {
				d.Set("Type", jen.Lit(s.Text("jwtType")))
			}
		},
	})
	user := templates.EmitBearer(s, "jwtClaimTypes", verifier.Dot("Verify").Call(s.Exec(), s.Input("jwtToken")))
	templates.EmitRequire(s, "jwtRequire", user)
}

func emitSign(s templates.Step) {
	config := &templates.Settings{
		{Name: "Algorithm", Value: jen.Lit(s.Text("jwtAlgorithm"))},
		{Name: "KeyName", Value: jen.Lit(s.Text("jwtSecret"))},
		{Name: "ExpiresIn", Value: templates.Span(s.Duration("jwtExpiresIn"))},
	}
	for _, name := range []string{"Issuer", "Audience"} {
		if field := "jwt" + name; s.Given(field) {
			config.Set(name, templates.EmitText(s.Text(field), templates.FromSetup(s, name)))
		}
	}
	if s.Given("jwtKeyId") {
		config.Set("KeyID", jen.Lit(s.Text("jwtKeyId")))
	}
	signer := s.Prepared(
		jen.Op("*").Qual(templates.JWT, "Signer"),
		jen.Qual(templates.JWT, "NewSigner").Call(s.Setup(), jen.Qual(templates.JWT, "SignerConfig").Values(config.Code()...)),
	)
	claims := jen.Struct().Values()
	if s.Given("jwtClaims") {
		claims = s.Input("jwtClaims")
	}
	s.Call(signer.Dot("Sign").Call(s.Exec(), claims), s.Result(jen.Qual(templates.JWT, "Token"), false))
}
