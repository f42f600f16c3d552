package apiendpoint

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

func check(p templates.Pass) {
	checkPath(p)
	checkOrigins(p)
	if p.Text("endpointHead") == "refuse" && p.Text("endpointMethod") != http.MethodGet {
		p.Report(templates.Problem{
			Code: diag.FC213, Field: "endpointHead", Message: "\"endpointHead\" has no effect where the method is " + p.Text("endpointMethod"),
			Hint: "remove it: only a GET answers HEAD too",
		})
	}
	templates.CheckFields(p, "endpointFields", p.Text("endpointMethod"), p.Text("endpointPath"))
}

func checkPath(p templates.Pass) {
	path := p.Text("endpointPath")
	if !p.Given("endpointPath") {
		return
	}
	if problem := templates.PathProblem(path); problem != "" {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "endpointPath", Message: fmt.Sprintf("path pattern %q: %s", path, problem),
			Hint: templates.PathHint(path),
		})
	}
}

func checkOrigins(p templates.Pass) {
	switch {
	case !p.Bool("endpointCorsCredentials"):
	case !hasOrigins(p):
		p.Report(templates.Problem{
			Code: diag.FC213, Field: "endpointCorsCredentials",
			Message: "\"endpointCorsCredentials\" has no effect without \"endpointCorsOrigins\"", Hint: "remove it, or list the origins",
		})
	case slices.Contains(p.List("endpointCorsOrigins"), "*"):
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "endpointCorsCredentials", Message: "cookies for the pages of every origin: browsers refuse that",
			Hint: "list the origins, in place of \"*\"",
		})
	}
	for _, origin := range p.List("endpointCorsOrigins") {
		if origin == "*" || isOrigin(origin) {
			continue
		}
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "endpointCorsOrigins", Message: fmt.Sprintf("%q is no origin", origin),
			Hint: "write scheme and host, such as https://app.example.com",
		})
	}
}

// isOrigin says whether browsers can send s as an Origin. They send no pattern, and write a host in lower case.
func isOrigin(s string) bool {
	u, err := url.Parse(s)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https") && u.Scheme+"://"+u.Host == s &&
		s == strings.ToLower(s) && !strings.Contains(s, "*")
}
