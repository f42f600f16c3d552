package mcptool

import (
	"fmt"
	"regexp"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// names are what MCP lets a tool be called (2025-11-25, server/tools); scopes are those of OAuth (RFC 6749, section
// 3.3) but for commas, which separate them on a command line.
var (
	names  = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,128}$`)
	scopes = regexp.MustCompile(`^[!#-+\--\[\]-~]+$`)
)

func check(p templates.Pass) {
	if name := p.Text("mcpName"); p.Given("mcpName") && !names.MatchString(name) {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "mcpName", Message: fmt.Sprintf("%q is no name of an MCP tool", name),
			Hint: "use letters, digits, _, - and . only, at most 128",
		})
	}
	if scope := p.Text("mcpScope"); p.Given("mcpScope") && !scopes.MatchString(scope) {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "mcpScope", Message: fmt.Sprintf("%q is no scope", scope),
			Hint: "write one, without spaces, commas and quotes, such as notes:run",
		})
	}
	checkFields(p)
}

// checkFields holds the fields to what a tool has: arguments, and no request around them.
func checkFields(p templates.Pass) {
	for _, d := range p.Declared("mcpFields") {
		switch {
		case d.Name == caller:
			p.Report(templates.Problem{
				Code: diag.FC203, Field: "mcpFields", Key: d.Name, Message: fmt.Sprintf("%q is the name of the token, which every MCP tool has", caller),
				Hint: "choose another name",
			})
		case d.In != "" && d.In != "body":
			p.Report(templates.Problem{
				Code: diag.FC203, Field: "mcpFields", Key: d.Name, Message: fmt.Sprintf("%q is in the %s, and an MCP tool has arguments only", d.Name, d.In),
				Hint: "remove \"in\"",
			})
		}
	}
	templates.CheckFields(p, "mcpFields", "POST", "")
}
