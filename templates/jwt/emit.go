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
		Further: func(d jen.Dict) {
			if s.Given("jwtType") {
				d[jen.Id("Type")] = jen.Lit(s.Text("jwtType"))
			}
		},
	})
	user := templates.EmitBearer(s, "jwtClaimTypes", verifier.Dot("Verify").Call(s.Exec(), s.Input("jwtToken")))
	templates.EmitRequire(s, "jwtRequire", user)
}

func emitSign(s templates.Step) {
	config := jen.Dict{
		jen.Id("Algorithm"): jen.Lit(s.Text("jwtAlgorithm")),
		jen.Id("KeyName"):   jen.Lit(s.Text("jwtSecret")),
		jen.Id("ExpiresIn"): templates.Span(s.Duration("jwtExpiresIn")),
	}
	for field, name := range map[string]string{"jwtIssuer": "Issuer", "jwtAudience": "Audience"} {
		if s.Given(field) {
			config[jen.Id(name)] = templates.EmitText(s.Text(field), templates.FromSetup(s, name))
		}
	}
	if s.Given("jwtKeyId") {
		config[jen.Id("KeyID")] = jen.Lit(s.Text("jwtKeyId"))
	}
	signer := s.Prepared(
		jen.Op("*").Qual(templates.JWT, "Signer"),
		jen.Qual(templates.JWT, "NewSigner").Call(s.Setup(), jen.Qual(templates.JWT, "SignerConfig").Values(config)),
	)
	claims := jen.Struct().Values()
	if s.Given("jwtClaims") {
		claims = s.Input("jwtClaims")
	}
	s.Call(signer.Dot("Sign").Call(s.Exec(), claims), s.Result(jen.Qual(templates.JWT, "Token"), false))
}
