package auth

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/templates"
)

// strengths are whom each authType lets in.
func strengths(p templates.Pass) []templates.Strength {
	switch p.Text("authType") {
	case "jwt":
		if of := preset(p); of != nil {
			return append(presetStrengths(p, of), known(p))
		}
		return append(templates.BearerStrengths(p, "auth"), known(p))
	case "oauth":
		return append([]templates.Strength{
			{Lead: "let in is whom this one knows:", Value: p.Text("authProvider")},
			templates.Wanted(p, "authIssuer", "let in are users of", "the issuer", "that of the variable"),
			discovery(p),
			audience(p),
		}, loginStrengths(p)...)
	case "apikey":
		return []templates.Strength{templates.OfVariable(p, "authKeys", "let in are the keys of")}
	case "basic":
		return []templates.Strength{templates.OfVariable(p, "authUsers", "let in are the users of")}
	}
	return nil
}

// discovery is the document that says where users log in, and whose keys sign.
func discovery(p templates.Pass) templates.Strength {
	s := templates.Strength{Lead: "the issuer is described by", Value: "its own document"}
	if p.Given("authDiscovery") {
		s.Value = strings.Join(names(p.List("authDiscovery")), " or ")
	}
	return s
}

// known is the claim that callers are known by: of another one, they are others.
func known(p templates.Pass) templates.Strength {
	s := templates.Strength{Lead: "a caller is known by", Value: "the subject of the token", Told: true}
	if p.Given("authSubject") {
		s.Value = strings.Join(p.List("authSubject"), " or ")
	}
	return s
}

// audience is that of a provider's tokens: without one, no JWT is accepted.
func audience(p templates.Pass) templates.Strength {
	s := templates.Wanted(p, "authAudience", "let in are tokens for", "the audience", "none but this client")
	if s.Open {
		s.Open, s.Lets = false, []string{}
	}
	return s
}

// unverified returns the claims that users write themselves at a provider where anyone can sign up: a provider of one's
// own knows its users.
func unverified(p templates.Pass) []string {
	anybodys := slices.Contains([]string{"google", "github", "gitlab", "microsoft"}, p.Text("authProvider"))
	if p.Text("authType") != "oauth" || !anybodys || p.Given("authIssuer") {
		return nil
	}
	return []string{"email"}
}
