package statement

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// maxDepth is how deep a statement may be nested to be followed.
const maxDepth = 150

// parser reads tokens into a tree. Whatever it meets, it goes forward and stops at the end; what it could not read
// makes the statement unproved, or, inside of one expression, that expression.
type parser struct {
	tokens []token.Token
	at     int
	depth  int
	lost   string      // why the statement can't be followed
	ends   map[int]int // of every parenthesis that opens: the one that closes it
	merges bool        // in a MERGE, whose parts begin with WHEN
	limits []int       // parameters that are a LIMIT or OFFSET as they are

	postgres bool     // of a schema: it is PostgreSQL's
	only     bool     // of a schema: what is done to a table is not done to its parts
	locks    []string // the strengths of FOR UPDATE, FOR SHARE and their kin
}

func newParser(tokens []token.Token) *parser {
	p := &parser{tokens: tokens, ends: map[int]int{}}
	var open []int
	for i, t := range tokens {
		switch {
		case t.Is("("):
			open = append(open, i)
		case t.Is(")") && len(open) > 0:
			p.ends[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	return p
}

func parse(tokens []token.Token) (*parser, *query) {
	p := newParser(tokens)
	q := p.query()
	p.accept(";")
	if t := p.peek(); t.Kind != token.None {
		p.lose("%q is not understood there", t.Src)
	}
	return p, q
}

// lose notes the first thing that can't be followed.
func (p *parser) lose(format string, args ...any) {
	if p.lost == "" {
		p.lost = fmt.Sprintf(format, args...)
	}
}

// enter goes one level deeper, and past the end where that is too deep.
func (p *parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.lose("it is nested too deeply")
		p.at = len(p.tokens)
	}
}

func (p *parser) leave() { p.depth-- }

// peek returns the next token; at the end, one that is nothing.
func (p *parser) peek() token.Token { return p.ahead(0) }

func (p *parser) ahead(n int) token.Token {
	if i := p.at + n; i >= 0 && i < len(p.tokens) {
		return p.tokens[i]
	}
	return token.Token{}
}

// accept passes over the next tokens if they are these keywords or symbols.
func (p *parser) accept(list ...string) bool {
	for i, s := range list {
		if !p.ahead(i).Is(s) {
			return false
		}
	}
	p.at += len(list)
	return true
}

// acceptOne passes over the next token if it is one of these.
func (p *parser) acceptOne(list ...string) bool {
	if !p.peek().Is(list...) {
		return false
	}
	p.at++
	return true
}

// ident passes over a name.
func (p *parser) ident() string {
	name := p.peek().Name()
	if name == "" {
		p.lose("a name is missing after %q", p.ahead(-1).Src)
		return ""
	}
	p.at++
	return name
}

// pathOf reads a name with what qualifies it.
func (p *parser) pathOf() []string {
	path := []string{p.ident()}
	for p.peek().Is(".") && p.ahead(1).Name() != "" {
		p.at++
		path = append(path, p.ident())
	}
	return path
}

// names reads a list of names in parentheses, with the types that PostgreSQL lets stand there.
func (p *parser) names() []string {
	var list []string
	p.accept("(")
	for {
		list = append(list, p.ident())
		p.skip()
		if !p.accept(",") {
			break
		}
	}
	p.close()
	return list
}

// close passes over a closing parenthesis, and what stands before it against expectation.
func (p *parser) close() {
	if !p.peek().Is(")") {
		p.lose("%q is not understood there", p.peek().Src)
		p.skipTo(func(t token.Token) bool { return t.Is(")") })
	}
	p.accept(")")
}

// skip goes to the end of an expression: a comma, a parenthesis that closes, or the next clause.
func (p *parser) skip() {
	p.skipTo(func(t token.Token) bool { return t.Is(",", ")", ";") || clause(t) })
}

// skipTo goes to the first token outside of parentheses that ends something.
func (p *parser) skipTo(ends func(token.Token) bool) {
	for depth := 0; p.peek().Kind != token.None; p.at++ {
		t := p.peek()
		switch {
		case depth == 0 && ends(t):
			return
		case t.Is("(", "["):
			depth++
		case t.Is(")", "]") && depth > 0:
			depth--
		case t.Is(")"):
			return // of what is around
		}
	}
}

// parens passes over a parenthesis with all that is in it.
func (p *parser) parens() {
	if p.accept("(") {
		p.skipTo(func(t token.Token) bool { return t.Is(")") })
		p.accept(")")
	}
}

// clause reports whether a token ends an expression by beginning the next part of a statement.
func clause(t token.Token) bool {
	return t.Is("FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT", "OFFSET", "FETCH", "FOR", "UNION", "INTERSECT",
		"EXCEPT", "RETURNING", "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL", "ON", "USING", "SET", "INTO")
}

// atQuery reports whether a query begins n tokens ahead, itself perhaps in parentheses.
func (p *parser) atQuery(n int) bool {
	for ; ; n++ {
		t := p.ahead(n)
		if !t.Is("(") {
			return t.Is("SELECT", "WITH", "VALUES", "INSERT", "UPDATE", "DELETE") ||
				t.Is("REPLACE", "MERGE") && p.ahead(n+1).Is("INTO") || t.Is("TABLE") && p.ahead(n+1).Name() != ""
		}
		end, ok := p.ends[p.at+n]
		if !ok || !p.ahead(end+1-p.at).Is(")", "UNION", "INTERSECT", "EXCEPT", "ORDER", "LIMIT", "OFFSET", "FETCH") {
			return false
		}
	}
}

// inQuery reports whether the next token is a parenthesis around a query.
func (p *parser) inQuery() bool { return p.peek().Is("(") && p.atQuery(1) }

// Mentions reports whether one of the keywords stands in a statement, outside of texts, quoted names and comments.
func Mentions(sql string, keywords ...string) bool {
	return slices.ContainsFunc(token.Split(sql), func(t token.Token) bool { return t.Is(keywords...) })
}
