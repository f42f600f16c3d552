// Package caller finds what the guards before a step have established of the caller.
package caller

import (
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/templates"
)

// Shown is what the guards before a step have proved about the caller.
type Shown struct {
	All    bool                 // a right to act for others, or a proof that is not followed here
	Nodes  map[*ir.Node]bool    // whose outputs are the caller's own: rows of their password or token
	Values map[trace.Value]bool // that those rows were looked up by, which are the caller's own too
	Sent   []string             // of these, the parts of the request
}

func (k Shown) And(other Shown) Shown {
	maps.Copy(k.Nodes, other.Nodes)
	maps.Copy(k.Values, other.Values)
	return Shown{k.All || other.All, k.Nodes, k.Values, append(k.Sent, other.Sent...)}
}

func NothingShown() Shown {
	return Shown{Nodes: map[*ir.Node]bool{}, Values: map[trace.Value]bool{}}
}

// ShownBefore is what every way to a step has shown.
func ShownBefore(w rule.Persons, s *ir.Step) Shown {
	k := NothingShown()
	for d, out := range s.Dominators() {
		k.Add(w, d, out)
	}
	return k
}

func (k *Shown) Add(w rule.Persons, d *ir.Step, out *ir.Out) {
	guards := out != nil && out.Guard
	switch {
	case d.Node == d.Flow.Entry:
	case d.Mistaken():
		k.All = true
	case guards && d.Callee() == nil && len(d.Against()) > 0:
		for _, e := range d.Against() {
			k.Own(w, w.Graph.Expr(e))
		}
	case guards && d.FoundBySecret():
		k.Nodes[d.Node] = true
		k.Own(w, w.Graph.Row(d))
		k.All = k.All || asksRight(d)
	case d.Callee() != nil && !guards && looksUpOnly(w, d.Callee()):
	case guards || d.Callee() != nil || d.Node.Shaped(templates.Func) != nil, DecidesByRow(w.Graph, d), looksAtSent(w, d):
		k.All = true
	}
}

// Own adds a value, the rows that it comes from, and what these were looked up by.
func (k *Shown) Own(w rule.Persons, v trace.Value) {
	for at := range w.Graph.Back(trace.Walk{Through: trace.Followed | trace.Hashed | trace.Matched}, v) {
		a := w.Graph.About(at.Value)
		switch w.Graph.Kind(at.Value) {
		case trace.Row:
			k.Nodes[a.Step.Node] = true
			k.All = k.All || a.Step.Mistaken()
		case trace.Output:
			k.Values[at.Value] = true
		case trace.Field, trace.Request:
			k.Values[at.Value] = true
			k.Sent = append(k.Sent, a.Name)
		}
	}
}

// LookupValues are what a step looks for something by; of a Call, what it gives.
func LookupValues(g *values.Graph, s *ir.Step) []trace.Value {
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
func looksUpOnly(w rule.Persons, f *ir.Flow) bool {
	return !slices.ContainsFunc(f.Steps, func(s *ir.Step) bool {
		t := s.Node.Template
		return t == nil || s.Guards() || s.Callee() != nil || s.Node.Shaped(templates.Func) != nil || DecidesByRow(w.Graph, s) || looksAtSent(w, s)
	})
}

// asksRight reports whether a statement asks for more than whose a token is: for a role, say.
func asksRight(s *ir.Step) bool {
	text := strings.ToLower(rule.QueryText(s))
	return strings.Contains(text, "admin") || knowledge.Names.Rights.In(text)
}

// DecidesByRow reports whether a step chooses the way by what was looked up, other than by whether there is something.
func DecidesByRow(g *values.Graph, s *ir.Step) bool {
	for _, f := range s.Checked() {
		e := s.Value[f.Name].Expr
		if f.Shape != templates.Cond && f.Like == "" || e == nil || isPresence(e) {
			continue
		}
		for from := range rule.OriginsOf(g, e) {
			if !from.IsSent() {
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

// looksAtSent reports whether a step may verify a value of the request, other than by a look-up of the user by name:
// with another service, in a store, or by a statement that compares more.
func looksAtSent(w rule.Persons, s *ir.Step) bool {
	if s.URL() != nil {
		return true
	}
	row := w.Graph.Row(s)
	if row == 0 || s.Node.Template.Store.Keeps != nil && s.Node.Key() != "" {
		return row != 0
	}
	query, _ := s.Query()
	if len(query.Statement.Changes) > 0 || w.LooksUp(s) {
		return false
	}
	for at := range w.Graph.Back(trace.Walk{Through: trace.Followed | trace.Matched | trace.Hashed}, row) {
		if k := w.Graph.Kind(at.Value); (k == trace.Field || k == trace.Request) && w.Graph.About(at.Value).Step.Flow == s.Flow {
			return true
		}
	}
	return false
}
