package templates

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/runtime/provider"
	"github.com/flowc-dev/flowc/schema/diag"
)

// CheckBearer checks the settings of the issuer of a node that verifies tokens, in fields that begin with prefix.
func CheckBearer(p Pass, prefix string) {
	CheckNames(p, prefix)
	checkKeySet(p, prefix)
	checkAlgorithms(p, prefix)
	CheckLeeway(p, prefix)
}

// CheckLeeway bounds how far clocks may differ.
func CheckLeeway(p Pass, prefix string) {
	if field := prefix + "Leeway"; p.Duration(field) > maxLeeway {
		p.Report(Problem{
			Code: diag.FC203, Field: field, Message: fmt.Sprintf("clocks that differ by %s: a token is good for that long after its end", p.Text(field)),
			Hint: "write at most \"5m\"",
		})
	}
}

// maxLeeway is as far as clocks may differ.
const maxLeeway = 5 * time.Minute

// CheckNames checks the issuers and audiences that a node wants or sets.
func CheckNames(p Pass, prefix string) {
	CheckTexts(p, prefix+"Issuer", "issuer", provider.IssuerProblem)
	CheckTexts(p, prefix+"Audience", "audience", provider.AudienceProblem)
}

// CheckTexts reports the literal texts of a field with which a check finds a problem; a variable is checked when the
// service starts.
func CheckTexts(p Pass, field, noun string, problemOf func(string) string) {
	for _, text := range p.List(field) {
		if problem := problemOf(text); problem != "" && !strings.Contains(text, "{{") && p.Given(field) {
			p.Report(Problem{Code: diag.FC203, Field: field, Message: fmt.Sprintf("the %s %q %s", noun, text, problem)})
		}
	}
}

// checkKeySet checks the address of a provider's keys, and that the node says whose they are.
func checkKeySet(p Pass, prefix string) {
	field, issuer := prefix+"JwksUrl", prefix+"Issuer"
	if !p.Given(field) {
		return
	}
	if problem := provider.KeySetProblem(p.Text(field), nil); problem != "" && !strings.Contains(p.Text(field), "{{") {
		p.Report(Problem{Code: diag.FC203, Field: field, Message: fmt.Sprintf("the address %q %s", p.Text(field), problem)})
	}
	switch {
	case !p.Given(issuer):
		p.Report(Problem{
			Code: diag.FC201, Field: field, Message: fmt.Sprintf("%q needs %q: a key of that set may sign for other issuers too", field, issuer),
			Hint: fmt.Sprintf("add %q, the claim iss of the provider's tokens", issuer),
		})
	case Variable(p.Text(field)) != "" && slices.ContainsFunc(p.List(issuer), func(text string) bool { return Variable(text) == "" }):
		p.Report(Problem{
			Code: diag.FC203, Field: field, Message: fmt.Sprintf("%q is a variable, and %q is not: another key set is another issuer's", field, issuer),
			Hint: fmt.Sprintf("read %q from a variable too", issuer),
		})
	}
}

// checkAlgorithms checks that the algorithms fit the key: those of a secret have no key to publish, and each of several
// is of one kind of key.
func checkAlgorithms(p Pass, prefix string) {
	keys, field := prefix+"JwksUrl", prefix+"Algorithm"
	names := p.List(field)
	shared := slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "HS") })
	switch {
	case p.Given(keys) && shared:
		p.Report(Problem{
			Code: diag.FC203, Field: givenOf(p, field, keys),
			Message: fmt.Sprintf("%q needs an algorithm with public keys, and %q is %q, whose key both sides keep secret", keys, field, strings.Join(names, ", ")),
			Hint:    fmt.Sprintf("set %q to what the provider signs with, such as RS256", field),
		})
	case shared && len(names) > 1:
		p.Report(Problem{
			Code: diag.FC203, Field: field, Message: fmt.Sprintf("%q lists an algorithm whose key both sides keep secret beside another", field),
			Hint: "write the one that tokens are signed with",
		})
	case !p.Given(keys) && slices.ContainsFunc(names, func(name string) bool { return kindOfKey(name) != kindOfKey(names[0]) }):
		p.Report(Problem{
			Code: diag.FC203, Field: field, Message: fmt.Sprintf("no one key is for all of %s", strings.Join(names, ", ")),
			Hint: "write those of the key's kind",
		})
	}
}

// kindOfKey returns what keys of an algorithm have in common: its family, and of an elliptic curve the curve.
func kindOfKey(algorithm string) string {
	switch algorithm[:2] {
	case "RS", "PS":
		return "RSA"
	case "Ed":
		return "Ed25519"
	}
	return algorithm
}

// givenOf is field where the document gives it, else instead.
func givenOf(p Pass, field, instead string) string {
	if p.Given(field) {
		return field
	}
	return instead
}
