package tree

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// choice reads a CASE. Of several values it is one: null where one of them may be, or where none is said.
func (p *Parser) choice(e *Expr) {
	e.Op = Choice
	if !p.Peek().Is("WHEN") {
		e.Tests = append(e.Tests, p.expr())
	}
	for p.Accept("WHEN") {
		e.Tests = append(e.Tests, p.expr())
		p.Accept("THEN")
		e.Args = append(e.Args, p.expr())
	}
	if p.Accept("ELSE") {
		e.Args = append(e.Args, p.expr())
	} else {
		e.Args = append(e.Args, &Expr{Op: Null})
	}
	if !p.Accept("END") {
		e.Op = Opaque
	}
}

// cast reads CAST(x AS type) after its parenthesis.
func (p *Parser) cast(e *Expr) {
	e.Op, e.Args = Strict, []*Expr{p.expr()}
	if !p.Accept("AS") {
		e.Op = Opaque
	}
	from := p.At
	p.SkipTo(func(t token.Token) bool { return t.Is(")") })
	e.As = p.spaced(from)
	p.close()
}

// named reads a column, `t.*`, or a call.
func (p *Parser) named() *Expr {
	start := p.Peek().Start
	e := &Expr{Op: Column, Path: p.PathOf(), Start: start}
	switch {
	case p.Peek().Is(".") && p.Ahead(1).Is("*"):
		p.At += 2
		e.Op = Star
	case p.Peek().Is("("):
		p.call(e)
	case p.Peek().Kind == token.Text && strings.EqualFold(Last(e.Path), "U"):
		e.Op = Opaque
	}
	e.End = p.Ahead(-1).End
	return e
}
