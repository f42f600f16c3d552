package statement

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// call reads the arguments of a function, with what may follow it.
func (p *parser) call(e *expr) {
	e.op, e.text = call, last(e.path)
	p.accept("(")
	e.distinct = p.peek().Is("DISTINCT")
	p.acceptOne("DISTINCT", "ALL", "VARIADIC", "BOTH", "LEADING", "TRAILING")
	if p.ahead(-2).Is("EXTRACT") && p.ahead(1).Is("FROM") {
		e.args = append(e.args, &expr{op: literal, text: "'" + p.peek().Src + "'"}) // the part of a date
		p.at += 2
	}
	for !p.peek().Is(")") && p.peek().Kind != token.None {
		at := p.at
		p.argument(e)
		if p.at == at {
			e.op = opaque
			p.skipTo(func(t token.Token) bool { return t.Is(")") })
		}
	}
	p.accept(")")
	p.after(e)
	if name := strings.ToLower(e.text); (name == "iif" || name == "if") && len(e.args) > 1 && len(e.path) == 1 {
		e.chooses()
	}
}

// chooses makes iif(a, x, b, y, z), as SQLite writes it, the CASE that it is.
func (e *expr) chooses() {
	args := e.args
	e.op, e.args = choice, nil
	for ; len(args) > 1; args = args[2:] {
		e.tests, e.args = append(e.tests, args[0]), append(e.args, args[1])
	}
	if len(args) == 0 {
		args = []*expr{{op: null}}
	}
	e.args = append(e.args, args[0])
}

// argument reads one argument, and the words that may stand between two.
func (p *parser) argument(e *expr) {
	if !p.peek().Is("(") && p.atQuery(0) {
		e.args = append(e.args, &expr{op: scalar, query: p.query()})
		return
	}
	name := ""
	if p.peek().Name() != "" && p.ahead(1).Is("=>", ":=") {
		name = p.peek().Name()
		p.at, e.mixed = p.at+2, true
	}
	e.names = append(e.names, name)
	least := tieOr
	if strings.EqualFold(e.text, "position") { // (a IN b)
		least = tieOther
	}
	e.args = append(e.args, p.binary(least))
	switch {
	case p.acceptOne(",", "FROM", "PLACING", "IN", ":"), p.peek().Is("FOR") && p.accept("FOR"):
	case p.accept("ORDER", "BY"):
		e.beside = append(e.beside, p.ordered()...)
	case p.accept("AS"):
		p.typeName()
	}
}

// after reads WITHIN GROUP, FILTER and OVER.
func (p *parser) after(e *expr) {
	if p.accept("WITHIN", "GROUP", "(") {
		p.accept("ORDER", "BY")
		e.args = append(e.args, p.ordered()...) // it gives the values
		p.close()
		e.within = true
	}
	if p.accept("FILTER", "(") {
		p.accept("WHERE")
		e.beside = append(e.beside, p.expr())
		p.skipTo(func(t token.Token) bool { return t.Is(")") })
		p.accept(")")
		e.filter = true
	}
	_ = p.accept("IGNORE", "NULLS") || p.accept("RESPECT", "NULLS")
	switch {
	case p.peek().Is("OVER") && p.ahead(1).Is("("):
		p.at++
		by, framed := p.window()
		e.beside = append(e.beside, by...)
		e.over, e.own = true, !framed && !e.filter
	case p.peek().Is("OVER") && p.ahead(1).Name() != "":
		p.at += 2
		e.over = true
	}
}

// window reads the parenthesis of an OVER or of a WINDOW: what its rows are divided and ordered by, and whether more is
// said, as a frame is, which may leave the row itself out.
func (p *parser) window() ([]*expr, bool) {
	if !p.accept("(") {
		return nil, true
	}
	var by []*expr
	from := p.at
	p.skipTo(func(t token.Token) bool { return t.Is("PARTITION", "ORDER", ")") })
	framed := p.at > from
	for p.accept("PARTITION", "BY") || p.accept("ORDER", "BY") {
		by = append(by, p.ordered()...)
	}
	p.skipTo(func(t token.Token) bool { return t.Is(")") })
	framed = framed || slices.ContainsFunc(p.tokens[from:p.at], func(t token.Token) bool { return t.Is("ROWS", "RANGE", "GROUPS") })
	p.accept(")")
	return by, framed
}
