package ir

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// checker checks the fields of one step.
type checker struct {
	b     *builder
	step  *Step
	field *templates.Field // of the step, that is being checked
	under string           // the member that the object being checked is; "" of the outermost one
}

// fields checks the step's fields in the order of their declaration.
func (c *checker) fields() {
	t := c.step.Node.Template
	if t == nil {
		return
	}
	for i := range t.Fields {
		v := c.step.Node.Fields[t.Fields[i].Name]
		if v == nil || v.Tree == nil || c.step.Node.leavesToEnd(v.Field) {
			continue
		}
		c.field = v.Field
		switch v.Field.Shape {
		case templates.Query:
			c.step.Value[v.Field.Name] = c.query(v)
		case templates.Inputs:
			c.step.Value[v.Field.Name] = c.handing(v)
		case templates.URL:
			c.step.Value[v.Field.Name] = c.url(v)
		case templates.Key:
			c.step.Value[v.Field.Name] = c.key(v)
		case templates.Expr, templates.Cond:
			if c.alike(v) {
				continue
			}
			c.step.Value[v.Field.Name] = c.text(v.Tree, c.want(v.Field))
			c.constant(v)
		case templates.Bare:
			c.step.Value[v.Field.Name] = c.text(v.Tree, c.bare(v))
			c.constant(v)
		case templates.JSON:
			c.step.Value[v.Field.Name] = c.body(v)
		default:
			c.step.Value[v.Field.Name] = c.tree(v.Tree, v.Field, c.want(v.Field), c.step.Qualified(v.Field.Suffix))
		}
	}
}

// isBytes reports whether a text is exactly one placeholder of type bytes: those are written as they are.
func (c *checker) isBytes(v *Value) bool {
	if !v.Tree.Text.Whole() {
		return false
	}
	e, _ := v.Tree.Text.Check(&scope{step: c.step, value: v.JSON}, expr.Want{})
	return e.Type.Kind == types.Bytes
}

// want is the type and form that a field takes.
func (c *checker) want(f *templates.Field) expr.Want {
	w := expr.Want{Type: f.Type, List: f.Listed, Text: f.Text, Repeats: f.Repeats, ZeroNull: f.ZeroNull,
		Rows: f.Costly, Strict: f.Within != "", What: fmt.Sprintf("field %q", f.Name)}
	switch f.Shape {
	case templates.Cond:
		w.Type = types.Of(types.Bool)
	case templates.JSON, templates.Object, templates.Cookies:
		w.Type.Nullable = !f.NoNull
	}
	switch {
	case f.Shape == templates.Cookies:
		w.Syntax = expr.CookieValue
	case f.Headers:
		w.Syntax = expr.HeaderValue
	}
	return w
}

// text checks one string.
func (c *checker) text(t *Tree, w expr.Want) *Typed {
	typed, problems := c.checked(t, w)
	c.report(t.JSON, problems)
	return typed
}

func (c *checker) checked(t *Tree, w expr.Want) (*Typed, []expr.Problem) {
	sc := &scope{step: c.step, value: t.JSON}
	e, problems := t.Text.Check(c.names(sc), w)
	problems = append(sc.mend(problems), append(c.step.Flow.bodyAsScalar(e), c.step.beyond(e)...)...)
	for i := range problems {
		c.blame(&problems[i], t)
	}
	typed := &Typed{Tree: t, Expr: e}
	if e != nil {
		typed.Type = e.Type.Plain()
	}
	if slices.ContainsFunc(problems, func(p expr.Problem) bool { return p.Row == "" }) {
		typed.Type, typed.refused = types.Type{Labels: typed.Type.Labels}, true // what it would be says nothing
	}
	return typed, problems
}

// names say what names mean in the field that is being checked.
func (c *checker) names(sc *scope) expr.Scope {
	if c.field.Within == "" {
		return sc
	}
	return &within{scope: sc, carried: c.step.carriedBy(c.field.Within)}
}

// report reports the problems of the string v, but for rows that may be absent.
func (c *checker) report(v *schema.Value, problems []expr.Problem) {
	problems = slices.DeleteFunc(problems, func(p expr.Problem) bool { return p.Row != "" && c.absent(v, p) })
	c.step.Node.expressionProblems(&c.b.list, v, problems)
}

// tree checks every string inside a JSON value. Its Go type, if it needs one, is called
// name.
func (c *checker) tree(t *Tree, f *templates.Field, w expr.Want, name string) *Typed {
	switch t.JSON.Kind {
	case schema.String:
		return c.text(t, w)
	case schema.Array:
		return c.array(t, f, w, name+"Item")
	case schema.Object:
		return c.object(t, f, w, name)
	}
	return c.literal(t, w)
}

// inside checks a value inside an array or object. What is text by nature holds neither.
func (c *checker) inside(t *Tree, f *templates.Field, w expr.Want, name string) *Typed {
	if w.Repeats && t.JSON.Kind == schema.Array {
		w.Repeats, w.Type.Nullable = false, false // of its items
		return c.array(t, f, w, name)
	}
	if kind := t.JSON.Kind; w.Text && (kind == schema.Array || kind == schema.Object) {
		c.b.mismatch(c.step.Node, t.JSON, w, kindNames[kind])
		return &Typed{Tree: t}
	}
	return c.tree(t, f, w, name)
}

// array checks a list. Items of one type share the struct of the first; of several types,
// they are any.
func (c *checker) array(t *Tree, f *templates.Field, w expr.Want, name string) *Typed {
	typed := &Typed{Tree: t}
	elem := types.Of(types.Any)
	for i, item := range t.Items {
		itemName := name
		if i > 0 {
			itemName += strconv.Itoa(i + 1)
		}
		it := c.inside(item, f, w, itemName)
		typed.Items = append(typed.Items, it)
		switch {
		case i == 0:
			elem = it.Type
		case it.become(elem):
			elem = elem.WithLabelsOf(it.Type)
		default:
			elem = elem.Loose().WithLabelsOf(it.Type)
		}
	}
	typed.Type = types.ListOf(elem)
	return typed
}

// become gives a literal, and all that is in it, the structs of a type that it equals. It
// reports whether the value then is of that type in Go.
func (t *Typed) become(want types.Type) bool {
	if !t.canBecome(want) {
		return false
	}
	t.rename(want)
	return true
}

func (t *Typed) canBecome(want types.Type) bool {
	if want.Kind == types.Any && t.Expr == nil {
		return true // it is converted
	}
	if !t.Type.Equal(want) {
		return false
	}
	if len(t.Items) == 0 {
		return t.Type.SameGo(want)
	}
	for i, item := range t.Items {
		if !item.canBecome(inside(want, i)) {
			return false
		}
	}
	return true
}

func (t *Typed) rename(want types.Type) {
	if want.Kind == types.Any {
		return
	}
	t.Type = want.WithLabelsOf(t.Type)
	for i, item := range t.Items {
		item.rename(inside(want, i))
	}
}

// inside is the type of item i of a list or object.
func inside(t types.Type, i int) types.Type {
	if t.Kind == types.Object {
		return t.Fields[i].Type
	}
	return *t.Elem
}

// object checks an object. One with a name that no struct of Go can have is an any.
func (c *checker) object(t *Tree, f *templates.Field, w expr.Want, name string) *Typed {
	typed := &Typed{Tree: t, Type: types.Type{Kind: types.Object, Go: name}}
	for i, key := range t.Keys {
		inner := w
		inner.What = fmt.Sprintf("%q in field %q", key, f.Name)
		if slices.Contains(f.TextKeys, key) {
			inner.Text, inner.Type = true, types.Of(types.String)
		}
		if f.Headers && strings.EqualFold(key, "Set-Cookie") {
			inner.Syntax = expr.CookieValue // a semicolon would begin an attribute
		}
		item := c.member(t, i, f, inner, name)
		typed.Items = append(typed.Items, item)
		typed.Type.Fields = append(typed.Type.Fields, expr.Made(key, item.Type, item.Expr))
	}
	for _, name := range t.Names {
		typed.Names = append(typed.Names, c.name(name, f))
	}
	switch {
	case t == c.named(f):
	case typed.Named():
		typed.Type = types.Of(types.Any).With(typed.allLabels())
	case slices.ContainsFunc(t.Keys, func(key string) bool { return !types.HasTag(key) }):
		typed.Type = typed.Type.Loose()
	}
	return typed
}

// member checks a member of an object, whose Go type is called name.
func (c *checker) member(t *Tree, i int, f *templates.Field, w expr.Want, name string) *Typed {
	switch {
	case f.Format == nil:
	case isMarkup(t, c.under, t.Keys[i], t.Items[i]):
		return c.written(t.Items[i], (*expr.Template).CheckHTML)
	case asksGraphQL(t.Keys[i], t.Items[i]):
		return c.graphQL(t.Items[i])
	}
	inner := *c
	inner.under = t.Keys[i]
	return inner.inside(t.Items[i], f, w, name+types.GoName(t.Keys[i]))
}

// name checks the name of a member that has placeholders: a text. It is nil where it has none.
func (c *checker) name(t *Tree, f *templates.Field) *Typed {
	if t == nil {
		return nil
	}
	return c.text(t, expr.Want{
		Type: types.Of(types.String), Text: true, Rows: f.Sink != templates.Answer, What: fmt.Sprintf("a key in field %q", f.Name),
	})
}

// Named reports whether the name of a member is known at run time only.
func (t *Typed) Named() bool {
	return slices.ContainsFunc(t.Names, func(name *Typed) bool { return name != nil })
}

// allLabels is the union of the labels of a value and of the names of its members.
func (t *Typed) allLabels() types.Label {
	labels := t.Type.AllLabels()
	for _, name := range t.Names {
		if name != nil {
			labels |= name.Type.AllLabels()
		}
	}
	return labels
}

// named is the object of a field whose names are fields of what the node yields or signs: read has checked them.
func (c *checker) named(f *templates.Field) *Tree {
	if f.Shape != templates.Object {
		return nil
	}
	return c.step.Node.Fields[f.Name].Tree
}

// literal types null, a bool or a number.
func (c *checker) literal(t *Tree, w expr.Want) *Typed {
	typed := &Typed{Tree: t}
	switch t.JSON.Kind {
	case schema.Null:
		typed.Type = types.Of(types.Null).OrNull()
		if !w.Type.Nullable {
			c.b.mismatch(c.step.Node, t.JSON, w, "null")
		}
		return typed
	case schema.Bool:
		typed.Type = types.Of(types.Bool)
	case schema.Number:
		typed.Type = c.number(t.JSON)
	}
	if w.Text {
		typed.Type = types.Of(types.String)
	}
	return typed
}

func (c *checker) number(v *schema.Value) types.Type {
	if _, err := strconv.ParseInt(v.Text, 10, 64); err == nil {
		return types.Of(types.Int)
	}
	if !strings.ContainsAny(v.Text, ".eE") {
		c.b.refuse(c.step.Node, v, fmt.Sprintf("number %s is no int of 64 bits, and a float would not hold all of its digits", v.Text))
		return types.Of(types.Int)
	}
	if _, err := strconv.ParseFloat(v.Text, 64); err != nil {
		c.b.refuse(c.step.Node, v, fmt.Sprintf("number %s is out of range", v.Text))
	}
	return types.Of(types.Float)
}

func (b *builder) mismatch(n *Node, v *schema.Value, w expr.Want, got string) {
	n.report(&b.list, diag.Diagnostic{
		Code: diag.FC206, Span: v.Span, Message: fmt.Sprintf("%s: want %s, got %s", w.What, w.Type, got),
	})
}
