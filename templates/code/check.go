package code

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// check holds the names of the input against those of the function's struct.
func check(p templates.Pass) {
	fn := p.Function("codeFunction")
	if !fn.Known {
		return
	}
	if fn.Verifies && p.Given("codeGuard") {
		p.Report(templates.Problem{
			Code: diag.FC213, Field: "codeGuard", Message: "\"codeGuard\" means nothing where the function verifies the request of a Webhook",
			Hint: "remove it: what follows a verified request is protected",
		})
	}
	var known []string
	given := p.Keys("codeInput")
	for _, f := range fn.In.Fields {
		known = append(known, f.Name)
		if !f.Optional && !slices.Contains(given, f.Name) {
			p.Report(templates.Problem{
				Code: diag.FC201, Field: missingAt(p),
				Message: fmt.Sprintf("function %q needs the input %q", p.Text("codeFunction"), f.Name),
				Hint:    fmt.Sprintf("add %q, of type %s, to \"codeInput\", or tag it omitempty where it may be left out", f.Name, f.Type),
			})
		}
	}
	slices.Sort(known)
	for _, key := range given {
		if !slices.Contains(known, key) {
			p.Report(templates.Problem{
				Code: diag.FC202, Field: "codeInput", Key: key,
				Message: fmt.Sprintf("function %q has no input %q", p.Text("codeFunction"), key), Hint: oneOf(known),
			})
		}
	}
}

// missingAt is the field at which a missing input is reported.
func missingAt(p templates.Pass) string {
	if p.Given("codeInput") {
		return "codeInput"
	}
	return "codeFunction"
}

func oneOf(known []string) string {
	if len(known) == 0 {
		return "remove it: the function takes no input"
	}
	return "use one of " + strings.Join(known, ", ")
}
