package api

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/runtime/loopback"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// authField is what a call proves itself with, in the header Authorization.
var authField = templates.Field{
	Name: "apiAuth", Shape: templates.Object, Type: types.Of(types.String), Text: true, NoNull: true, Proofs: true, Sink: templates.Sent,
	ListKeys: []string{"scopes"},
	Variants: []templates.Variant{
		{Type: "basic", Title: "User and password", Keys: []templates.VariantKey{
			{Name: "username", Required: true, Doc: "The name of the user."},
			{Name: "password", Required: true, Secret: true, Doc: "The password, never a literal."},
		}},
		{Type: "bearer", Title: "Bearer token", Keys: []templates.VariantKey{
			{Name: "token", Required: true, Secret: true, Doc: "The token alone, never a literal."},
		}},
		{Type: "oauth2", Title: "OAuth client credentials", Keys: []templates.VariantKey{
			{Name: "tokenUrl", Required: true, Doc: "Where the program gets its token."},
			{Name: "clientId", Required: true, Doc: "The name of the program at that service."},
			{Name: "clientSecret", Required: true, Secret: true, Doc: "A variable of the environment."},
			{Name: "scopes", Doc: "What the token is for: a list, or a text with spaces."},
			{Name: "audience", Doc: "Whom the token is for, where the service asks for it."},
		}},
	},
	Doc: "The credentials of the call, for its header Authorization. One of `{\"type\": \"basic\", " +
		"\"username\", \"password\"}`, `{\"type\": \"bearer\", \"token\"}` and `{\"type\": \"oauth2\", " +
		"\"tokenUrl\", \"clientId\", \"clientSecret\", \"scopes\", \"audience\"}`. With oauth2 the program " +
		"gets a token of its own from tokenUrl (RFC 6749, 4.4: client credentials). It is fetched once for " +
		"all calls that wait, kept until it expires, and fetched again when the service answers 401. scopes " +
		"is a list, or a text with spaces. password and token cannot be literals; clientSecret is a variable " +
		"of the environment.",
}

// authType returns the kind of credentials that a node sends, "" where it is unknown.
func authType(p templates.Pass) string {
	if typ := p.Literal("apiAuth", "type"); !p.Varies("apiAuth", "type") && authField.Variant(typ) != nil {
		return typ
	}
	return ""
}

func checkAuth(p templates.Pass) {
	if !p.Given("apiAuth") {
		return
	}
	report := func(code *diag.Code, key, message, hint string) {
		p.Report(templates.Problem{Code: code, Field: "apiAuth", Key: key, Message: message, Hint: hint})
	}
	if !slices.Contains(p.Keys("apiAuth"), "type") {
		report(diag.FC201, "", "\"apiAuth\" needs \"type\"", "add it: one of "+strings.Join(authField.VariantTypes(), ", "))
		return
	}
	typ := authType(p)
	if typ == "" {
		names := authField.VariantTypes()
		report(diag.FC203, "type", fmt.Sprintf("\"type\" of \"apiAuth\": want one of %s", strings.Join(names, ", ")),
			diag.DidYouMean(p.Literal("apiAuth", "type"), names))
		return
	}
	variant := authField.Variant(typ)
	checkAuthKeys(p, variant, report)
	checkSecrets(p, variant, report)
	for _, name := range p.Keys("apiHeaders") {
		if strings.EqualFold(name, "Authorization") {
			report(diag.FC203, "", "\"apiAuth\" beside the header Authorization, which it sets", "remove one of them")
		}
	}
	switch typ {
	case "oauth2":
		checkClient(p, report)
	case "bearer":
		checkBearer(p, report)
	}
}

// checkBearer refuses what stands around a token: a space is in none (RFC 6750, 2.1), and "Bearer" is written before
// it.
func checkBearer(p templates.Pass, report authReport) {
	around := p.Literal("apiAuth", "token")
	words := strings.Fields(around)
	twice := len(words) > 0 && strings.EqualFold(strings.TrimRight(words[0], ":"), "Bearer")
	switch {
	case !p.Varies("apiAuth", "token") || !twice && !strings.Contains(around, " "):
	case twice:
		report(diag.FC203, "token", "\"token\" of \"apiAuth\" begins with Bearer, which is written before it: it would be sent twice", "write the token alone")
	default:
		report(diag.FC203, "token", "\"token\" of \"apiAuth\" holds a space, which no token does (RFC 6750, 2.1)",
			"write the token alone; for another scheme than Bearer, leave \"apiAuth\" out and set the header Authorization in \"apiHeaders\"")
	}
}

// authReport reports a problem of apiAuth, or of one of its keys.
type authReport func(code *diag.Code, key, message, hint string)

// checkAuthKeys requires the keys of a variant, and rejects others.
func checkAuthKeys(p templates.Pass, variant *templates.Variant, report authReport) {
	for _, key := range p.Keys("apiAuth") {
		if known := variant.KeyNames(); !slices.Contains(known, key) {
			message := fmt.Sprintf("\"apiAuth\" of type %s has no %q", variant.Type, key)
			report(diag.FC202, key, message, diag.DidYouMean(key, known))
		}
	}
	for _, key := range variant.Keys {
		if key.Required && !slices.Contains(p.Keys("apiAuth"), key.Name) {
			report(diag.FC201, "", fmt.Sprintf("\"apiAuth\" of type %s needs %q", variant.Type, key.Name), "add it")
		}
	}
}

// checkSecrets refuses, as a secret, a variable whose name says that everybody may know it.
func checkSecrets(p templates.Pass, variant *templates.Variant, report authReport) {
	for _, key := range p.Keys("apiAuth") {
		known := variant.Key(key)
		if variable := p.Variable("apiAuth", key); known != nil && known.Secret && variable != "" && p.Public(variable) {
			private, named := strings.CutPrefix(variable, "PUBLIC_")
			message, hint := "is named as one that everybody may know", "rename the variable, as to env."+private
			if !named {
				message, hint = "is public by defaults.json", fmt.Sprintf("remove %q from \"public\" there", variable)
			}
			report(diag.FC506, key, fmt.Sprintf("%q is a secret, and env.%s %s", key, variable, message), hint)
		}
	}
}

// checkClient wants of client credentials what is the same for every call: the token is for all of them.
func checkClient(p templates.Pass, report authReport) {
	for _, key := range p.Keys("apiAuth") {
		variable := p.Variable("apiAuth", key)
		switch {
		case key == "type" || !p.Varies("apiAuth", key):
		case variable == "":
			report(diag.FC203, key, fmt.Sprintf("%q of \"apiAuth\": want a text, or one variable of the environment: the token is for every call", key), "write {{env.NAME}}")
		}
	}
	literal := p.Literal("apiAuth", "tokenUrl")
	if address, err := url.Parse(literal); literal == "" || p.Varies("apiAuth", "tokenUrl") {
		return
	} else if err != nil || address.Scheme != "https" && address.Scheme != "http" || address.Host == "" {
		report(diag.FC203, "tokenUrl", fmt.Sprintf("%q is no URL of http or https", literal), "write it in full, as in https://auth.example.com/token")
	} else if address.Scheme == "http" && !loopback.Host(address.Hostname()) {
		report(diag.FC407PlainHTTP, "tokenUrl", "secret sent over plain http to "+address.Host, "use https")
	}
}

// authorization is the value of the header Authorization, of what needs not be fetched; nil else.
func authorization(s templates.Step) *jen.Statement {
	entry := func(key string) jen.Code { return s.Entry("apiAuth", key) }
	switch authType(s) {
	case "basic":
		return jen.Qual(templates.Client, "Basic").Call(s.Exec(), entry("username"), entry("password"))
	case "bearer":
		return jen.Qual(templates.Client, "Bearer").Call(s.Exec(), entry("token"))
	}
	return nil
}

// authorizer is the constructor's expression for what fetches tokens.
func authorizer(s templates.Step) jen.Code {
	var members []templates.Member
	for _, key := range []struct{ name, member string }{
		{"tokenUrl", "TokenURL"}, {"clientId", "ClientID"}, {"clientSecret", "ClientSecret"}, {"scopes", "Scopes"}, {"audience", "Audience"},
	} {
		if !slices.Contains(s.Keys("apiAuth"), key.name) {
			continue
		}
		value := jen.Lit(s.Literal("apiAuth", key.name))
		if variable := s.Variable("apiAuth", key.name); variable != "" {
			value = s.Setup().Dot(getter(variable)).Call(jen.Lit(variable))
		}
		members = append(members, templates.Member{Name: key.member, Value: value})
	}
	config := jen.Qual(templates.ClientCredentials, "Config").Values(templates.Members(members)...)
	return jen.Qual(templates.ClientCredentials, "New").Call(s.Setup(), config)
}

// getter is the method of Setup that returns a variable.
func getter(variable string) string {
	if strings.HasPrefix(variable, "PUBLIC_") {
		return "Env"
	}
	return "Secret"
}

// headersOf returns the headers of a call: those of the document, and the one with the credentials.
func headersOf(s templates.Step) jen.Dict {
	d := entries(s, "apiHeaders", http.CanonicalHeaderKey)
	if value := authorization(s); value != nil {
		d[jen.Lit("Authorization")] = jen.Values(value)
	}
	return d
}
