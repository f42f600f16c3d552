package tokens

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// reach records where a token may end up.
type reach struct {
	answered bool     // to the caller
	sent     bool     // in the body of a call, as to the reader of a mail
	kept     bool     // as it is, where others take it from: an outbox, a queue, a function that gives nothing back
	links    []string // what stands before it in texts, where that is an address: "https://app.example.com/reset#"; sorted
}

func (w reach) and(other reach) reach {
	links := slices.Concat(w.links, other.links)
	slices.Sort(links)
	return reach{w.answered || other.answered, w.sent || other.sent, w.kept || other.kept, slices.Compact(links)}
}

// isAway reports whether a token is for others than the caller. What is answered may be kept as well.
func (w reach) isAway() bool { return !w.answered && (w.sent || w.kept) }

// IsHere reports whether the token is for the caller alone.
func (w reach) IsHere() bool { return w.answered && !w.sent }

// apart reports whether one of two tokens is for the caller alone, and the other one for the reader of what is sent,
// such as a mail; or both are sent, in links to different addresses.
func (w reach) apart(other reach) bool {
	return w.IsHere() && other.isAway() || w.isAway() && other.IsHere() || w.isAway() && other.isAway() && w.leadsElsewhere(other)
}

func (w reach) leadsElsewhere(other reach) bool {
	shared := func(link string) bool { return slices.Contains(other.links, link) }
	return len(w.links) > 0 && len(other.links) > 0 && !slices.ContainsFunc(w.links, shared)
}

// keeps reports whether a step leaves a value, as it is, for others to take.
func keeps(s *ir.Step, f *templates.Field, t *ir.Typed) bool {
	switch {
	case f.Shape == templates.Inputs && s.Callee() == nil && s.Node.Template.Reuse == nil:
		return len(s.Outs) > 0 && s.Node.Function().Known && len(s.Outs[0].Type.Fields) == 0
	case f.Sink != templates.Stored:
		return false
	case f.Shape == templates.Query:
		query, params := s.Query()
		n := slices.Index(params, t) + 1
		return n > 0 && query.Statement != nil && query.Statement.Unproved == "" && slices.ContainsFunc(query.Statement.Changes, func(c statement.Change) bool {
			return slices.ContainsFunc(c.Assigned, func(a statement.Assigned) bool { return slices.Contains(a.Value.Params, n) })
		})
	}
	return f.Shape == templates.JSON && rule.Writes(s, f)
}

// MaxCalls is how many Calls one after the other are followed.
const MaxCalls = 16

// maxWays is how many ways to a flow are looked at.
const maxWays = 64

// Ways are the Calls by which an execution comes to a flow, the innermost first: one empty list where it is called by
// nobody.
func Ways(f *ir.Flow, left int) [][]*ir.Step {
	if len(f.Callers()) == 0 || left == 0 {
		return [][]*ir.Step{nil}
	}
	var list [][]*ir.Step
	for _, call := range f.Callers() {
		for _, outer := range Ways(call.Flow, left-1) {
			if len(list) < maxWays {
				list = append(list, slices.Concat([]*ir.Step{call}, outer))
			}
		}
	}
	return list
}

// settled is the expression that a value is in an execution that some Calls have led to: what they give, where it is
// just that.
func settled(g *values.Graph, s *ir.Step, e *expr.Expr, calls []*ir.Step) *expr.Expr {
	if list := (made{g, s, calls, e}).plain(); len(list) == 1 {
		return list[0].expr
	}
	return e
}

// BeforeLink ends what stands before an address in a text.
var BeforeLink = regexp.MustCompile("[\\s\"'`<>()]")

// linkBefore is what stands before a part of a text, where that is the beginning of an address.
func linkBefore(g *values.Graph, text, part *expr.Expr) []string {
	before, found := textBefore(g, text, part)
	if !found {
		return nil
	}
	if at := BeforeLink.FindAllStringIndex(before, -1); at != nil {
		before = before[at[len(at)-1][1]:]
	}
	if !strings.Contains(before, "/") {
		return nil
	}
	return []string{before}
}

// textBefore returns what a text has before the token in a part of it; of what is not known, a sign.
func textBefore(g *values.Graph, text, part *expr.Expr) (before string, found bool) {
	sought := g.Plain(part)
	for _, e := range g.Text(text) {
		v, known := e.Const()
		switch {
		case known:
			before += expr.ConstText(v)
		case (e == sought || sought.Joins()) && e.Type.AllLabels().Has(types.Token):
			return before, true
		default:
			before += "…"
		}
	}
	return before, false
}
