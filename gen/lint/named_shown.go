package lint

import (
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/templates"
)

// shown is what the way to a step has shown of who calls.
type shown struct {
	all    bool                 // that he may act for others, or in a way that is not followed here
	nodes  map[*ir.Node]bool    // what these carry is his: rows of the password or the token that he has shown
	values map[trace.Value]bool // and so is what these were looked up by
	sent   []string             // of these, the parts of the request
}

func (k shown) and(other shown) shown {
	maps.Copy(k.nodes, other.nodes)
	maps.Copy(k.values, other.values)
	return shown{k.all || other.all, k.nodes, k.values, append(k.sent, other.sent...)}
}

func nothingShown() shown {
	return shown{nodes: map[*ir.Node]bool{}, values: map[trace.Value]bool{}}
}

// shownBefore is what every way to a step has shown.
func shownBefore(w persons, s *ir.Step) shown {
	k := nothingShown()
	for d, out := range s.Dominators() {
		k.add(w, d, out)
	}
	return k
}

func (k *shown) add(w persons, d *ir.Step, out *ir.Out) {
	guards := out != nil && out.Guard
	switch {
	case d.Node == d.Flow.Entry:
	case d.Mistaken():
		k.all = true
	case guards && d.Callee() == nil && len(d.Against()) > 0:
		for _, e := range d.Against() {
			k.own(w, w.g.Expr(e))
		}
	case guards && d.FoundBySecret():
		k.nodes[d.Node] = true
		k.own(w, w.g.Row(d))
		k.all = k.all || asksRight(d)
	case d.Callee() != nil && !guards && looksUpOnly(w, d.Callee()):
	case guards || d.Callee() != nil || d.Node.Shaped(templates.Func) != nil, decidesByRow(w.g, d), looksAtSent(w, d):
		k.all = true
	}
}

// own adds a value, the rows that it comes from, and what these were looked up by.
func (k *shown) own(w persons, v trace.Value) {
	for at := range w.g.Back(trace.Walk{Through: trace.Followed | trace.Hashed | trace.Matched}, v) {
		a := w.g.About(at.Value)
		switch w.g.Kind(at.Value) {
		case trace.Row:
			k.nodes[a.Step.Node] = true
			k.all = k.all || a.Step.Mistaken()
		case trace.Output:
			k.values[at.Value] = true
		case trace.Field, trace.Request:
			k.values[at.Value] = true
			k.sent = append(k.sent, a.Name)
		}
	}
}

// lookupValues are what a step looks for something by; of a Call, what it gives.
func lookupValues(g *values.Graph, s *ir.Step) []trace.Value {
	var list []trace.Value
	add := func(t *ir.Typed) {
		if t.Expr != nil {
			list = append(list, g.Typed(t))
		}
	}
	if s.Callee() != nil {
		s.Value[s.Node.Template.Reuse.Handing].Walk(add)
	}
	for _, f := range s.Checked() {
		if f.Shape == templates.Query || f.Shape == templates.Key {
			for _, item := range s.Value[f.Name].Items {
				add(item)
			}
		}
	}
	return list
}

// looksUpOnly reports whether a workflow that is called looks users up, or makes something of what it is given, and
// checks nothing.
func looksUpOnly(w persons, f *ir.Flow) bool {
	return !slices.ContainsFunc(f.Steps, func(s *ir.Step) bool {
		t := s.Node.Template
		return t == nil || s.Guards() || s.Callee() != nil || s.Node.Shaped(templates.Func) != nil || decidesByRow(w.g, s) || looksAtSent(w, s)
	})
}

// asksRight reports whether a statement asks for more than whose a token is: for a role, say.
func asksRight(s *ir.Step) bool {
	text := strings.ToLower(queryText(s))
	return strings.Contains(text, "admin") || knowledge.Names.Rights.In(text)
}

// decidesByRow reports whether a step chooses the way by what was looked up, other than by whether there is something.
func decidesByRow(g *values.Graph, s *ir.Step) bool {
	for _, f := range s.Checked() {
		e := s.Value[f.Name].Expr
		if f.Shape != templates.Cond && f.Like == "" || e == nil || isPresence(e) {
			continue
		}
		for from := range origins(g, e) {
			if !from.isSent() {
				return true
			}
		}
	}
	return false
}

func isPresence(e *expr.Expr) bool {
	if e.Equates() {
		return e.Args[0].Op == expr.OpNull || e.Args[1].Op == expr.OpNull
	}
	return e.Op == expr.OpCall && e.Name == "has"
}

// looksAtSent reports whether a step may check what a caller sends, other than by looking a user up by his name: with
// another service, in a store, or by a statement that compares more.
func looksAtSent(w persons, s *ir.Step) bool {
	if s.URL() != nil {
		return true
	}
	row := w.g.Row(s)
	if row == 0 || s.Node.Template.Keeps != nil && s.Node.Key() != "" {
		return row != 0
	}
	query, _ := s.Query()
	if len(query.Statement.Changes) > 0 || w.looksUp(s) {
		return false
	}
	for at := range w.g.Back(trace.Walk{Through: trace.Followed | trace.Matched | trace.Hashed}, row) {
		if k := w.g.Kind(at.Value); (k == trace.Field || k == trace.Request) && w.g.About(at.Value).Step.Flow == s.Flow {
			return true
		}
	}
	return false
}
