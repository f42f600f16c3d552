package code

import (
	"fmt"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
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
			Code: diag.FC213, Field: "codeGuard", Message: "\"codeGuard\" has no effect where the function verifies the request of a Webhook",
			Hint: "remove it: what follows a verified request is protected",
		})
	}
	templates.Handing{
		To: fmt.Sprintf("function %q", p.Text("codeFunction")), Field: "codeInput", Callee: "codeFunction", None: "the function", Fields: fn.In.Fields,
		Needs: func(f types.Field) bool { return !f.Optional },
		Add: func(f types.Field) string {
			return fmt.Sprintf("add %q, of type %s, to \"codeInput\"", f.Name, f.Type) + orTag(fn)
		},
	}.Check(p)
	if fn.Package == templates.Webhook && fn.Name == "HMAC" {
		checkHMAC(p)
	}
}

// orTag is the other way out where the input is the project's own.
func orTag(fn templates.Function) string {
	if fn.Package != templates.OwnPackage {
		return ""
	}
	return ", or tag it omitempty where it may be left out"
}
