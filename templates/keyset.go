package templates

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/flowc-dev/flowc/runtime/loopback"
	"github.com/flowc-dev/flowc/schema/diag"
)

// CheckKeySet checks the URL of a provider's keys, and that the algorithm has keys that can be published.
func CheckKeySet(p Pass, field, algorithm string) {
	if !p.Given(field) {
		return
	}
	if problem, hint := keySetProblem(p.Text(field)); problem != "" {
		p.Report(Problem{Code: diag.FC203, Field: field, Message: fmt.Sprintf("%q: %s", p.Text(field), problem), Hint: hint})
	}
	if name := p.Text(algorithm); strings.HasPrefix(name, "HS") {
		p.Report(Problem{
			Code: diag.FC203, Field: givenOf(p, algorithm, field),
			Message: fmt.Sprintf("%q needs an algorithm with public keys, and %q is %q, whose key both sides keep secret", field, algorithm, name),
			Hint:    fmt.Sprintf("set %q to what the provider signs with, such as RS256", algorithm),
		})
	}
}

// givenOf is field where the document gives it, else instead.
func givenOf(p Pass, field, instead string) string {
	if p.Given(field) {
		return field
	}
	return instead
}

// keySetProblem is why keys can't be fetched from a URL, or "", and what to do about it. Whoever answers in the
// provider's place decides who is let in: so only this machine is asked without encryption.
func keySetProblem(address string) (problem, hint string) {
	if strings.Contains(address, "{{") {
		return "want the URL itself", "write it out: it is no secret, and nothing at run time may change whom the workflow believes"
	}
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Hostname() == "" || u.Scheme != "https" && u.Scheme != "http":
		return "want a URL that begins with https://", ""
	case u.User != nil:
		return "want a URL without a user and password: keys are public", ""
	case u.Scheme == "http" && !loopback.Host(u.Hostname()):
		return "keys that come over plain http could be anybody's", "write https://"
	}
	return "", ""
}
