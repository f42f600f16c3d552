package lint

import (
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// whereTo is to whom a token goes, as far as that is seen.
type whereTo struct {
	answered bool     // to who calls
	sent     bool     // in the body of a call: to who reads a mail, say
	kept     bool     // as it is, where others take it from: an outbox, a queue, a function that gives nothing back
	links    []string // what stands before it in texts, where that is an address: "https://app.example.com/reset#"; sorted
}

func (w whereTo) and(other whereTo) whereTo {
	links := slices.Concat(w.links, other.links)
	slices.Sort(links)
	return whereTo{w.answered || other.answered, w.sent || other.sent, w.kept || other.kept, slices.Compact(links)}
}

// isAway reports whether a token is for others than who calls. What is answered may be kept as well.
func (w whereTo) isAway() bool { return !w.answered && (w.sent || w.kept) }

// isHere reports whether it is for who calls alone.
func (w whereTo) isHere() bool { return w.answered && !w.sent }

// apart reports whether one of two tokens is for who calls alone, and the other one for who reads what is sent, a mail say; or both are
// sent, as parts of other addresses.
func (w whereTo) apart(other whereTo) bool {
	return w.isHere() && other.isAway() || w.isAway() && other.isHere() || w.isAway() && other.isAway() && w.leadsElsewhere(other)
}

func (w whereTo) leadsElsewhere(other whereTo) bool {
	shared := func(link string) bool { return slices.Contains(other.links, link) }
	return len(w.links) > 0 && len(other.links) > 0 && !slices.ContainsFunc(w.links, shared)
}

// held is a value that a node carries under a name; "" is all of what it carries.
type held struct {
	node  *ir.Node
	field string
}

// holder is such a value in one execution: the Calls that have led there, the innermost first.
type holder struct {
	held
	calls []*ir.Step
}

// tokenWays are the ways of tokens out of the nodes that carry them.
type tokenWays struct {
	out   map[held]whereTo
	given map[held][]handing
	back  map[held][]string // the names under which it is returned to who calls
}

// handing is a value that a step gives on: a Call to what it calls, or a function to what it carries itself.
type handing struct {
	by *ir.Step
	to held
}

// waysOf looks at where each node's tokens go in the workflows of a pass.
func waysOf(p *Pass) tokenWays {
	w := tokenWays{map[held]whereTo{}, map[held][]handing{}, map[held][]string{}}
	p.Steps(func(s *ir.Step) {
		for _, f := range s.Checked() {
			root := s.Value[f.Name]
			root.Walk(func(t *ir.Typed) {
				for _, e := range t.Carriers(types.Token) {
					to := whereTo{
						answered: f.Sink == templates.Answer, sent: f.Sink == templates.Sent && !f.Headers, kept: keeps(s, f, t),
						links: linkBefore(t.Expr, e),
					}
					w.note(s, e, to)
				}
			})
			w.hand(s, f, root)
		}
	})
	return w
}

// note notes where a step leads what an expression is made of.
func (w tokenWays) note(s *ir.Step, e *expr.Expr, to whereTo) {
	for _, what := range heldIn(s.Flow, e) {
		w.out[what] = w.out[what].and(to)
	}
}

// hand notes what a step hands on by name: a Call, a function, and what returns to a Call.
func (w tokenWays) hand(s *ir.Step, f *templates.Field, root *ir.Typed) {
	reuse, callee := s.Node.Template.Reuse, s.Callee()
	returns := reuse != nil && reuse.Values == f.Name
	if root == nil || !returns && f.Shape != templates.Inputs {
		return
	}
	for _, name := range root.Tree.Keys {
		root.Entry(name).Walk(func(t *ir.Typed) {
			for _, e := range t.Carriers(types.Token) {
				for _, what := range heldIn(s.Flow, e) {
					switch {
					case returns:
						w.back[what] = append(w.back[what], name)
					case callee != nil:
						w.given[what] = append(w.given[what], handing{s, held{callee.Entry, name}})
					default:
						w.given[what] = append(w.given[what], handing{nil, held{s.Node, ""}})
					}
				}
			}
		})
	}
}

// heldIn are the values of nodes that an expression is made of.
func heldIn(f *ir.Flow, e *expr.Expr) []held {
	var list []held
	for _, src := range f.Origins(e) {
		if src.Kind == ir.FromNode || src.Kind == ir.FromEntry && f.Called() {
			list = append(list, held{src.Node, src.Field})
		}
	}
	return list
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
	return f.Shape == templates.JSON && writes(s, f)
}

// maxCalls is how many Calls one after the other are followed.
const maxCalls = 16

// from is where a value goes in one execution.
func (w tokenWays) from(h holder) whereTo { return w.follow(h, maxCalls) }

func (w tokenWays) follow(h holder, left int) whereTo {
	to := w.out[h.held].and(w.out[held{h.node, ""}])
	if left == 0 {
		return to
	}
	for _, given := range w.given[h.held] {
		calls := h.calls
		if given.by != nil {
			calls = slices.Concat([]*ir.Step{given.by}, h.calls)
		}
		to = to.and(w.follow(holder{given.to, calls}, left-1))
		for what := range w.out {
			if given.by == nil && what.node == given.to.node && what.field != "" {
				to = to.and(w.follow(holder{what, calls}, left-1))
			}
		}
	}
	if len(h.calls) == 0 {
		return to
	}
	for _, name := range w.back[h.held] {
		to = to.and(w.follow(holder{held{h.calls[0].Node, name}, h.calls[1:]}, left-1))
	}
	return to
}

// maxWays is how many ways to a flow are looked at.
const maxWays = 64

// ways are the Calls by which an execution comes to a flow, the innermost first: one empty list where it is called by nobody.
func ways(f *ir.Flow, left int) [][]*ir.Step {
	if len(f.Callers()) == 0 || left == 0 {
		return [][]*ir.Step{nil}
	}
	var list [][]*ir.Step
	for _, call := range f.Callers() {
		for _, outer := range ways(call.Flow, left-1) {
			if len(list) < maxWays {
				list = append(list, slices.Concat([]*ir.Step{call}, outer))
			}
		}
	}
	return list
}

// sources are what an expression is made of in an execution that some Calls have led to, also where these gave it.
func sources(f *ir.Flow, e *expr.Expr, calls []*ir.Step) []holder {
	var list []holder
	for _, what := range heldIn(f, e) {
		list = append(list, holder{what, calls})
		if what.node != f.Entry || len(calls) == 0 {
			continue
		}
		call := calls[0]
		call.Value[call.Node.Template.Reuse.Handing].Entry(what.field).Walk(func(t *ir.Typed) {
			list = append(list, sources(call.Flow, t.Expr, calls[1:])...)
		})
	}
	return list
}

// settled is the expression that a value is in an execution that some Calls have led to: what they give, where it is just that.
func settled(f *ir.Flow, e *expr.Expr, calls []*ir.Step) *expr.Expr {
	for len(calls) > 0 && e != nil && (e.Op == expr.OpRef || e.Op == expr.OpField || e.Converts()) {
		src := f.Origins(e)
		if len(src) != 1 || src[0].Kind != ir.FromEntry {
			break
		}
		given := calls[0].Value[calls[0].Node.Template.Reuse.Handing].Entry(src[0].Field)
		if given == nil {
			break
		}
		f, e, calls = calls[0].Flow, given.Expr, calls[1:]
	}
	return e
}

// beforeLink ends what stands before an address in a text.
var beforeLink = regexp.MustCompile("[\\s\"'`<>()]")

// linkBefore is what stands before a part of a text, where that is the beginning of an address.
func linkBefore(text, part *expr.Expr) []string {
	before, found := textBefore("", text, part)
	if !found {
		return nil
	}
	if at := beforeLink.FindAllStringIndex(before, -1); at != nil {
		before = before[at[len(at)-1][1]:]
	}
	if !strings.Contains(before, "/") {
		return nil
	}
	return []string{before}
}

// textBefore adds to a text what an expression has before the token in a part of it; of what is not known, a sign.
func textBefore(before string, e, part *expr.Expr) (string, bool) {
	if e == nil {
		return before, false
	}
	if v, known := e.Const(); known {
		return before + expr.ConstText(v), false
	}
	if e.Op != expr.OpText && (e.Op != expr.OpBinary || e.Name != "+") {
		if (e == part || part.Op == expr.OpBinary) && e.Type.AllLabels().Has(types.Token) {
			return before, true
		}
		return before + "…", false
	}
	for _, arg := range e.Args {
		var found bool
		if before, found = textBefore(before, arg, part); found {
			return before, true
		}
	}
	return before, false
}
