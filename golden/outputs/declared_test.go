package outputs_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// setting is how a node is set, as far as its outputs depend on it: field -> value.
type setting map[string]string

// outputOf names an output of a node type in a setting: "hash hashMode=verify: valid".
func outputOf(t *templates.Template, s setting, output string) string {
	name := t.Type
	for _, field := range slices.Sorted(maps.Keys(s)) {
		name += fmt.Sprintf(" %s=%s", field, s[field])
	}
	return name + ": " + output
}

// further is the output of a node type that stands for those that only its fields name.
const further = "…"

// declared lists the outputs of all node types, in every setting in which they have them, sorted.
func declared(list []*templates.Template) []string {
	var names []string
	for _, t := range list {
		for _, s := range settings(t) {
			for _, o := range t.Outputs {
				if s.meets(o.When) {
					names = append(names, outputOf(t, s, o.Name))
				}
			}
			if t.Further != nil {
				names = append(names, outputOf(t, s, further))
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// settings are all ways to set a node of a type.
func settings(t *templates.Template) []setting {
	all := []setting{{}}
	for _, f := range deciding(t) {
		var more []setting
		for _, s := range all {
			for _, value := range values(f) {
				with := maps.Clone(s)
				with[f.Name] = value
				more = append(more, with)
			}
		}
		all = more
	}
	for i, s := range all {
		all[i] = s.meant(t)
	}
	return all
}

// deciding are the fields of a type that its outputs depend on, and its mode.
func deciding(t *templates.Template) []*templates.Field {
	named := map[string]bool{t.Mode: true}
	for _, o := range t.Outputs {
		for w := &o.When; w != nil; w = w.Also {
			named[w.Field] = true
		}
	}
	var fields []*templates.Field
	for i := range t.Fields {
		if named[t.Fields[i].Name] {
			fields = append(fields, &t.Fields[i])
		}
	}
	return fields
}

// values are those that a field can have in a document that compiles.
func values(f *templates.Field) []string {
	if f.Shape == templates.Bool {
		return []string{"false", "true"}
	}
	return f.Enum
}

// meant is s without the fields that mean nothing beside the others.
func (s setting) meant(t *templates.Template) setting {
	meant := setting{}
	for _, f := range deciding(t) {
		if value, ok := s[f.Name]; ok && s.meets(f.When) {
			meant[f.Name] = value
		}
	}
	return meant
}

func (s setting) meets(w templates.When) bool {
	if w.Field == "" {
		return true
	}
	return slices.Contains(w.Values, s[w.Field]) && (w.Also == nil || s.meets(*w.Also))
}

// TestDeclared holds the list of outputs to some that it must have, and wants an output that a template gains to be in it.
func TestDeclared(t *testing.T) {
	list := all.Templates()
	before := declared(list)
	for _, want := range []string{
		"apiEndpoint: out", "condition: false", "hash hashMode=verify: valid", "localStorage storageOperation=get: missing",
		"localStorage storageIfAbsent=true storageOperation=set: exists", "sql sqlMode=one: notFound", "sql sqlMode=exec: conflict",
	} {
		if !slices.Contains(before, want) {
			t.Errorf("%q is not among the outputs:\n%s", want, strings.Join(before, "\n"))
		}
	}
	for i, tmpl := range list {
		more := *tmpl
		more.Outputs = append(slices.Clone(tmpl.Outputs), templates.Output{Name: "new"})
		changed := slices.Clone(list)
		changed[i] = &more
		if after := declared(changed); len(after) != len(before)+len(settingNames(tmpl)) {
			t.Errorf("a new output of %s makes %d outputs of %d", tmpl.Type, len(after), len(before))
		}
	}
}

// settingNames are the different settings of a type.
func settingNames(t *templates.Template) map[string]bool {
	names := map[string]bool{}
	for _, s := range settings(t) {
		names[outputOf(t, s, "")] = true
	}
	return names
}
