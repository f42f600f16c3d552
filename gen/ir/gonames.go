package ir

import (
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
	for _, f := range w.Flows {
		objects(f.inputType(), func(name string) { add(name, f.Entry) })
		for _, s := range f.Steps {
			s.goNames(func(name string) { add(name, s.Node) })
		}
	}
	return names
}

// goNames calls add for every name that the node of a step declares.
func (s *Step) goNames(add func(string)) {
	t := s.Node.Template
	if t == nil || s.Node.Loose {
		return
	}
	for _, suffix := range t.Constants {
		add(s.Node.Qualified(suffix))
	}
	for _, f := range t.Fields {
		s.fieldNames(&f, add)
	}
	row, value := s.Node.Qualified(""), s.Node.Qualified(abroadSuffix)
	abroad := s.Node.Workflow.stored.abroad[s.Node.Key()]
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

// divide marks the nodes whose structs differ between the entry points that share them, or between their steps, and
// reports whether there are any that were not marked before.
func (w *Workflow) divide() bool {
	divided := false
	type use struct {
		step *Step
		typ  types.Type
	}
	seen := map[GoName]use{}
	for _, f := range w.Flows {
		for _, s := range f.Steps {
			for _, v := range s.Value {
				v.Walk(func(t *Typed) {
					if t.Expr != nil || t.Type.Go == "" {
						return
					}
					name := GoName{t.Type.Go, s.Node}
					if other, ok := seen[name]; ok && other.step != s && !other.typ.Equal(t.Type) {
						divided = s.Node.divide(other.step.Flow == f) || divided
					}
					seen[name] = use{s, t.Type}
				})
			}
		}
	}
	return divided
}

// divide marks a node whose structs differ, and reports whether that is news. Those of steps of one entry point become
// the same where only what is proved made them differ; where they do not, the node is mixed.
func (n *Node) divide(inFlow bool) bool {
	switch {
	case !inFlow && !n.perEntry:
		n.perEntry = true
	case inFlow && !n.united:
		n.united = true
	case inFlow:
		n.mixed = true
		return false
	default:
		return false
	}
	return true
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

// Guards reports whether any way on from a step is protected by it.
func (s *Step) Guards() bool {
	for _, out := range s.Outs {
		if out.Guard {
			return true
		}
	}
	return false
}
