package lint

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

// fc213 is reported while a document is read, where fields alone tell; here, where the whole workflow does.
var fc213 = Rule{Code: diag.FC213, Run: publicBehindGuard}

// publicBehindGuard finds entry points that say they are for anybody, and are not.
func publicBehindGuard(p *Pass) {
	p.Flows(func(f *ir.Flow) {
		lost := slices.ContainsFunc(f.Steps, func(s *ir.Step) bool { return s.Trust == ir.Lost })
		if f.Entry.Template.Route == nil || !f.Entry.Route().Public || lost || !f.Guarded() {
			return
		}
		guards := f.Protection()
		guards.Public = false
		p.ReportNode(f.Entry, diag.Diagnostic{
			Span: f.Entry.ID.Span, Message: "it says that anybody may call it, and all that it does is behind " + guards.String(),
			Hint: "remove \"endpointPublic\"",
		})
	})
}
