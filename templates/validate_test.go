package templates_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

func TestValidateTemplate(t *testing.T) {
	emit := func(templates.Step) {}
	good := func() templates.Template {
		return templates.Template{
			Type: "wait", Title: "Wait", Doc: "Waits a while.", Emit: emit, Mode: "waitMode",
			Fields: []templates.Field{
				{Name: "waitMode", Doc: "How it waits.", Shape: templates.Choice, Enum: []string{"idle", "busy"}, Default: "idle"},
				{Name: "waitFor", Doc: "How long.", Shape: templates.Duration, Default: "5s", When: templates.Is("waitMode", "idle")},
			},
			Outputs: []templates.Output{{Name: "out", Doc: "After the wait."}},
		}
	}
	for _, test := range []struct {
		name   string
		change func(*templates.Template)
		want   string // in the one error; "" is none
	}{
		{"good", func(*templates.Template) {}, ""},
		{"an icon of markup", func(t *templates.Template) { t.Face.Icon = []string{`M0 0"/><script>`} }, "wait : has an icon with more than path data"},
		{"another group", func(t *templates.Template) { t.Face.Group = "other" }, "wait : is of no group that there is"},
		{"no doc", func(t *templates.Template) { t.Doc = "" }, "wait : needs a Doc"},
		{"no doc of a field", func(t *templates.Template) { t.Fields[1].Doc = "" }, "wait waitFor: needs a Doc"},
		{"no doc of an output", func(t *templates.Template) { t.Outputs[0].Doc = "after" }, "wait out: needs a Doc"},
		{"no emitter", func(t *templates.Template) { t.Emit = nil }, "needs a type, a title and Emit"},
		{"entry without a route", func(t *templates.Template) { t.Entry = &templates.EntrySpec{} }, "has a route"},
		{"mode that is no field", func(t *templates.Template) { t.Mode = "waitHow" }, "waitHow: is the mode"},
		{"choice without values", func(t *templates.Template) {
			t.Fields = append(t.Fields, templates.Field{Name: "a", Doc: "A choice.", Shape: templates.Choice})
		}, "has values"},
		{"default that does not parse", func(t *templates.Template) { t.Fields[1].Default = "5 s" }, "which a document could not hold"},
		{"default of a required field", func(t *templates.Template) { t.Fields[1].Required = true }, "is required, and has the default"},
		{"header that is no text", func(t *templates.Template) { t.Fields[1].Header = true }, "names a header"},
		{"condition on nothing", func(t *templates.Template) { t.Fields[1].When = templates.Is("waitHow", "x") }, `depends on "waitHow"`},
		{"condition on the absence of nothing", func(t *templates.Template) { t.Fields[1].When = templates.When{}.Unless("waitHow") }, `depends on "waitHow" being absent`},
		{"condition that never holds", func(t *templates.Template) { t.Fields[1].When = templates.Is("waitMode", "x") }, "which it never is"},
		{"input of no function", func(t *templates.Template) {
			t.Fields = append(t.Fields, templates.Field{Name: "a", Doc: "An input.", Shape: templates.Inputs})
		}, "the node calls none"},
		{"required out", func(t *templates.Template) { t.Outputs[0].Required = true }, "is required"},
		{"two kinds of fields", func(t *templates.Template) {
			t.Outputs[0].Fields = []types.Field{}
			t.Outputs[0].Of = func(templates.Pass) types.Type { return types.Type{} }
		}, "has both Fields and Of"},
		{"proof of nothing", func(t *templates.Template) { t.Outputs[0].Proves = "x" }, `proves something of "x"`},
		{"field twice", func(t *templates.Template) { t.Fields = append(t.Fields, t.Fields[1]) }, "waitFor: is declared twice"},
		{"output twice", func(t *templates.Template) { t.Outputs = append(t.Outputs, t.Outputs[0]) }, "out: is declared twice"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tmpl := good()
			test.change(&tmpl)
			errs := templates.ValidateTemplate(&tmpl)
			if test.want == "" && len(errs) == 0 {
				return
			}
			if len(errs) != 1 || test.want == "" || !strings.Contains(errs[0].Error(), test.want) {
				t.Errorf("got %v, want one error with %q", errors.Join(errs...), test.want)
			}
		})
	}
}
