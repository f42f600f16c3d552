package ir

import (
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// inputs checks the input of a Go function: each entry against the field of its struct.
func (c *checker) inputs(v *Value) *Typed {
	fn := c.step.Node.Function()
	typed := &Typed{Tree: v.Tree, Type: fn.In}
	for i, key := range v.Tree.Keys {
		field, _ := fn.In.Field(key) // an unknown one is reported by the node's own check, and fits everything
		in := &input{checker: c, field: v.Field, key: key, name: c.step.Qualified(types.GoName(key))}
		if field.Type.Labels.Has(types.Secret) {
			c.secret(v.Tree.Items[i].JSON, key)
		}
		typed.Items = append(typed.Items, in.value(v.Tree.Items[i], field.Type))
	}
	return typed
}

// Passed implements templates.Pass.
func (p *pass) Passed(field string) types.Label {
	if p.step == nil || p.step.Value[field] == nil {
		return 0
	}
	var labels types.Label
	typed := p.step.Value[field]
	for i, item := range typed.Items {
		kept, _ := typed.Type.Field(typed.Tree.Keys[i])
		item.Walk(func(t *Typed) {
			if t.Expr != nil {
				labels |= t.Expr.Type.AllLabels() &^ kept.Type.AllLabels()
			}
		})
	}
	return labels
}

// secret accepts exactly {{env.NAME}} (FC401).
func (c *checker) secret(v *schema.Value, key string) {
	if v.Kind == schema.String && templates.Variable(v.Text) != "" {
		return
	}
	c.step.Node.report(&c.b.list, noVariable(v, key))
}

// noVariable is the diagnostic of a secret that is not {{env.NAME}} (FC401). What is empty was in no file.
func noVariable(v *schema.Value, key string) diag.Diagnostic {
	d := diag.Diagnostic{
		Code: diag.FC401, Span: v.Span, Message: fmt.Sprintf("secret written on a node: %q takes exactly {{env.NAME}}", key),
		Hint: "move the value to an environment variable, write {{env.NAME}}, and replace the value: it has been in a file",
	}
	if v.Kind == schema.String && strings.TrimSpace(v.Text) == "" {
		d.Message = fmt.Sprintf("%q names no environment variable yet: it takes exactly {{env.NAME}}", key)
		d.Hint = "write the name of the variable that holds the secret"
	}
	return d
}

// input is one entry of a function's input.
type input struct {
	*checker
	field *templates.Field
	key   string
	name  string // of the Go struct of an object that is any
	null  bool   // null may stand here although nothing of that type is null elsewhere: it is, from then on
}

func (in *input) want(t types.Type) expr.Want {
	return expr.Want{Type: t, What: fmt.Sprintf("%q in field %q", in.key, in.field.Name)}
}

// value checks JSON of the document against a type that Go declares.
func (in *input) value(t *Tree, want types.Type) *Typed {
	switch kind := t.JSON.Kind; {
	case kind == schema.String:
		return in.text(t, want)
	case want.Kind == types.Any || want.Kind == types.Unknown:
		w := in.checker.want(in.field)
		w.Type.Nullable = true // null is a value of any type
		return in.tree(t, in.field, w, in.name)
	case kind == schema.Object && (want.Kind == types.Object || want.Kind == types.Map):
		return in.object(t, want)
	case kind == schema.Array && want.Kind == types.List:
		typed := &Typed{Tree: t, Type: want}
		for _, item := range t.Items {
			typed.Items = append(typed.Items, in.value(item, *want.Elem))
		}
		return typed
	case kind == schema.Object || kind == schema.Array:
		in.b.mismatch(in.step.Node, t.JSON, in.want(want), kindNames[kind])
		return &Typed{Tree: t}
	}
	return in.scalar(t, want)
}

// text checks a string. What holds objects is converted where it is emitted, as Go knows them by other names.
func (in *input) text(t *Tree, want types.Type) *Typed {
	w := in.want(want)
	w.Type.Nullable = w.Type.Nullable || in.null
	if holdsObject(want) {
		w.Type = types.Type{Nullable: true} // which null is refused, is seen below: an any becomes what Go wants
	}
	typed := in.checker.text(t, w)
	got := typed.Type
	typed.null = got.Nullable || got.Kind == types.Null
	want.Nullable = want.Nullable || in.null && got.Nullable
	switch {
	case typed.Expr == nil || got.Kind == types.Unknown || got.Kind == types.Null || got.Kind == types.Any:
	case holdsObject(want) && !want.Accepts(got):
		in.b.mismatch(in.step.Node, t.JSON, in.want(want), got.String())
	case want.Nullable && !got.Nullable:
		typed.Expr = &expr.Expr{
			Op: expr.OpPointer, Type: typed.Expr.Type.OrNull(), Args: []*expr.Expr{typed.Expr},
			Start: typed.Expr.Start, End: typed.Expr.End,
		}
		typed.Type = typed.Type.OrNull()
	}
	return typed
}

func holdsObject(t types.Type) bool {
	return t.Kind == types.Object || t.Elem != nil && holdsObject(*t.Elem)
}

// object checks an object that is written out, entry by entry.
func (in *input) object(t *Tree, want types.Type) *Typed {
	typed := &Typed{Tree: t, Type: want.NotNull()}
	for i, key := range t.Keys {
		inner := want.Elem
		if want.Kind == types.Object {
			field, known := want.Field(key)
			if !known {
				in.report(diag.FC202, keySpan(t.JSON, key), fmt.Sprintf("%s has no field %q", want.Go, key), oneOf(key, fieldNames(want)))
			}
			inner = &field.Type
		}
		typed.Items = append(typed.Items, in.value(t.Items[i], *inner))
	}
	for _, f := range want.Fields {
		if t.JSON.Get(f.Name) == nil && !f.Optional && !f.Type.Nullable {
			in.report(diag.FC201, t.JSON.Span, fmt.Sprintf("%s needs the field %q", want.Go, f.Name), "")
		}
	}
	return typed
}

func (in *input) report(code *diag.Code, span diag.Span, message, hint string) {
	in.step.Node.report(&in.b.list, diag.Diagnostic{Code: code, Span: span, Message: message, Hint: hint})
}

func fieldNames(t types.Type) []string {
	var names []string
	for _, f := range t.Fields {
		names = append(names, f.Name)
	}
	return sorted(names)
}

// scalar checks null, a bool or a number that is written out.
func (in *input) scalar(t *Tree, want types.Type) *Typed {
	w := in.want(want)
	w.Type.Nullable = w.Type.Nullable || in.null
	typed := in.literal(t, w)
	if !want.Accepts(typed.Type) && typed.Type.Kind != types.Null {
		in.b.mismatch(in.step.Node, t.JSON, w, typed.Type.String())
	}
	return typed
}
