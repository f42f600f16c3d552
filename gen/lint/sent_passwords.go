package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var passwordsInURLsRule = Rule{Code: diag.FC407, Run: passwordsInURLs}

// passwordsInURLs reports fields of the request that are passwords and stand in its URL: that of a GET does where nothing else is said.
func passwordsInURLs(p *Pass) {
	p.Flows(func(f *ir.Flow) {
		route := f.Entry.Route()
		if f.Entry.Template.Route == nil || route.Tool != "" {
			return
		}
		for _, in := range f.Inputs {
			if !in.Type.AllLabels().Has(types.Password) || !slices.Contains([]string{"path", "query"}, in.In) {
				continue
			}
			p.ReportNode(f.Entry, diag.Diagnostic{
				Span:    f.Entry.ID.Span,
				Message: fmt.Sprintf("callers send the password %q in the %s of the URL, which logs and proxies keep", in.Name, in.In),
				Hint:    fmt.Sprintf("use POST with %q in the body", in.Name),
			})
		}
	})
}
