package ir

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// GoName is a package-level Go name that is generated for a workflow, and the node that it
// comes from; no node where it is the workflow's own.
type GoName struct {
	Name string
	Node *Node
}

// GoNames lists the package-level names that are generated for a workflow, each once for
// each node that it comes from.
func (w *Workflow) GoNames() []GoName {
	names := []GoName{{Name: w.GoName + "Flow"}, {Name: "new" + types.GoName(w.GoName)}}
	seen := map[GoName]bool{}
	add := func(name string, n *Node) {
		if g := (GoName{name, n}); name != "" && !seen[g] && !w.Foreign[name] {
			seen[g] = true
			names = append(names, g)
		}
	}
	names = append(names, w.called.goNames()...)
	for _, f := range w.Flows {
		objects(f.inputType(), func(name string) { add(name, f.Entry) })
		for _, s := range f.Steps {
			s.goNames(func(name string) { add(name, s.Node) })
		}
	}
	for _, name := range w.bodyNames() {
		if !slices.ContainsFunc(names, func(own GoName) bool { return own.Name == name }) {
			add(name, nil)
		}
	}
	return names
}

// bodyNames lists the names of the structs that several nodes answer with.
func (w *Workflow) bodyNames() []string {
	var names []string
	first := map[string]string{} // the struct that was the first of its fields
	for _, f := range w.Flows {
		for _, s := range f.Steps {
			for _, t := range s.bodies() {
				fields := t.NotNull().String()
				if other := first[fields]; other == "" {
					first[fields] = t.Go
				} else if name := BodyName(w.GoName, t); other != t.Go && name != "" {
					names = append(names, name)
				}
			}
		}
	}
	return names
}

// bodies are the structs that a step answers with.
func (s *Step) bodies() []types.Type {
	if !s.Node.Known() || !s.Node.Template.Answer.Ends {
		return nil
	}
	var list []types.Type
	for _, f := range s.Node.Template.Fields {
		t := s.Value[f.Name]
		if f.Shape == templates.JSON && f.Sink == templates.Answer && t != nil && t.Expr == nil && t.Type.Go != "" {
			list = append(list, t.Type)
		}
	}
	return list
}

// BodyName returns the Go name of a struct that several nodes of a workflow answer with, by its fields: "loginError".
// It is "" where there are too many of them for a name.
func BodyName(workflow string, t types.Type) string {
	const many = 3
	if len(t.Fields) > many {
		return ""
	}
	for _, f := range t.Fields {
		workflow += types.GoName(f.Name)
	}
	return workflow
}

// goNames lists the names that a workflow declares because others call it: its result, its outputs and their constants.
func (c *Called) goNames() []GoName {
	if c == nil {
		return nil
	}
	var names []GoName
	if c.Several || len(c.Result.Fields) > 0 {
		names = append(names, GoName{Name: c.Result.Go})
	}
	if c.Several {
		names = append(names, GoName{Name: c.OutputType()})
		for _, r := range c.Returns {
			names = append(names, GoName{Name: c.OutputConst(r.Output)})
		}
	}
	return names
}

// OutputType returns the Go type of the outputs by which a workflow returns, where there are several: "memberOutput".
func (c *Called) OutputType() string { return c.GoName + "Output" }

// OutputConst returns the Go constant of one of them: "memberOutputForbidden".
func (c *Called) OutputConst(output string) string { return c.OutputType() + types.GoName(output) }

// goNames calls add for every name that the node of a step declares.
func (s *Step) goNames(add func(string)) {
	t := s.Node.Template
	if !s.Node.Known() {
		return
	}
	for _, suffix := range t.Constants {
		add(s.Node.Qualified(suffix))
	}
	for _, f := range t.Fields {
		s.fieldNames(&f, add)
	}
	row, value := s.Node.Qualified(""), s.Node.Qualified(abroadSuffix)
	abroad := s.Node.Workflow.stored.values[s.Node.Key()].abroad
	for _, out := range s.Outs {
		objects(out.Type, func(name string) {
			if name == row || abroad && strings.HasPrefix(name, value) {
				add(name)
			}
		})
	}
}

// pageSuffix ends the name of a page's constant, fileSuffix that of the variable that holds a file.
const (
	pageSuffix = "HTML"
	fileSuffix = "File"
)

// fieldNames calls add for every struct that a field's value declares.
func (s *Step) fieldNames(f *templates.Field, add func(string)) {
	if v := s.Node.Fields[f.Name]; v != nil && f.Shape == templates.File {
		add(s.Node.Qualified(fileSuffix))
	}
	s.Value[f.Name].Walk(func(t *Typed) {
		if t.Page != "" {
			add(s.Qualified(pageSuffix))
		}
		if t.Expr == nil && t.Type.Kind == types.Object && t.Type.Import == "" {
			add(t.Type.Go)
		}
	})
	if v := s.Node.Fields[f.Name]; v != nil && f.Shape == templates.Types && f.Suffix != "" && len(v.Declared) > 0 {
		name := s.Node.Qualified(f.Suffix)
		add(name)
		for _, d := range v.Declared {
			objects(d.Type.Named(name+types.GoName(d.Name)), add)
		}
	}
}

// divide marks the nodes whose structs differ between the entry points that share them, or between their steps. again
// is set where there are any that were not marked before; mixed are those whose steps differ though they were.
func (w *Workflow) divide() (mixed map[*Node]bool, again bool) {
	between, within := w.differing()
	for _, n := range w.Nodes {
		again = between[n] && n.part() || again
		again = within[n] && n.unite() || again
	}
	return within, again
}

// differing are the nodes of which a field has a struct of another type at another step: of another entry point, or of
// the same.
func (w *Workflow) differing() (between, within map[*Node]bool) {
	type structOf struct {
		node        *Node
		field, name string
	}
	type use struct {
		step *Step
		typ  types.Type
	}
	between, within = map[*Node]bool{}, map[*Node]bool{}
	seen := map[structOf]use{}
	for _, f := range w.Flows {
		for _, s := range f.Steps {
			for field, v := range s.Value {
				v.Walk(func(t *Typed) {
					if t.Expr != nil || t.Type.Go == "" {
						return
					}
					of := structOf{s.Node, field, t.Type.Go}
					if other, ok := seen[of]; ok && other.step != s && !other.typ.Equal(t.Type) {
						between[s.Node] = between[s.Node] || other.step.Flow != f
						within[s.Node] = within[s.Node] || other.step.Flow == f
					}
					seen[of] = use{s, t.Type}
				})
			}
		}
	}
	return between, within
}

// part gives a node structs of their own for each entry point, and reports whether that is news.
func (n *Node) part() bool {
	news := !n.perEntry
	n.perEntry = true
	return news
}

// unite has all steps of a node know the same, and reports whether that is news: its structs become the same where only
// what is proved made them differ.
func (n *Node) unite() bool {
	news := !n.united
	n.united = true
	return news
}

// objects calls f for the Go name of every object in t.
func objects(t types.Type, f func(string)) {
	if t.Elem != nil {
		objects(*t.Elem, f)
	}
	if t.Kind == types.Object && t.Go != "" && t.Import == "" {
		f(t.Go)
	}
	for _, field := range t.Fields {
		objects(field.Type, f)
	}
}
