package webhook

import (
	"cmp"
	"fmt"
	"regexp"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

func check(p templates.Pass) {
	checkPath(p)
	checkHeader(p)
	templates.CheckFields(p, "webhookFields", p.Text("webhookMethod"), cmp.Or(p.Text("webhookPath"), "/"))
}

func checkPath(p templates.Pass) {
	path := p.Text("webhookPath")
	if path == "" {
		return
	}
	if problem := templates.PathProblem(path); problem != "" {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "webhookPath", Message: fmt.Sprintf("path %q: %s", path, problem),
			Hint: "write what the address ends in, such as /paid",
		})
	}
}

// headerName is what HTTP takes for the name of a header (RFC 9110, 5.6.2).
var headerName = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// checkHeader reports a header that means nothing, as no secret is looked for in it.
func checkHeader(p templates.Pass) {
	switch {
	case !p.Given("webhookSecretHeader"):
	case !p.Given("webhookSecret"):
		p.Report(templates.Problem{
			Code: diag.FC213, Field: "webhookSecretHeader", Message: "\"webhookSecretHeader\" has no effect without \"webhookSecret\"",
			Hint: "add the secret that the sender shares, or remove the header",
		})
	case !headerName.MatchString(p.Text("webhookSecretHeader")):
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "webhookSecretHeader",
			Message: fmt.Sprintf("%q is no name of a header", p.Text("webhookSecretHeader")),
		})
	}
}
