package statement

import (
	"strconv"
	"strings"
)

// How close operators tie: from OR to what ties closest. NOT stands between AND and the comparisons.
const (
	tieOr = 1 + iota
	tieAnd
	tieNot
	tieCompare
	tieOther
	tieSum
	tieProduct
)

// infix says of an operator how close it ties and what it makes of its operands.
func infix(t token) (tie int, does op) {
	switch {
	case t.is("OR"):
		return tieOr, or
	case t.is("AND"):
		return tieAnd, and
	case t.is("=", "==", "<>", "!=", "<", ">", "<=", ">=", "LIKE", "ILIKE", "GLOB", "REGEXP", "MATCH", "~", "~*", "!~", "!~*",
		"~~", "!~~", "~~*", "!~~*"):
		return tieCompare, test
	case t.is("@>", "<@", "&&", "@@", "?", "?|", "?&", "OVERLAPS"):
		return tieCompare, test
	case t.is("||", "&", "|", "<<", ">>"):
		return tieOther, strict
	case t.is("+", "-"):
		return tieSum, strict
	case t.is("*"):
		return tieProduct, strict
	case t.is("/", "%"):
		return tieProduct, loose
	case t.operates():
		return tieOther, loose // ->, ->>, and those of extensions
	}
	return 0, opaque
}

// operates reports whether a token is an operator of some kind.
func (t token) operates() bool {
	return t.kind == symbol && strings.IndexByte("+-*/<>=~!@#%^&|?", t.src[0]) >= 0
}

// expr reads an expression as far as it is understood.
func (p *parser) expr() *expr { return p.binary(tieOr) }

func (p *parser) binary(least int) *expr {
	p.enter()
	defer p.leave()
	start := p.peek().start
	left := p.unary()
	for {
		e := p.operation(left, least)
		if e == nil {
			return left
		}
		left = e
		left.start, left.end = start, p.ahead(-1).end
	}
}

// operation reads an operator and what follows it, if one comes that ties at least that close.
func (p *parser) operation(left *expr, least int) *expr {
	if least <= tieCompare {
		if e := p.predicate(left); e != nil {
			return e
		}
	}
	tie, does := infix(p.peek())
	if tie == 0 || tie < least {
		return nil
	}
	operator := p.peek().src
	p.at++
	if does == test && p.peek().is("ANY", "ALL", "SOME") && p.ahead(1).is("(") {
		p.at++
		p.parens()
		return &expr{op: list, tests: []*expr{left, {op: null}}} // the list may hold a null
	}
	return operate(does, operator, left, p.binary(tie+1))
}

// operate joins two operands.
func operate(does op, operator string, left, right *expr) *expr {
	if does == test || does == and || does == or {
		return &expr{op: does, text: operator, tests: []*expr{left, right}}
	}
	return &expr{op: does, text: operator, args: []*expr{left, right}}
}

// predicate reads IS, IN, BETWEEN and the like after an operand.
func (p *parser) predicate(left *expr) *expr {
	at := p.at
	negated := p.accept("NOT")
	switch {
	case negated && p.accept("NULL"), p.accept("NOTNULL"):
		return &expr{op: notNull, tests: []*expr{left}}
	case p.accept("ISNULL"):
		return &expr{op: isNull, tests: []*expr{left}}
	case p.accept("IN"):
		return p.in(left)
	case p.accept("BETWEEN"):
		p.acceptOne("SYMMETRIC", "ASYMMETRIC")
		low := p.binary(tieOther)
		p.accept("AND")
		return &expr{op: list, tests: []*expr{left, low, p.binary(tieOther)}}
	case p.accept("SIMILAR", "TO"), negated && p.acceptOne("LIKE", "ILIKE", "GLOB", "REGEXP", "MATCH"), p.acceptOne("LIKE", "ILIKE", "GLOB"):
		e := &expr{op: test, tests: []*expr{left, p.binary(tieOther)}}
		if p.accept("ESCAPE") {
			e.tests = append(e.tests, p.binary(tieOther))
		}
		return e
	case !negated && p.accept("IS"):
		return p.is(left)
	}
	p.at = at
	return nil
}

// in reads the list, query or table after IN.
func (p *parser) in(left *expr) *expr {
	e := &expr{op: list, tests: []*expr{left}}
	switch {
	case p.accept("(", ")"):
		e.op, e.tests = loose, nil
	case p.accept("("):
		if p.atQuery(0) {
			e.query = p.query()
		} else {
			e.tests = append(e.tests, p.list()...)
		}
		p.close()
	default:
		e.op, e.tests = loose, nil
		p.unary()
	}
	return e
}

// is reads what follows IS.
func (p *parser) is(left *expr) *expr {
	negated := p.accept("NOT")
	switch {
	case p.acceptOne("NULL", "UNKNOWN"):
		if negated {
			return &expr{op: notNull, tests: []*expr{left}}
		}
		return &expr{op: isNull, tests: []*expr{left}}
	case !negated && p.acceptOne("TRUE", "FALSE"):
		return &expr{op: asked, text: "IS", tests: []*expr{left}}
	case p.accept("DISTINCT", "FROM"):
	case p.acceptOne("JSON", "DOCUMENT", "NORMALIZED"):
		p.acceptOne("OBJECT", "ARRAY", "SCALAR", "VALUE")
		return &expr{op: loose}
	}
	return &expr{op: asked, tests: []*expr{left, p.binary(tieOther)}}
}

// unary reads an operand with what stands before and behind it.
func (p *parser) unary() *expr {
	p.enter()
	defer p.leave()
	switch {
	case p.accept("NOT"):
		return &expr{op: not, tests: []*expr{p.binary(tieCompare)}}
	case p.acceptOne("-", "+", "~", "@"):
		return &expr{op: strict, args: []*expr{p.unary()}}
	case p.peek().operates() && !p.peek().is("*"):
		p.at++
		return &expr{op: loose, args: []*expr{p.unary()}}
	}
	return p.postfix(p.primary())
}

// postfix reads casts, subscripts, fields and collations.
func (p *parser) postfix(e *expr) *expr {
	for {
		switch {
		case p.accept("::"):
			p.typeName()
			e = &expr{op: strict, args: []*expr{e}}
		case p.accept("["):
			for !p.peek().is("]") && p.peek().kind != none && !p.peek().is(")") {
				if !p.accept(":") {
					at := p.at
					p.expr()
					if p.at == at {
						p.at++
					}
				}
			}
			p.accept("]")
			e = &expr{op: loose, args: []*expr{e}}
		case p.accept("COLLATE"):
			p.pathOf()
			if e.op == parameter { // no longer what it is compared with as it is
				e = &expr{op: strict, args: []*expr{e}}
			}
		case p.accept("AT", "TIME", "ZONE"), p.accept("AT", "LOCAL"):
			if !p.ahead(-1).is("LOCAL") {
				p.unary()
			}
			e = &expr{op: strict, args: []*expr{e}}
		case p.peek().is(".") && p.ahead(1).name() != "": // (row).field
			p.at += 2
			e = &expr{op: loose, args: []*expr{e}}
		default:
			return e
		}
	}
}

// typeName passes over the type of a cast.
func (p *parser) typeName() {
	p.pathOf()
	for p.peek().is("PRECISION", "VARYING", "WITH", "WITHOUT", "TIME", "ZONE") {
		p.at++
	}
	p.parens()
	for p.peek().is("WITH", "WITHOUT", "TIME", "ZONE") {
		p.at++
	}
	for p.accept("[") {
		if p.peek().kind == number {
			p.at++
		}
		p.accept("]")
	}
}

// primary reads an operand.
func (p *parser) primary() *expr {
	t := p.peek()
	e := &expr{op: opaque, text: t.src, start: t.start, end: t.end}
	switch {
	case t.kind == number, t.kind == text:
		p.at++
		e.op = literal
	case t.kind == param:
		p.at++
		e.op = parameter
		e.param, _ = strconv.Atoi(t.src[1:])
	case t.is("*"):
		p.at++
		e.op = star
	case t.is("("):
		return p.parenthesis()
	case t.kind == word && p.word(e):
	case t.name() != "" && (!clause(t) || p.ahead(1).is("(")):
		return p.named()
	}
	return e
}

// parenthesis reads a sub-select, a row or an expression in parentheses.
func (p *parser) parenthesis() *expr {
	e := &expr{op: scalar, start: p.peek().start}
	if p.inQuery() {
		p.at++
		e.query = p.query()
		p.close()
		e.end = p.ahead(-1).end
		return e
	}
	p.at++
	e.op = row
	if !p.peek().is(")") {
		e.args = p.list()
	}
	p.close()
	e.end = p.ahead(-1).end
	if len(e.args) == 1 {
		return e.args[0]
	}
	return e
}

// word reads an operand that begins with a keyword, and reports whether it is one.
func (p *parser) word(e *expr) bool {
	t, follows := p.peek(), p.ahead(1)
	switch {
	case t.is("NULL"):
		e.op = null
	case t.is("DEFAULT") && follows.is(",", ")", "WHERE", "RETURNING", "FROM"):
		e.op = given
	case t.is("TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP") && !follows.is("(", "."):
		e.op = literal
	case follows.kind == text && t.is("DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", "INTERVAL", "JSON", "JSONB", "UUID"):
		p.at++
		e.op = literal
	case t.is("CASE"):
		p.at++
		p.choice(e)
		return true
	case t.is("EXISTS") && follows.is("("):
		p.at++
		e.op, e.query = exists, p.parenthesis().query
		return true
	case t.is("CAST", "TRY_CAST") && follows.is("("):
		p.at += 2
		p.cast(e)
		return true
	case t.is("ARRAY") && follows.is("["):
		p.at += 2
		e.op = sure
		if !p.peek().is("]") {
			e.args = p.list()
		}
		p.accept("]")
		return true
	default:
		return false
	}
	p.at++
	return true
}
