package accounts

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/caller"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// mailsFor reports a token that is sent to an address of the caller's choice, for a user that the caller only names:
// anyone can request it.
func mailsFor(p *rule.Pass, w rule.Persons, s *ir.Step) {
	if s.Protected() {
		return
	}
	for _, stored := range tokens.HashesStored(s) {
		if rule.DigestOf(w.Graph, stored.Hash) == nil || caller.ShownBefore(w, s).All {
			continue
		}
		asked := caller.NothingShown()
		for _, owner := range Owners(w, s) {
			asked.Own(w, owner)
		}
		if len(asked.Sent) == 0 {
			continue
		}
		for _, d := range s.Flow.Steps {
			if tokens.Precedes(s, d) || tokens.Precedes(d, s) {
				mailsTo(p, w, d, asked)
			}
		}
	}
}

func mailsTo(p *rule.Pass, w rule.Persons, s *ir.Step, asked caller.Shown) {
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
			for from := range rule.OriginsOf(w.Graph, to.Expr) {
				if !from.IsSent() || from.Name == "" || slices.Contains(asked.Sent, from.Name) {
					continue
				}
				p.ReportNode(s.Node, diag.Diagnostic{
					Code: diag.FC419Address, Span: to.Tree.JSON.Span,
					Message: fmt.Sprintf("%q sends the token of the user that %q names to %q, but nothing proves that this address is theirs",
						s.Node.ID.Value, asked.Sent[0], from.Name),
					Hint: "send it to the address in the user's row",
				})
			}
		}
	}
}
