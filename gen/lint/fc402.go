package lint

import (
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var fc402 = Rule{Code: diag.FC402, Run: leaks}

// unanswerable are the labels that must not leave.
const unanswerable = types.Secret | types.Password | types.Hash

func leaks(p *Pass) {
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			var labels types.Label
			switch {
			case f.Sink == templates.Answer, f.Sink == templates.Claim:
				labels = unanswerable
			case f.Sink == templates.Sent && f.Shape == templates.JSON:
				labels = types.Hash // of the others FC403 and FC407 tell
			}
			s.Value[f.Name].Walk(func(t *ir.Typed) { leak(p, s, f, t, labels) })
		}
	})
}

func leak(p *Pass, s *ir.Step, f *templates.Field, t *ir.Typed, labels types.Label) {
	c := t.Carrier(labels)
	if c == nil {
		return
	}
	where := map[templates.Sink]string{
		templates.Answer: "an answer, which reaches the caller",
		templates.Claim:  "a claim, which whoever holds the token can read",
		templates.Sent:   "a request to another service",
	}[f.Sink]
	carried := strings.ReplaceAll((c.Type.AllLabels() & labels).String(), ",", " and a ")
	var related []diag.Related
	for _, n := range s.StoredBy(c, labels) {
		related = append(related, diag.Related{File: n.Workflow.File, Span: n.ID.Span, Message: fmt.Sprintf("%q has stored it", n.ID.Value)})
	}
	p.ReportNode(s.Node, diag.Diagnostic{
		Span:    t.Tree.JSON.Within(s.Node.Workflow.File, c.Start, c.End),
		Message: fmt.Sprintf("\"%s\" carries a %s into %s", t.Tree.JSON.Text[c.Start:c.End], carried, where),
		Hint:    leakHint(c.Type),
		Related: related,
	})
}

// leakHint says what to do about a value that must not leave, or an object that holds one.
func leakHint(t types.Type) string {
	if t.Elem != nil {
		t = t.Elem.With(t.Labels)
	}
	if t.Kind != types.Object || t.Labels&unanswerable != 0 {
		return "leave it out"
	}
	return "name the fields that are meant, one by one"
}
