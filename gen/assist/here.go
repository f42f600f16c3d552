package assist

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
)

// Here lists the values that exist on every path to a node, and those that exist elsewhere only, with why not here:
// what lint would say of them. Where pointer names a string of the node's data, each says whether lint accepts it alone
// there.
func (d *Draft) Here(node, pointer string) (here, grey []Value) {
	n := d.node(node)
	if n == nil {
		return []Value{}, []Value{}
	}
	name, _, _ := strings.Cut(strings.TrimPrefix(pointer, "/"), "/")
	if given := d.given(n, name); given != nil {
		return given.Here(node, pointer)
	}
	l := lookerAt(n, name)
	if len(l.steps) == 0 {
		return []Value{}, []Value{} // nothing leads to it
	}
	here, grey = split(l.values(d.variables()))
	if pointer != "" {
		d.fit(n, pointer, here)
	}
	return here, grey
}

// given is the draft with an empty text in a field that is not given and that means something at the end of a region,
// which only what is given there has; nil for any other field.
func (d *Draft) given(n *ir.Node, name string) *Draft {
	if n.Field(name) != nil || !n.ReadsAtEnd(name) {
		return nil
	}
	c, ok := d.cut(n, "/"+name)
	if !ok {
		return nil
	}
	given := Open(d.folders, d.which, d.File.Name, c.with(""))
	given.Variables = d.Variables
	return given
}

// values are all values of the workflow, as they are at a step.
func (l looker) values(variables []string) []Value {
	if names, ok := l.steps[0].Tells(l.field); ok {
		return l.yielded(names, variables)
	}
	w := l.steps[0].Flow.Workflow
	all := append([]Value{}, l.request(w)...)
	for _, n := range w.Nodes {
		if n.Template != nil && n.Template.Entry == nil && !slices.ContainsFunc(l.steps, func(s *ir.Step) bool { return s.Node == n }) {
			all = append(all, l.node(n)...)
		}
	}
	for _, name := range append(l.steps[0].Repeated(), "input", "error") {
		if v, ok := l.value(name, name, name, 0); ok && v.Why == "" && v.Type != "{}" && v.Type != "" {
			if body, ok := l.value("error.body", "body", "field", 1); name == "error" && ok { // no part of the whole, but as its fields are
				v.Fields = append(v.Fields, body)
			}
			all = append(all, v)
		}
	}
	return append(append(all, l.shared(all)...), l.set(variables)...)
}

// yielded returns the values of a field whose expression is about the result of its own node.
func (l looker) yielded(names, variables []string) []Value {
	var all []Value
	for _, name := range names {
		if v, ok := l.value(name, name, "field", 0); ok {
			all = append(all, v)
		}
	}
	return append(append(all, l.parts()...), l.set(variables)...)
}

// set are the environment variables.
func (l looker) set(variables []string) []Value {
	var all []Value
	for _, name := range variables {
		if v, ok := l.value("env."+name, name, "env", 0); ok {
			all = append(all, v)
		}
	}
	return all
}

// shared are fields of nodes that exist on some paths only, and whose own name means one of them on every path.
func (l looker) shared(all []Value) []Value {
	var list []Value
	_, grey := split(all)
	known := map[string]bool{}
	for _, v := range flat(all) {
		known[v.Ref] = v.Why == ""
	}
	for _, v := range flat(grey) {
		if v.Kind != "field" || !plain.MatchString(v.Name) || known[v.Name] {
			continue
		}
		e, why, ok := l.try(v.Name)
		if !ok || why != "" || known[e.Key] {
			continue // of e.Key, it is offered with its node
		}
		known[v.Name] = true
		own, _ := l.value(v.Name, v.Name, "field", 0)
		list = append(list, own)
	}
	return list
}

// node is what a node holds, with fields of which some may exist elsewhere only. One whose name no expression can write
// has fields alone, by their own names.
func (l looker) node(n *ir.Node) []Value {
	name := n.Name.Value
	v, ok := l.value(name, name, "node", 0)
	switch {
	case !plain.MatchString(name) || !ok:
		return l.bare(n)
	case len(l.outputFields(n)) == 0:
		return nil // it never has anything
	}
	for _, field := range l.outputFields(n) {
		if slices.ContainsFunc(v.Fields, func(f Value) bool { return f.Name == field }) {
			continue
		}
		if f, ok := l.value(selected(name, field), field, "field", 1); ok {
			v.Fields = append(v.Fields, f)
		}
	}
	if v.Why != "" && slices.ContainsFunc(v.Fields, func(f Value) bool { return f.Why == "" }) {
		return v.Fields // it has nothing as a whole
	}
	return []Value{v}
}

// bare are the fields of a node that their own names mean.
func (l looker) bare(n *ir.Node) []Value {
	var list []Value
	for _, field := range l.outputFields(n) {
		e, why, known := l.try(field)
		if known && why == "" && e.Key == n.Name.Value+"."+field {
			v, _ := l.value(field, field, "field", 1)
			list = append(list, v)
		}
	}
	return list
}

// request is what entry points bring: the fields of the request, and its parts.
func (l looker) request(w *ir.Workflow) []Value {
	var all []Value
	for _, f := range w.Flows {
		entry := f.Entry.Name.Value
		v, ok := l.value(entry, entry, "request", 0)
		if !ok || v.Why != "" {
			v = Value{Ref: entry, Name: entry, Kind: "request", Labels: []string{}, Fields: []Value{}, Why: v.Why}
		}
		v.Fields = v.Fields[:0]
		for _, in := range f.Inputs {
			if l.isTyped(in) {
				continue
			}
			if field, ok := l.requestField(entry, in.Name); ok {
				v.Fields = append(v.Fields, field)
			}
		}
		switch {
		case v.Why == "":
			all = append(all, v)
		case len(v.Fields) > 0:
			all = append(all, v.Fields...)
		}
	}
	return append(all, l.parts()...)
}

// isTyped reports whether a field of the request is one because of what is being typed alone.
func (l looker) isTyped(in ir.Input) bool {
	elsewhere := func(u ir.Use) bool { return u.Span.Start < l.typing.Start || u.Span.End > l.typing.End }
	return in.Uses != nil && l.typing.End > 0 && !slices.ContainsFunc(in.Uses, elsewhere)
}

// requestField is a field of the request by its own name, where that means it.
func (l looker) requestField(entry, name string) (Value, bool) {
	if plain.MatchString(name) {
		if e, why, known := l.try(name); known && why == "" && e.Key == entry+"."+name {
			return l.value(name, name, "field", 1)
		}
	}
	return l.value(selected(entry, name), name, "field", 1)
}

// parts are the parts of the request that can be read as they are; others are read by a name, as request.headers["x"].
func (l looker) parts() []Value {
	var list []Value
	for _, part := range l.steps[0].RequestParts() {
		if v, ok := l.value("request."+part, part, "request", 0); ok && (v.Why == "" || !strings.Contains(v.Why, "literal name")) {
			list = append(list, v)
		}
	}
	return list
}

// variables are the environment variables that workflows of the project read, and those that were named beside it,
// sorted.
func (d *Draft) variables() []string {
	names := slices.Clone(d.Variables)
	for _, a := range d.all {
		for _, w := range a.Program.Workflows {
			names = append(names, facts.Variables(w)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
