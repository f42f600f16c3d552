package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// mailsFor looks at where the token of a user is sent who was looked up by his name: to an address that the caller
// writes beside that, it is for whoever asks.
func mailsFor(p *Pass, w persons, s *ir.Step) {
	if s.Protected() {
		return
	}
	for _, stored := range hashesStored(s) {
		if digestOf(w.g, stored.hash) == nil || shownBefore(w, s).all {
			continue
		}
		asked := nothingShown()
		for _, owner := range owners(w, s) {
			asked.own(w, owner)
		}
		if len(asked.sent) == 0 {
			continue
		}
		for _, d := range s.Flow.Steps {
			if precedes(s, d) || precedes(d, s) {
				mailsTo(p, w, d, asked)
			}
		}
	}
}

func mailsTo(p *Pass, w persons, s *ir.Step, asked shown) {
	for _, f := range s.Checked() {
		t := s.Value[f.Name]
		if f.Sink != templates.Sent || f.Headers || !t.Type.AllLabels().Has(types.Token) {
			continue
		}
		for _, key := range t.Tree.Keys {
			to := t.Entry(key)
			if to == nil || to.Expr == nil || !knowledge.Names.Recipients.Has(strings.ReplaceAll(key, "_", "")) {
				continue
			}
			for from := range origins(w.g, to.Expr) {
				if !from.isSent() || from.Name == "" || slices.Contains(asked.sent, from.Name) {
					continue
				}
				p.ReportNode(s.Node, diag.Diagnostic{
					Code: diag.FC419Address, Span: to.Tree.JSON.Span,
					Message: fmt.Sprintf("%q sends the token of the user that %q names to %q, but nothing proves that this address is theirs",
						s.Node.ID.Value, asked.sent[0], from.Name),
					Hint: "send it to the address in the user's row",
				})
			}
		}
	}
}
