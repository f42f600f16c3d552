package golden_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// TestTemplates holds every node type to a complete declaration.
func TestTemplates(t *testing.T) {
	for _, tmpl := range all.Templates() {
		for _, err := range templates.ValidateTemplate(tmpl) {
			t.Error(err)
		}
	}
}

// TestOtherNamesOfNodeTypes wants each name that others have for a node to lead to one type, and to be none itself.
func TestOtherNamesOfNodeTypes(t *testing.T) {
	of := map[string]string{}
	for _, tmpl := range all.Templates() {
		of[strings.ToLower(tmpl.Type)] = tmpl.Type
	}
	for _, tmpl := range all.Templates() {
		for _, also := range tmpl.Docs.Also {
			if other := of[strings.ToLower(also)]; other != "" {
				t.Errorf("%q of %s is %s too", also, tmpl.Type, other)
			}
			of[strings.ToLower(also)] = tmpl.Type
		}
	}
}

// TestOutputsAreCovered wants, for every output of every node type, a golden case in which it has a wire.
func TestOutputsAreCovered(t *testing.T) {
	wired := map[string]bool{}
	for _, c := range nodeCases(t) {
		program, _ := gen.Program(c.files.folder())
		for _, w := range program.Workflows {
			for _, n := range w.Nodes {
				for _, wire := range n.Wires {
					wired[n.Type.Value+" "+wire.Output] = true
				}
			}
		}
	}
	for _, tmpl := range all.Templates() {
		for _, out := range tmpl.Outputs {
			if !wired[tmpl.Type+" "+out.Name] {
				t.Errorf("no case of golden/nodes has a wire from output %q of %q", out.Name, tmpl.Type)
			}
		}
	}
}

// TestFieldsAreCovered wants, for every field of every node type and every value of its mode, a golden
// case that gives it.
func TestFieldsAreCovered(t *testing.T) {
	given := map[string]bool{}
	for _, c := range nodeCases(t) {
		program, _ := gen.Program(c.files.folder())
		for _, w := range program.Workflows {
			for _, n := range w.Nodes {
				for name, value := range n.Fields {
					given[n.Type.Value+" "+name] = given[n.Type.Value+" "+name] || n.Field(name) != nil
					given[n.Type.Value+" "+name+" "+value.Text] = true
				}
			}
		}
	}
	for _, tmpl := range all.Templates() {
		for _, f := range tmpl.Fields {
			if !given[tmpl.Type+" "+f.Name] {
				t.Errorf("no case of golden/nodes has the field %q of %q", f.Name, tmpl.Type)
			}
			for _, value := range f.Enum {
				if f.Name == tmpl.Mode && !given[tmpl.Type+" "+f.Name+" "+value] {
					t.Errorf("no case of golden/nodes has %q of %q set to %q", f.Name, tmpl.Type, value)
				}
			}
		}
	}
}

// TestRulesAreCovered wants a golden case of every lint rule, and a rule for every case.
func TestRulesAreCovered(t *testing.T) {
	cases, more := map[string]bool{}, map[string]bool{}
	for _, path := range archives(t, "lint") {
		cases[caseName(path)] = true
		more[ruleOf(path)] = true
	}
	for _, code := range diag.Codes() {
		if !cases[code.Name] {
			t.Errorf("golden/lint has no case of %s (%s)", code.Name, code.Title)
		}
		delete(more, code.Name)
	}
	for _, code := range slices.Sorted(maps.Keys(more)) {
		t.Errorf("golden/lint has a case of %s, and there is no such rule", code)
	}
}
