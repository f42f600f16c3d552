package response

import (
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/templates"
)

// overHTTP finds what only a browser knows what to do with.
func overHTTP(p templates.Pass) []templates.Problem {
	var found []templates.Problem
	const own = "lead the tool to a Response of its own"
	if status := p.Int("responseStatus"); status >= 300 && status < 400 && !leadsNowhere(p) {
		found = append(found, templates.Problem{
			Field: "responseStatus", Message: fmt.Sprintf("redirects with status %d", status), Hint: own,
		})
	}
	if len(p.Cookies("responseCookies")) > 0 {
		found = append(found, templates.Problem{Field: "responseCookies", Message: "sets a cookie", Hint: own})
	}
	for _, name := range p.Keys("responseHeaders") {
		if strings.EqualFold(name, "Set-Cookie") {
			found = append(found, templates.Problem{Field: "responseHeaders", Key: name, Message: "sets a cookie", Hint: own})
		}
	}
	return found
}
