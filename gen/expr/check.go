package expr

import (
	"cmp"
	"go/ast"
	"go/constant"
	"go/token"
	"slices"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// Check checks t against a place of the document and inserts the conversions that it takes to fit there.
// It always returns an Expr; with a problem, that can't be emitted.
func (t *Template) Check(s Scope, w Want) (*Expr, []Problem) {
	c := checker{scope: s, strict: w.Strict}
	var e *Expr
	if t.Whole() {
		e = c.placeholder(&t.Parts[0])
	} else {
		e = c.mixed(t)
	}
	return c.finish(e, w)
}

// Check checks one part of a template for itself, as Template.Check does a whole one: a parameter of an
// SQL statement, a part of a URL.
func (p *Part) Check(s Scope, w Want) (*Expr, []Problem) {
	c := checker{scope: s, strict: w.Strict}
	if p.IsLiteral() {
		return c.finish(literalText(p), w)
	}
	return c.finish(c.placeholder(p), w)
}

// checker checks one string of the document.
type checker struct {
	scope    Scope
	part     *Part    // the placeholder being checked
	proved   []string // keys proved not null inside the expression, on the way to here
	problems []Problem
	elements []*element // what item means, the innermost last
	count    int        // of the elements so far, so that no two have one key
	open     []*Expr    // uses of request fields to be inferred that no place has given a type yet
	instead  string     // of the place that is wanted, once the expression is put there
	strict   bool       // null is no operand of == and != (Want.Strict)
}

func (c *checker) finish(e *Expr, w Want) (*Expr, []Problem) {
	before := len(c.problems)
	c.instead = w.Instead
	e = c.fit(e, w)
	if slices.ContainsFunc(c.problems[:before], func(p Problem) bool { return p.Row == "" }) {
		c.problems = c.problems[:before] // it was refused: what else does not fit may follow of that
	}
	for i := range c.problems[before:] {
		if p := &c.problems[before+i]; !p.Null {
			p.Code = cmp.Or(w.Code, p.Code)
		}
	}
	for _, use := range c.open {
		use.note(types.Type{}, false)
	}
	return e.keepTo(w.Syntax), c.problems
}

func (c *checker) placeholder(p *Part) *Expr {
	c.part = p
	if p.bad {
		return &Expr{Op: OpBad, Start: p.Start, End: p.End}
	}
	return c.expr(p.Code)
}

// mixed checks a string of literal text and placeholders: a text.
func (c *checker) mixed(t *Template) *Expr {
	start, end := t.bounds()
	if text, ok := t.Literal(); ok {
		return constExpr(constant.MakeString(text), types.Of(types.String), start, end)
	}
	e := &Expr{Op: OpText, Type: types.Of(types.String), Start: start, End: end}
	for i := range t.Parts {
		p := &t.Parts[i]
		arg := literalText(p)
		if !p.IsLiteral() {
			arg = c.placeholder(p)
			arg = c.inText(arg, quote(c.source(arg)))
		}
		e.Args = append(e.Args, arg)
		e.Type.Labels |= arg.Type.Labels
	}
	if len(e.Args) == 1 {
		return e.Args[0]
	}
	return e
}

func literalText(p *Part) *Expr {
	return constExpr(constant.MakeString(p.Literal), types.Of(types.String), p.Start, p.End)
}

// expr checks one node of an expression and all below it.
func (c *checker) expr(e ast.Expr) *Expr {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return c.expr(e.X)
	case *ast.BasicLit:
		return c.literal(e)
	case *ast.UnaryExpr:
		return c.unary(e)
	case *ast.BinaryExpr:
		return c.binary(e)
	case *ast.CallExpr:
		return c.call(e)
	}
	return c.chain(e) // a name, a selector or an index: the grammar has nothing else
}

func (c *checker) literal(e *ast.BasicLit) *Expr {
	switch e.Kind {
	case token.STRING:
		text, _ := unquote(c.part.text(e)) // the grammar made sure
		return c.constant(e, constant.MakeString(text), types.String)
	case token.INT:
		return c.constant(e, constant.MakeFromLiteral(e.Value, token.INT, 0), types.Int)
	}
	return c.constant(e, constant.ToFloat(constant.MakeFromLiteral(e.Value, token.FLOAT, 0)), types.Float)
}

// constant makes the Expr of a value known at compile time, with a problem where its type can't hold it.
func (c *checker) constant(e ast.Expr, v constant.Value, k types.Kind) *Expr {
	node := c.node(e, OpConst, types.Of(k))
	if !representable(v, k) {
		return c.mistake(node, diag.FC206, quote(c.part.text(e))+" overflows "+k.String(), "")
	}
	node.value = v
	return node
}

func (c *checker) node(e ast.Expr, op Op, t types.Type, args ...*Expr) *Expr {
	return &Expr{Op: op, Type: t, Start: c.part.offset(e.Pos()), End: c.part.offset(e.End()), Args: args}
}

func constExpr(v constant.Value, t types.Type, start, end int) *Expr {
	return &Expr{Op: OpConst, Type: t, Start: start, End: end, value: v}
}

// mistake reports a problem at e, but in what was refused as a whole, and returns what stands in its place: an Expr of
// unknown type.
func (c *checker) mistake(e *Expr, code *diag.Code, message, hint string) *Expr {
	bad := &Expr{Op: OpBad, Start: e.Start, End: e.End}
	around := func(p Problem) bool { return p.Start <= e.Start && e.End <= p.End && p.End-p.Start > e.End-e.Start }
	if slices.ContainsFunc(c.problems, around) {
		return bad
	}
	c.problems = append(c.problems, Problem{Code: code, Message: message, Hint: hint, Start: e.Start, End: e.End})
	return bad
}

// source returns e as the document writes it.
func (c *checker) source(e *Expr) string {
	if c.part == nil || e.Start < c.part.base || e.End > c.part.base+len(c.part.source) {
		return ""
	}
	return c.part.source[e.Start-c.part.base : e.End-c.part.base]
}

// isProved reports whether the value of a key is known not to be null here.
func (c *checker) isProved(key string) bool {
	return key != "" && (slices.Contains(c.proved, key) || c.scope.Proved(key))
}

// within checks e where the given keys are proved not null as well.
func (c *checker) within(proved []string, e ast.Expr) *Expr {
	before := len(c.proved)
	c.proved = append(c.proved, proved...)
	checked := c.expr(e)
	c.proved = c.proved[:before]
	return checked
}
