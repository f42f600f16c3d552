package tree

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
		return tieOr, Or
	case t.Is("AND"):
		return tieAnd, And
	case t.Is("=", "==", "<>", "!=", "<", ">", "<=", ">=", "LIKE", "ILIKE", "GLOB", "REGEXP", "MATCH", "~", "~*", "!~", "!~*",
		"~~", "!~~", "~~*", "!~~*"):
		return tieCompare, Test
	case t.Is("@>", "<@", "&&", "@@", "?", "?|", "?&", "OVERLAPS"):
		return tieCompare, Test
	case t.Is("||", "&", "|", "<<", ">>"):
		return tieOther, Strict
	case t.Is("+", "-"):
		return tieSum, Strict
	case t.Is("*"):
		return tieProduct, Strict
	case t.Is("/", "%"):
		return tieProduct, Loose
	case operates(t):
		return tieOther, Loose // ->, ->>, and those of extensions
	}
	return 0, Opaque
}

// operates reports whether a token is an operator of some kind.
func operates(t token.Token) bool {
	return t.Kind == token.Symbol && strings.IndexByte("+-*/<>=~!@#%^&|?", t.Src[0]) >= 0
}

// expr reads an expression as far as it is understood.
func (p *Parser) expr() *Expr { return p.binary(tieOr) }

func (p *Parser) binary(least int) *Expr {
	p.enter()
	defer p.leave()
	start := p.Peek().Start
	left := p.unary()
	if left.End == 0 {
		left.Start, left.End = start, p.Ahead(-1).End
	}
	for {
		e := p.operation(left, least)
		if e == nil {
			return left
		}
		left = e
		left.Start, left.End = start, p.Ahead(-1).End
	}
}

// operation reads an operator and what follows it, if one comes that ties at least that close.
func (p *Parser) operation(left *Expr, least int) *Expr {
	if least <= tieCompare {
		if e := p.predicate(left); e != nil {
			return e
		}
	}
	named := p.namesOperator()
	tie, does := infix(p.Ahead(named))
	if tie == 0 || tie < least {
		return nil
	}
	operator := p.Ahead(named).Src
	if p.At++; named > 0 {
		p.Parens()
	}
	if does == Test && p.Peek().Is("ANY", "ALL", "SOME") && p.Ahead(1).Is("(") {
		empty := "false"
		if p.Peek().Is("ALL") {
			empty = "true"
		}
		p.At++
		e := &Expr{Op: List, Text: operator, Empty: empty, Tests: []*Expr{left, {Op: Null}}} // the list may hold a null
		e.Beside = p.among()
		return e
	}
	return operate(does, operator, left, p.binary(tie+1))
}

// namesOperator is how many tokens ahead the operator stands: in OPERATOR(pg_catalog.~~), before the parenthesis that
// closes.
func (p *Parser) namesOperator() int {
	if !p.Peek().Is("OPERATOR") || !p.Ahead(1).Is("(") {
		return 0
	}
	return max(0, p.Ends[p.At+1]-1-p.At)
}

// operate joins two operands.
func operate(does op, operator string, left, right *Expr) *Expr {
	if does == Test || does == And || does == Or {
		return &Expr{Op: does, Text: operator, Tests: []*Expr{left, right}}
	}
	return &Expr{Op: does, Text: operator, Args: []*Expr{left, right}}
}

// predicate reads IS, IN, BETWEEN and the like after an operand.
func (p *Parser) predicate(left *Expr) *Expr {
	at := p.At
	negated := p.Accept("NOT")
	switch {
	case negated && p.Accept("NULL"), p.Accept("NOTNULL"):
		return &Expr{Op: NotNull, Tests: []*Expr{left}}
	case p.Accept("ISNULL"):
		return &Expr{Op: IsNull, Tests: []*Expr{left}}
	case p.Accept("IN"):
		e := p.in(left)
		if lone := len(e.Tests) == 2 && e.Tests[1].Op == Parameter; lone || e.Query != nil {
			e.Empty = "false" // what stands for the parameter may be a list without elements
			if negated {
				e.Empty = "true"
			}
		}
		e.Negated = negated
		return e
	case p.Accept("BETWEEN"):
		p.AcceptOne("SYMMETRIC", "ASYMMETRIC")
		low := p.binary(tieOther)
		p.Accept("AND")
		return &Expr{Op: List, Text: "BETWEEN", Negated: negated, Tests: []*Expr{left, low, p.binary(tieOther)}}
	case p.Accept("SIMILAR", "TO"), negated && p.AcceptOne("LIKE", "ILIKE", "GLOB", "REGEXP", "MATCH"), p.AcceptOne("LIKE", "ILIKE", "GLOB"):
		e := &Expr{Op: Test, Pattern: p.Ahead(-1).Src, Negated: negated}
		e.Tests = []*Expr{left, p.binary(tieOther)}
		if p.Accept("ESCAPE") {
			e.Tests = append(e.Tests, p.binary(tieOther))
		}
		return e
	case !negated && p.Accept("IS"):
		return p.is(left)
	}
	p.At = at
	return nil
}

// in reads the list, query or table after IN.
func (p *Parser) in(left *Expr) *Expr {
	e := &Expr{Op: List, Tests: []*Expr{left}}
	switch {
	case p.Accept("(", ")"):
		e.Op, e.Tests = Loose, nil
	case p.Accept("("):
		if p.AtQuery(0) {
			e.Query = p.Query()
		} else {
			e.Tests = append(e.Tests, p.list()...)
		}
		p.close()
	default:
		e.Op, e.Tests = Loose, nil
		p.unary()
	}
	return e
}

// is reads what follows IS.
func (p *Parser) is(left *Expr) *Expr {
	negated := p.Accept("NOT")
	switch {
	case p.AcceptOne("NULL", "UNKNOWN"):
		if negated {
			return &Expr{Op: NotNull, Tests: []*Expr{left}}
		}
		return &Expr{Op: IsNull, Tests: []*Expr{left}}
	case !negated && p.AcceptOne("TRUE", "FALSE"):
		return &Expr{Op: Asked, Text: "IS " + strings.ToUpper(p.Ahead(-1).Src), Tests: []*Expr{left}}
	case p.Accept("DISTINCT", "FROM"):
		negated = !negated
	case p.AcceptOne("JSON", "DOCUMENT", "NORMALIZED"):
		p.AcceptOne("OBJECT", "ARRAY", "SCALAR", "VALUE")
		return &Expr{Op: Loose}
	}
	does := "IS"
	if negated {
		does = "IS NOT"
	}
	return &Expr{Op: Asked, Text: does, Tests: []*Expr{left, p.binary(tieOther)}}
}

// unary reads an operand with what stands before and behind it.
func (p *Parser) unary() *Expr {
	p.enter()
	defer p.leave()
	switch {
	case p.Accept("NOT"):
		return &Expr{Op: Not, Tests: []*Expr{p.binary(tieCompare)}}
	case p.AcceptOne("-", "+", "~", "@"):
		return &Expr{Op: Strict, Text: p.Ahead(-1).Src, Args: []*Expr{p.unary()}}
	case operates(p.Peek()) && !p.Peek().Is("*"):
		p.At++
		return &Expr{Op: Loose, Args: []*Expr{p.unary()}}
	}
	return p.postfix(p.Primary())
}

// postfix reads casts, subscripts, fields and collations.
func (p *Parser) postfix(e *Expr) *Expr {
	for {
		switch {
		case p.Accept("::"):
			e = &Expr{Op: Strict, As: p.TypeName(), Args: []*Expr{e}}
		case p.Accept("["):
			for !p.Peek().Is("]") && p.Peek().Kind != token.None && !p.Peek().Is(")") {
				if !p.Accept(":") {
					at := p.At
					p.expr()
					if p.At == at {
						p.At++
					}
				}
			}
			p.Accept("]")
			e = &Expr{Op: Loose, Args: []*Expr{e}}
		case p.Accept("COLLATE"):
			anyCase := strings.EqualFold(Last(p.PathOf()), "NOCASE")
			if e.Op == Parameter { // no longer what it is compared with as it is
				e = &Expr{Op: Strict, Args: []*Expr{e}}
			}
			e.AnyCase = anyCase
		case p.Accept("AT", "TIME", "ZONE"), p.Accept("AT", "LOCAL"):
			if !p.Ahead(-1).Is("LOCAL") {
				p.unary()
			}
			e = &Expr{Op: Strict, Text: "AT TIME ZONE", Args: []*Expr{e}}
		case p.Peek().Is(".") && p.Ahead(1).Is("*") && e.Op == Column && len(e.Path) == 1: // (row).*
			p.At += 2
			e = &Expr{Op: Star, Path: e.Path}
		case p.Peek().Is(".") && p.Ahead(1).Name() != "": // (row).field
			e = &Expr{Op: Field, Path: []string{Last(e.Path), p.Ahead(1).Name()}, Args: []*Expr{e}}
			p.At += 2
		default:
			return e
		}
	}
}

// TypeName reads the type of a cast.
func (p *Parser) TypeName() string {
	from := p.At
	p.PathOf()
	for p.Peek().Is("PRECISION", "VARYING", "WITH", "WITHOUT", "TIME", "ZONE") {
		p.At++
	}
	p.Parens()
	for p.Peek().Is("WITH", "WITHOUT", "TIME", "ZONE") {
		p.At++
	}
	for p.Accept("[") {
		if p.Peek().Kind == token.Number {
			p.At++
		}
		p.Accept("]")
	}
	return p.spaced(from)
}

// spaced is the text from a token to the last that was read, with spaces between tokens.
func (p *Parser) spaced(from int) string {
	var words []string
	for _, t := range p.Tokens[from:p.At] {
		words = append(words, t.Src)
	}
	return strings.Join(words, " ")
}

// Primary reads an operand.
func (p *Parser) Primary() *Expr {
	t := p.Peek()
	e := &Expr{Op: Opaque, Text: t.Src, Start: t.Start, End: t.End}
	switch {
	case t.Kind == token.Number, t.Kind == token.Text:
		p.At++
		e.Op = Literal
	case t.Kind == token.Param:
		p.At++
		e.Op = Parameter
		e.Param, _ = strconv.Atoi(t.Src[1:])
	case t.Is("*"):
		p.At++
		e.Op = Star
	case t.Is("("):
		return p.parenthesis()
	case t.Kind == token.Word && p.word(e):
		e.End = p.Ahead(-1).End
	case t.Name() != "" && (!clause(t) || p.Ahead(1).Is("(")):
		return p.named()
	}
	return e
}

// parenthesis reads a sub-select, a row or an expression in parentheses.
func (p *Parser) parenthesis() *Expr {
	e := &Expr{Op: Scalar, Start: p.Peek().Start}
	if p.inQuery() {
		p.At++
		e.Query = p.Query()
		p.close()
		e.End = p.Ahead(-1).End
		return e
	}
	p.At++
	e.Op = Row
	if !p.Peek().Is(")") {
		e.Args = p.list()
	}
	p.close()
	e.End = p.Ahead(-1).End
	if len(e.Args) == 1 {
		return e.Args[0]
	}
	return e
}

// word reads an operand that begins with a keyword, and reports whether it is one.
func (p *Parser) word(e *Expr) bool {
	t, follows := p.Peek(), p.Ahead(1)
	switch {
	case t.Is("NULL"):
		e.Op = Null
	case t.Is("DEFAULT") && follows.Is(",", ")", "WHERE", "RETURNING", "FROM"):
		e.Op = Given
	case t.Is("TRUE", "FALSE", "CURRENT_DATE", "CURRENT_TIME", "CURRENT_TIMESTAMP", "LOCALTIME", "LOCALTIMESTAMP") && !follows.Is("(", "."):
		e.Op, e.Text = Literal, t.Src
	case follows.Kind == token.Text && t.Is("DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", "INTERVAL", "JSON", "JSONB", "UUID"):
		p.At++
		e.Op = Literal
	case t.Is("CASE"):
		p.At++
		p.choice(e)
		return true
	case t.Is("EXISTS") && follows.Is("("):
		p.At++
		e.Op, e.Query = Exists, p.parenthesis().Query
		return true
	case t.Is("CAST", "TRY_CAST") && follows.Is("("):
		p.At += 2
		p.cast(e)
		return true
	case t.Is("ARRAY") && follows.Is("["):
		p.At += 2
		e.Op = Sure
		if !p.Peek().Is("]") {
			e.Args = p.list()
		}
		p.Accept("]")
		return true
	default:
		return false
	}
	p.At++
	return true
}

// among reads the list or query after ANY and ALL.
func (p *Parser) among() []*Expr {
	if p.inQuery() {
		return []*Expr{p.parenthesis()}
	}
	var list []*Expr
	if p.Accept("(") {
		list = append(list, p.expr())
		p.SkipTo(func(t token.Token) bool { return t.Is(")") })
		p.Accept(")")
	}
	return list
}
