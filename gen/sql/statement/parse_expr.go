package statement

import (
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
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
func infix(t token.Token) (tie int, does op) {
	switch {
	case t.Is("OR"):
		return tieOr, or
	case t.Is("AND"):
		return tieAnd, and
	case t.Is("=", "==", "<>", "!=", "<", ">", "<=", ">=", "LIKE", "ILIKE", "GLOB", "REGEXP", "MATCH", "~", "~*", "!~", "!~*",
		"~~", "!~~", "~~*", "!~~*"):
		return tieCompare, test
	case t.Is("@>", "<@", "&&", "@@", "?", "?|", "?&", "OVERLAPS"):
		return tieCompare, test
	case t.Is("||", "&", "|", "<<", ">>"):
		return tieOther, strict
	case t.Is("+", "-"):
		return tieSum, strict
	case t.Is("*"):
		return tieProduct, strict
	case t.Is("/", "%"):
		return tieProduct, loose
	case operates(t):
		return tieOther, loose // ->, ->>, and those of extensions
	}
	return 0, opaque
}

// operates reports whether a token is an operator of some kind.
func operates(t token.Token) bool {
	return t.Kind == token.Symbol && strings.IndexByte("+-*/<>=~!@#%^&|?", t.Src[0]) >= 0
}

// expr reads an expression as far as it is understood.
func (p *parser) expr() *expr { return p.binary(tieOr) }

func (p *parser) binary(least int) *expr {
	p.enter()
	defer p.leave()
	start := p.peek().Start
	left := p.unary()
	if left.end == 0 {
		left.start, left.end = start, p.ahead(-1).End
	}
	for {
		e := p.operation(left, least)
		if e == nil {
			return left
		}
		left = e
		left.start, left.end = start, p.ahead(-1).End
	}
}

// operation reads an operator and what follows it, if one comes that ties at least that close.
func (p *parser) operation(left *expr, least int) *expr {
	if least <= tieCompare {
		if e := p.predicate(left); e != nil {
			return e
		}
	}
	named := p.namesOperator()
	tie, does := infix(p.ahead(named))
	if tie == 0 || tie < least {
		return nil
	}
	operator := p.ahead(named).Src
	if p.at++; named > 0 {
		p.parens()
	}
	if does == test && p.peek().Is("ANY", "ALL", "SOME") && p.ahead(1).Is("(") {
		empty := "false"
		if p.peek().Is("ALL") {
			empty = "true"
		}
		p.at++
		e := &expr{op: list, text: operator, empty: empty, tests: []*expr{left, {op: null}}} // the list may hold a null
		e.beside = p.among()
		return e
	}
	return operate(does, operator, left, p.binary(tie+1))
}

// namesOperator is how many tokens ahead the operator stands: in OPERATOR(pg_catalog.~~), before the parenthesis that
// closes.
func (p *parser) namesOperator() int {
	if !p.peek().Is("OPERATOR") || !p.ahead(1).Is("(") {
		return 0
	}
	return max(0, p.ends[p.at+1]-1-p.at)
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
		e := p.in(left)
		if lone := len(e.tests) == 2 && e.tests[1].op == parameter; lone || e.query != nil {
			e.empty = "false" // what stands for the parameter may be a list without elements
			if negated {
				e.empty = "true"
			}
		}
		e.negated = negated
		return e
	case p.accept("BETWEEN"):
		p.acceptOne("SYMMETRIC", "ASYMMETRIC")
		low := p.binary(tieOther)
		p.accept("AND")
		return &expr{op: list, text: "BETWEEN", negated: negated, tests: []*expr{left, low, p.binary(tieOther)}}
	case p.accept("SIMILAR", "TO"), negated && p.acceptOne("LIKE", "ILIKE", "GLOB", "REGEXP", "MATCH"), p.acceptOne("LIKE", "ILIKE", "GLOB"):
		e := &expr{op: test, pattern: p.ahead(-1).Src, negated: negated}
		e.tests = []*expr{left, p.binary(tieOther)}
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
		return &expr{op: asked, text: "IS " + strings.ToUpper(p.ahead(-1).Src), tests: []*expr{left}}
	case p.accept("DISTINCT", "FROM"):
		negated = !negated
	case p.acceptOne("JSON", "DOCUMENT", "NORMALIZED"):
		p.acceptOne("OBJECT", "ARRAY", "SCALAR", "VALUE")
		return &expr{op: loose}
	}
	does := "IS"
	if negated {
		does = "IS NOT"
	}
	return &expr{op: asked, text: does, tests: []*expr{left, p.binary(tieOther)}}
}

// unary reads an operand with what stands before and behind it.
func (p *parser) unary() *expr {
	p.enter()
	defer p.leave()
	switch {
	case p.accept("NOT"):
		return &expr{op: not, tests: []*expr{p.binary(tieCompare)}}
	case p.acceptOne("-", "+", "~", "@"):
		return &expr{op: strict, text: p.ahead(-1).Src, args: []*expr{p.unary()}}
	case operates(p.peek()) && !p.peek().Is("*"):
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
			e = &expr{op: strict, as: p.typeName(), args: []*expr{e}}
		case p.accept("["):
			for !p.peek().Is("]") && p.peek().Kind != token.None && !p.peek().Is(")") {
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
			anyCase := strings.EqualFold(last(p.pathOf()), "NOCASE")
			if e.op == parameter { // no longer what it is compared with as it is
				e = &expr{op: strict, args: []*expr{e}}
			}
			e.anyCase = anyCase
		case p.accept("AT", "TIME", "ZONE"), p.accept("AT", "LOCAL"):
			if !p.ahead(-1).Is("LOCAL") {
				p.unary()
			}
			e = &expr{op: strict, text: "AT TIME ZONE", args: []*expr{e}}
		case p.peek().Is(".") && p.ahead(1).Is("*") && e.op == column && len(e.path) == 1: // (row).*
			p.at += 2
			e = &expr{op: star, path: e.path}
		case p.peek().Is(".") && p.ahead(1).Name() != "": // (row).field
			e = &expr{op: field, path: []string{last(e.path), p.ahead(1).Name()}, args: []*expr{e}}
			p.at += 2
		default:
			return e
		}
	}
}

// typeName reads the type of a cast.
func (p *parser) typeName() string {
	from := p.at
	p.pathOf()
	for p.peek().Is("PRECISION", "VARYING", "WITH", "WITHOUT", "TIME", "ZONE") {
		p.at++
	}
	p.parens()
	for p.peek().Is("WITH", "WITHOUT", "TIME", "ZONE") {
		p.at++
	}
	for p.accept("[") {
		if p.peek().Kind == token.Number {
			p.at++
		}
		p.accept("]")
	}
	return p.spaced(from)
}

// spaced is the text from a token to the last that was read, with spaces between tokens.
func (p *parser) spaced(from int) string {
	var words []string
	for _, t := range p.tokens[from:p.at] {
		words = append(words, t.Src)
	}
	return strings.Join(words, " ")
}

// primary reads an operand.
func (p *parser) primary() *expr {
	t := p.peek()
	e := &expr{op: opaque, text: t.Src, start: t.Start, end: t.End}
	switch {
	case t.Kind == token.Number, t.Kind == token.Text:
		p.at++
		e.op = literal
	case t.Kind == token.Param:
		p.at++
		e.op = parameter
		e.param, _ = strconv.Atoi(t.Src[1:])
	case t.Is("*"):
		p.at++
		e.op = star
	case t.Is("("):
		return p.parenthesis()
	case t.Kind == token.Word && p.word(e):
		e.end = p.ahead(-1).End
	case t.Name() != "" && (!clause(t) || p.ahead(1).Is("(")):
		return p.named()
	}
	return e
}

// parenthesis reads a sub-select, a row or an expression in parentheses.
func (p *parser) parenthesis() *expr {
	e := &expr{op: scalar, start: p.peek().Start}
	if p.inQuery() {
		p.at++
		e.query = p.query()
		p.close()
		e.end = p.ahead(-1).End
		return e
	}
	p.at++
	e.op = row
	if !p.peek().Is(")") {
		e.args = p.list()
	}
	p.close()
	e.end = p.ahead(-1).End
	if len(e.args) == 1 {
		return e.args[0]
	}
	return e
}

// word reads an operand that begins with a keyword, and reports whether it is one.
func (p *parser) word(e *expr) bool {
	t, follows := p.peek(), p.ahead(1)
	switch {
	case t.Is("NULL"):
		e.op = null
	case t.Is("DEFAULT") && follows.Is(",", ")", "WHERE", "RETURNING", "FROM"):
		e.op = given
	case t.Is("TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP") && !follows.Is("(", "."):
		e.op, e.text = literal, t.Src
	case follows.Kind == token.Text && t.Is("DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", "INTERVAL", "JSON", "JSONB", "UUID"):
		p.at++
		e.op = literal
	case t.Is("CASE"):
		p.at++
		p.choice(e)
		return true
	case t.Is("EXISTS") && follows.Is("("):
		p.at++
		e.op, e.query = exists, p.parenthesis().query
		return true
	case t.Is("CAST", "TRY_CAST") && follows.Is("("):
		p.at += 2
		p.cast(e)
		return true
	case t.Is("ARRAY") && follows.Is("["):
		p.at += 2
		e.op = sure
		if !p.peek().Is("]") {
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

// among reads the list or query after ANY and ALL.
func (p *parser) among() []*expr {
	if p.inQuery() {
		return []*expr{p.parenthesis()}
	}
	var list []*expr
	if p.accept("(") {
		list = append(list, p.expr())
		p.skipTo(func(t token.Token) bool { return t.Is(")") })
		p.accept(")")
	}
	return list
}
