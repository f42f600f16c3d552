package hosts

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/tokens"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// chosenLinks checks the links with a token that a step sends or stores for a user, as in a mail: a link that is opened
// reveals the token to the host that it begins with.
func chosenLinks(p *rule.Pass, s *ir.Step) {
	for _, f := range s.Checked() {
		if f.Sink == templates.Answer || f.Sink == templates.Inside && f.Shape != templates.Inputs || f.Sink == templates.Address || f.Headers {
			continue
		}
		s.Value[f.Name].Walk(func(t *ir.Typed) {
			if t.Expr == nil || t.Tree == nil || t.Tree.JSON.Kind != schema.String || !t.Expr.Type.AllLabels().Has(types.Token) {
				return
			}
			if choice := chosenLink(p.Values(), s, t); choice != nil {
				p.ReportNode(s.Node, diag.Diagnostic{
					Code: diag.FC408LinkHost, Span: t.Tree.JSON.Span,
					Message: fmt.Sprintf("the caller chooses the host of the link in which %q sends a token, by %q: opening the link gives the token to that host",
						s.Node.ID.Value, SaidAs(p.Values(), choice)),
					Hint: "begin the link with \"{{env.PUBLIC_URL}}/\"",
				})
			}
		})
	}
}

// chosenLink is the part of a text by which the caller chooses the host of an address that goes on with a token, or
// nil.
func chosenLink(g *values.Graph, s *ir.Step, t *ir.Typed) *expr.Expr {
	var address []*expr.Expr
	for _, part := range g.Text(t.Expr) {
		if text, known := part.Const(); known {
			if at := tokens.BeforeLink.FindStringIndex(expr.ConstText(text)); at != nil {
				address = nil
			}
		} else if len(address) > 0 && part.Type.AllLabels().Has(types.Token) {
			return chosenHost(g, s, t, address)
		}
		address = append(address, part)
	}
	return nil
}

// hostEnds matches what follows the host of an address, up to a token in it: "/reset#", "/in?token=".
var hostEnds = regexp.MustCompile(`^(?::[0-9]+)?/\w`)

// chosenHost is the part of an address that is its host, where the caller chooses that; nil where it is written out, or
// of the environment.
func chosenHost(g *values.Graph, s *ir.Step, t *ir.Typed, address []*expr.Expr) *expr.Expr {
	scheme := false
	for i, part := range address {
		if text, known := part.Const(); known {
			words := tokens.BeforeLink.Split(expr.ConstText(text), -1)
			begin, host, found := strings.Cut(words[len(words)-1], "://")
			if !found && begin != "" || host != "" {
				return nil
			}
			scheme = scheme || found
			continue
		}
		after := textAfter(address, i)
		if strings.HasPrefix(after, "://") {
			continue // it is the scheme
		}
		whole := t
		if !scheme { // it begins the address, whatever stands before that
			whole = &ir.Typed{Tree: t.Tree, Expr: part}
		}
		if !scheme && !hostEnds.MatchString(after) || facts.ChosenText(g, part) == nil || facts.KeepsHost(g, s, whole, part) {
			return nil
		}
		return part
	}
	return nil
}

// textAfter is what is written out behind a part of a text.
func textAfter(parts []*expr.Expr, i int) string {
	if i+1 >= len(parts) {
		return ""
	}
	text, known := parts[i+1].Const()
	if !known {
		return ""
	}
	return expr.ConstText(text)
}

// SaidAs is the first part of the request that a value comes from, as messages name it.
func SaidAs(g *values.Graph, e *expr.Expr) string {
	for src := range rule.OriginsOf(g, e) {
		if src.IsSent() {
			return src.Name
		}
	}
	return e.Key
}
