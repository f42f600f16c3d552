package statement

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// choice reads a CASE. Of several values it is one: null where one of them may be, or where none is said.
func (p *parser) choice(e *expr) {
	e.op = choice
	if !p.peek().Is("WHEN") {
		e.tests = append(e.tests, p.expr())
	}
	for p.accept("WHEN") {
		e.tests = append(e.tests, p.expr())
		p.accept("THEN")
		e.args = append(e.args, p.expr())
	}
	if p.accept("ELSE") {
		e.args = append(e.args, p.expr())
	} else {
		e.args = append(e.args, &expr{op: null})
	}
	if !p.accept("END") {
		e.op = opaque
	}
}

// cast reads CAST(x AS type) after its parenthesis.
func (p *parser) cast(e *expr) {
	e.op, e.args = strict, []*expr{p.expr()}
	if !p.accept("AS") {
		e.op = opaque
	}
	from := p.at
	p.skipTo(func(t token.Token) bool { return t.Is(")") })
	e.as = p.spaced(from)
	p.close()
}

// named reads a column, `t.*`, or a call.
func (p *parser) named() *expr {
	start := p.peek().Start
	e := &expr{op: column, path: p.pathOf(), start: start}
	switch {
	case p.peek().Is(".") && p.ahead(1).Is("*"):
		p.at += 2
		e.op = star
	case p.peek().Is("("):
		p.call(e)
	case p.peek().Kind == token.Text && strings.EqualFold(last(e.path), "U"):
		e.op = opaque
	}
	e.end = p.ahead(-1).End
	return e
}
