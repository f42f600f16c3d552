package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// ValidateTemplate finds what is missing or contradictory in the declaration of a node type, for
// tests: documentation, the JSON Schema, the canvas and the checks are all made from it.
func ValidateTemplate(t *Template) []error {
	v := &validator{t: t}
	if t.Type == "" || t.Title == "" || t.Emit == nil {
		v.report("", "needs a type, a title and Emit")
	}
	v.doc("", t.Doc)
	if problem := t.Face.problem(); problem != "" {
		v.report("", "%s", problem)
	}
	if called := t.Reuse != nil && t.Reuse.Called; t.Entry != nil && (t.Entry.Route == nil) != called {
		v.report("", "an entry point has a route, unless workflows call it")
	}
	leads := slices.ContainsFunc(t.Outputs, Output.leadsIntoRegion)
	if leads != (t.Region.Does != "") || leads != (t.Region.Suffix != "") {
		v.report("", "a node with a region, and no other, says what that does and how its function is called")
	}
	if mode := v.field(t.Mode); t.Mode != "" && (mode == nil || mode.Shape != Choice) {
		v.report(t.Mode, "is the mode, and no Choice field")
	}
	for i := range t.Fields {
		v.fieldOf(&t.Fields[i])
	}
	if (t.Further != nil) != (t.Docs.Further != "") {
		v.report("", "says of further outputs which they are, and of none nothing")
	}
	for i := range t.Outputs {
		v.output(&t.Outputs[i])
	}
	v.unique()
	return v.errs
}

// leadsIntoRegion reports whether the region of the node begins behind the output.
func (o Output) leadsIntoRegion() bool { return o.Role == Try }

// validator collects what is wrong with one node type.
type validator struct {
	t    *Template
	errs []error
}

// report adds a problem of the field or output called name; of the node type where that is "".
func (v *validator) report(name, format string, args ...any) {
	v.errs = append(v.errs, fmt.Errorf("%s %s: %s", v.t.Type, name, fmt.Sprintf(format, args...)))
}

// doc wants sentences.
func (v *validator) doc(name, doc string) {
	if len(strings.Fields(doc)) < 2 || !strings.HasSuffix(doc, ".") {
		v.report(name, "needs a Doc in sentences, has %q", doc)
	}
}

func (v *validator) field(name string) *Field {
	for i := range v.t.Fields {
		if v.t.Fields[i].Name == name {
			return &v.t.Fields[i]
		}
	}
	return nil
}

func (v *validator) fieldOf(f *Field) {
	v.doc(f.Name, f.Doc)
	v.when(f.Name, f.When)
	v.when(f.Name, f.Needed)
	v.when(f.Name, f.Defaults)
	if chosen := f.Shape == Choice || f.Shape == List && f.Enum != nil; chosen != (len(f.Enum) > 0) {
		v.report(f.Name, "a Choice, and beside it a List, has values to choose from")
	}
	if f.Shape == Inputs && !slices.ContainsFunc(v.t.Fields, func(o Field) bool { return o.Shape == Func || o.Shape == Stem }) {
		v.report(f.Name, "is the input of a Go function or a workflow, and the node calls none")
	}
	if like := v.field(f.Like); f.Like != "" && (f.Shape != Bare || like == nil || like.Shape != Cases) {
		v.report(f.Name, "is of the type of %q, which is no Cases field", f.Like)
	}
	if f.Env && f.Shape != Text || f.Several && f.Shape != Text && f.Shape != Choice {
		v.report(f.Name, "may be a variable or a list, and is no Text or Choice field")
	}
	if f.Header && f.Shape != Text {
		v.report(f.Name, "names a header, and is no Text field")
	}
	if (f.Required || !f.Needed.IsZero()) && f.Default != "" {
		v.report(f.Name, "is required, and has the default %q", f.Default)
	}
	if f.Default != "" && !readable(f) {
		v.report(f.Name, "has the default %q, which a document could not hold", f.Default)
	}
}

// readable reports whether a field's default reads as its shape.
func readable(f *Field) bool {
	var err error
	switch f.Shape {
	case Text:
	case Choice:
		return slices.Contains(f.Enum, f.Default)
	case Int:
		var n int64
		n, err = strconv.ParseInt(f.Default, 10, 64)
		return err == nil && (f.Max == 0 || f.Min <= n && n <= f.Max)
	case Bool:
		_, err = strconv.ParseBool(f.Default)
	case Duration:
		_, err = types.ParseDuration(f.Default)
	case Size:
		return strings.HasSuffix(f.Default, "iB") || strings.Trim(f.Default, "0123456789") == ""
	case Secret:
		return strings.HasPrefix(f.Default, "{{env.") && strings.HasSuffix(f.Default, "}}")
	default:
		return false // the others have no default
	}
	return err == nil
}

func (v *validator) output(o *Output) {
	v.doc(o.Name, o.Doc)
	v.when(o.Name, o.When)
	if o.Required && (o.Name == "out" || o.Unwired != Ends) {
		v.report(o.Name, "is required: it can't be \"out\", nor say what happens unwired")
	}
	if o.Fields != nil && o.Of != nil {
		v.report(o.Name, "has both Fields and Of")
	}
	if o.Proves != "" && v.field(o.Proves) == nil {
		v.report(o.Name, "proves something of %q, which is no field", o.Proves)
	}
	if f := v.field(o.Rest); o.Rest != "" && (f == nil || f.Like == "") {
		v.report(o.Name, "is for the rest of %q, which is compared with nothing", o.Rest)
	}
}

// when wants a condition on a Choice or Bool field, and values that it has.
func (v *validator) when(name string, w When) {
	if w.Absent != "" && v.field(w.Absent) == nil {
		v.report(name, "depends on %q being absent, which is no field", w.Absent)
	}
	if w.Given != "" && v.field(w.Given) == nil {
		v.report(name, "depends on %q being given, which is no field", w.Given)
	}
	if w.Field == "" {
		return
	}
	if w.Also != nil {
		v.when(name, *w.Also)
	}
	f := v.field(w.Field)
	if f == nil || f.Shape != Choice && f.Shape != Bool {
		v.report(name, "depends on %q, which is no Choice or Bool field", w.Field)
		return
	}
	values := f.Enum
	if f.Shape == Bool {
		values = []string{"false", "true"}
	}
	for _, value := range w.Values {
		if !slices.Contains(values, value) {
			v.report(name, "depends on %q being %q, which it never is", w.Field, value)
		}
	}
}

// unique wants every name once; of outputs, once for each way in which the node can be set.
func (v *validator) unique() {
	seen := map[string]bool{}
	add := func(kind, name string) {
		if seen[kind+name] {
			v.report(name, "is declared twice")
		}
		seen[kind+name] = true
	}
	for _, f := range v.t.Fields {
		add("field ", f.Name)
	}
	for _, o := range v.t.Outputs {
		add("output ", o.Name+strings.Join(o.When.Values, ","))
	}
}
