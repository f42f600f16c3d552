package expr

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// step is one selection of a chain: a name, or an index that is no literal text.
type step struct {
	name  Name
	index ast.Expr // nil for a name
	end   int      // offset after the step, its bracket included
}

// chain checks a name and all that is selected of it.
func (c *checker) chain(e ast.Expr) *Expr {
	root, steps := c.unwind(e)
	ident, ok := root.(*ast.Ident)
	if !ok {
		return c.selectAll(c.expr(root), steps)
	}
	name := c.name(ident)
	if value := c.word(ident, name.Text); value != nil {
		return c.selectAll(value, steps)
	}
	if name.Text == elementName && len(c.elements) > 0 {
		return c.selectAll(c.element(name), steps)
	}
	path := make([]Name, 1, 1+len(steps))
	path[0] = name
	for _, s := range steps {
		if s.index != nil {
			break
		}
		path = append(path, s.name)
	}
	ref, n, problem := c.scope.Resolve(path)
	if problem != nil {
		return c.unresolved(path, *problem)
	}
	value := c.reference(ref, name.Start, name.End)
	if n > 1 {
		value.End = steps[n-2].end
	}
	return c.selectAll(value, steps[n-1:])
}

// unwind takes a chain apart: its root, and its steps in the order of the document.
func (c *checker) unwind(e ast.Expr) (root ast.Expr, steps []step) {
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
			continue
		case *ast.SelectorExpr:
			steps = append(steps, step{name: c.name(x.Sel), end: c.part.offset(x.End())})
			e = x.X
			continue
		case *ast.IndexExpr:
			steps = append(steps, c.indexStep(x))
			e = x.X
			continue
		}
		slices.Reverse(steps)
		return e, steps
	}
}

func (c *checker) indexStep(x *ast.IndexExpr) step {
	s := step{index: x.Index, end: c.part.offset(x.End())}
	if literal, ok := x.Index.(*ast.BasicLit); ok && literal.Kind == token.STRING {
		text, _ := unquote(c.part.text(literal)) // the grammar made sure
		s.name = Name{Text: text, Start: c.part.offset(literal.Pos()), End: c.part.offset(literal.End())}
		s.index = nil
	}
	return s
}

// name reads a name as the document writes it: the parser saw another one where it is a keyword of Go.
func (c *checker) name(e *ast.Ident) Name {
	return Name{Text: c.part.text(e), Start: c.part.offset(e.Pos()), End: c.part.offset(e.End())}
}

// word returns the value of a reserved word, nil for a name.
func (c *checker) word(e *ast.Ident, word string) *Expr {
	switch word {
	case "true", "false":
		return c.constant(e, constant.MakeBool(word == "true"), types.Bool)
	case "null":
		return c.node(e, OpNull, types.Type{Kind: types.Null, Nullable: true})
	}
	return nil
}

func (c *checker) unresolved(path []Name, problem Problem) *Expr {
	start, end := path[0].Start, path[len(path)-1].End
	if problem.Start == 0 && problem.End == 0 {
		problem.Start, problem.End = start, end
	}
	c.problems = append(c.problems, problem)
	return &Expr{Op: OpBad, Start: start, End: end}
}

func (c *checker) reference(ref *Ref, start, end int) *Expr {
	e := &Expr{Op: OpRef, Type: ref.Type, Start: start, End: end, Ref: ref, Key: ref.Key, Row: ref.Row}
	if !c.isProved(ref.Row) {
		e.absent = ref.Row
	}
	if ref.Note != nil {
		c.open = append(c.open, e)
	}
	return e
}

// selectAll applies the steps to e. Only after the last one is the value what its type says: before, a
// column of a row that may be absent is still the plain field of the Go struct.
func (c *checker) selectAll(e *Expr, steps []step) *Expr {
	for _, s := range steps {
		if e = c.selectable(e); e.Type.Kind == types.Unknown {
			c.claim(e, types.Type{}, false)
			return &Expr{Op: OpBad, Start: e.Start, End: s.end}
		}
		if s.index == nil {
			e = c.selectName(e, s)
		} else {
			e = c.selectIndex(e, s)
		}
	}
	if e.Op == OpRef || e.Op == OpElement || len(steps) > 0 {
		return c.settle(e)
	}
	return e
}

// selectable makes sure that something can be selected of e: it is not null.
func (c *checker) selectable(e *Expr) *Expr {
	e = c.narrow(e)
	emptyThen := e.absent != "" && (e.Type.Kind == types.List || e.Type.Kind == types.Map)
	if e.Type.Kind == types.Any || !e.Type.Nullable && !emptyThen {
		return e
	}
	return c.mayBeNull(e, quote(c.source(e)), e.Type.NotNull().String())
}

// settle makes the Go representation of e what its type says.
func (c *checker) settle(e *Expr) *Expr {
	e = c.narrow(e)
	if e.absent != "" && !e.Type.Nullable && e.Type.Kind != types.Any && e.Type.Kind != types.Unknown {
		return e.wrap(OpPresent, e.Type.OrNull())
	}
	return e
}

// narrow takes null out of the type of a value that is proved to be there.
func (c *checker) narrow(e *Expr) *Expr {
	if !c.isProved(e.Key) {
		return e
	}
	e.absent = ""
	switch {
	case e.Type.Kind == types.Any:
		e.Type = e.Type.NotNull() // no pointer: its null is a value of its own
	case e.Type.Nullable && e.Type.Kind != types.Null:
		return e.wrap(OpDeref, e.Type.NotNull())
	}
	return e
}

// selectName selects a member by its name.
func (c *checker) selectName(e *Expr, s step) *Expr {
	switch e.Type.Kind {
	case types.Object:
		return c.selectField(e, s)
	case types.Any:
		member := e.Type.Member(s.name.Text).With(memberLabels(e.Type.Labels, s.name.Text))
		member.Nullable = e.Type.Nullable // null has no members
		return e.child(OpAt, member, s)
	case types.Map:
		key := constExpr(constant.MakeString(s.name.Text), types.Of(types.String), s.name.Start, s.name.End)
		return c.lookup(e, key, s)
	}
	message := quote(c.source(e)) + " is " + article(e.Type.Kind.String()) + " and has no field " + quote(s.name.Text)
	return c.mistake(&Expr{Start: s.name.Start, End: s.name.End}, diag.FC204, message, cmp.Or(elementsMend(e.Type, c.source(e), s.name.Text), memberMend(c.source(e), s.name.Text)))
}

func (c *checker) selectField(e *Expr, s step) *Expr {
	for i, f := range e.Type.Fields {
		if f.Name == s.name.Text {
			field := e.child(OpField, f.Type.With(e.Type.Labels), s)
			field.field = i
			return field
		}
	}
	var known []string
	for _, f := range e.Type.Fields {
		known = append(known, f.Name)
	}
	slices.Sort(known)
	message := quote(c.source(e)) + " has no field " + quote(s.name.Text)
	if len(known) > 0 {
		message += ", it has " + strings.Join(known, ", ")
	}
	return c.mistake(&Expr{Start: s.name.Start, End: s.name.End}, diag.FC204, message, cmp.Or(memberWord(c.source(e), s.name.Text, known), diag.DidYouMean(s.name.Text, known)))
}

func (c *checker) lookup(e, key *Expr, s step) *Expr {
	value := e.child(OpLookup, e.Type.Elem.With(e.Type.Labels).OrNull(), s)
	value.Args = append(value.Args, key)
	return value
}

// child returns the Expr of what a step selects of e.
func (e *Expr) child(op Op, t types.Type, s step) *Expr {
	return &Expr{
		Op: op, Type: t, Start: e.Start, End: s.end, Args: []*Expr{e}, Name: s.name.Text,
		Key: memberKey(e.Key, s.name.Text), Row: e.Row, absent: e.absent,
	}
}

// wrap returns e as another type, still the same value of the document.
func (e *Expr) wrap(op Op, t types.Type) *Expr {
	return &Expr{Op: op, Type: t, Start: e.Start, End: e.End, Args: []*Expr{e}, Key: e.Key, Row: e.Row, absent: e.absent}
}

func memberKey(key, name string) string {
	switch {
	case key == "" || name == "":
		return ""
	case isName(name):
		return key + "." + name
	}
	return key + "[" + strconv.Quote(name) + "]"
}

// memberLabels returns the labels that its name gives a member of an any.
func memberLabels(of types.Label, name string) types.Label {
	from := types.FromResponse
	if of.Has(types.Caller) {
		from = types.FromField
	}
	return types.LabelsOf(from, name)
}
