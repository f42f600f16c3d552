package tree

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// call reads the arguments of a function, with what may follow it.
func (p *Parser) call(e *Expr) {
	e.Op, e.Text = Call, Last(e.Path)
	p.Accept("(")
	e.Distinct = p.Peek().Is("DISTINCT")
	p.AcceptOne("DISTINCT", "ALL", "VARIADIC", "BOTH", "LEADING", "TRAILING")
	if p.Ahead(-2).Is("EXTRACT") && p.Ahead(1).Is("FROM") {
		e.Args = append(e.Args, &Expr{Op: Literal, Text: "'" + p.Peek().Src + "'"}) // the part of a date
		p.At += 2
	}
	for !p.Peek().Is(")") && p.Peek().Kind != token.None {
		at := p.At
		p.argument(e)
		if p.At == at {
			e.Op = Opaque
			p.SkipTo(func(t token.Token) bool { return t.Is(")") })
		}
	}
	p.Accept(")")
	p.after(e)
	if name := strings.ToLower(e.Text); (name == "iif" || name == "if") && len(e.Args) > 1 && len(e.Path) == 1 {
		e.chooses()
	}
}

// chooses makes iif(a, x, b, y, z), as SQLite writes it, the CASE that it is.
func (e *Expr) chooses() {
	args := e.Args
	e.Op, e.Args = Choice, nil
	for ; len(args) > 1; args = args[2:] {
		e.Tests, e.Args = append(e.Tests, args[0]), append(e.Args, args[1])
	}
	if len(args) == 0 {
		args = []*Expr{{Op: Null}}
	}
	e.Args = append(e.Args, args[0])
}

// argument reads one argument, and the words that may stand between two.
func (p *Parser) argument(e *Expr) {
	if !p.Peek().Is("(") && p.AtQuery(0) {
		e.Args = append(e.Args, &Expr{Op: Scalar, Query: p.Query()})
		return
	}
	name := ""
	if p.Peek().Name() != "" && p.Ahead(1).Is("=>", ":=") {
		name = p.Peek().Name()
		p.At, e.Mixed = p.At+2, true
	}
	e.Names = append(e.Names, name)
	least := tieOr
	if strings.EqualFold(e.Text, "position") { // (a IN b)
		least = tieOther
	}
	e.Args = append(e.Args, p.binary(least))
	switch {
	case p.AcceptOne(",", "FROM", "PLACING", "IN", ":"), p.Peek().Is("FOR") && p.Accept("FOR"):
	case p.Accept("ORDER", "BY"):
		e.Beside = append(e.Beside, p.ordered()...)
	case p.Accept("AS"):
		p.TypeName()
	}
}

// after reads WITHIN GROUP, FILTER and OVER.
func (p *Parser) after(e *Expr) {
	if p.Accept("WITHIN", "GROUP", "(") {
		p.Accept("ORDER", "BY")
		e.Args = append(e.Args, p.ordered()...) // it gives the values
		p.close()
		e.within = true
	}
	if p.Accept("FILTER", "(") {
		p.Accept("WHERE")
		e.Beside = append(e.Beside, p.expr())
		p.SkipTo(func(t token.Token) bool { return t.Is(")") })
		p.Accept(")")
		e.Filter = true
	}
	_ = p.Accept("IGNORE", "NULLS") || p.Accept("RESPECT", "NULLS")
	switch {
	case p.Peek().Is("OVER") && p.Ahead(1).Is("("):
		p.At++
		by, framed := p.window()
		e.Beside = append(e.Beside, by...)
		e.Over, e.Own = true, !framed && !e.Filter
	case p.Peek().Is("OVER") && p.Ahead(1).Name() != "":
		p.At += 2
		e.Over = true
	}
}

// window reads the parenthesis of an OVER or of a WINDOW: what its rows are divided and ordered by, and whether more is
// said, as a frame is, which may leave the row itself out.
func (p *Parser) window() ([]*Expr, bool) {
	if !p.Accept("(") {
		return nil, true
	}
	var by []*Expr
	from := p.At
	p.SkipTo(func(t token.Token) bool { return t.Is("PARTITION", "ORDER", ")") })
	framed := p.At > from
	for p.Accept("PARTITION", "BY") || p.Accept("ORDER", "BY") {
		by = append(by, p.ordered()...)
	}
	p.SkipTo(func(t token.Token) bool { return t.Is(")") })
	framed = framed || slices.ContainsFunc(p.Tokens[from:p.At], func(t token.Token) bool { return t.Is("ROWS", "RANGE", "GROUPS") })
	p.Accept(")")
	return by, framed
}
