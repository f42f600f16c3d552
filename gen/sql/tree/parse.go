package tree

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// maxDepth is how deep a statement may be nested to be followed.
const maxDepth = 150

// Parser reads tokens into a tree. Whatever it meets, it goes forward and stops at the end; what it could not read
// makes the statement unproved, or, inside of one expression, that expression.
type Parser struct {
	Tokens []token.Token
	At     int
	depth  int
	Lost   string      // why the statement can't be followed
	Ends   map[int]int // of every parenthesis that opens: the one that closes it
	merges bool        // in a MERGE, whose parts begin with WHEN
	Limits []int       // parameters that are a LIMIT or OFFSET as they are

	Postgres bool     // of a schema: it is PostgreSQL's
	Only     bool     // of a schema: what is done to a table is not done to its parts
	Locks    []string // the strengths of FOR UPDATE, FOR SHARE and their kin
}

// NewParser returns a parser at the first of some tokens.
func NewParser(tokens []token.Token) *Parser {
	p := &Parser{Tokens: tokens, Ends: map[int]int{}}
	var open []int
	for i, t := range tokens {
		switch {
		case t.Is("("):
			open = append(open, i)
		case t.Is(")") && len(open) > 0:
			p.Ends[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
	}
	return p
}

// Parse reads a statement. What of it can't be followed, the parser says.
func Parse(tokens []token.Token) (*Parser, *Query) {
	p := NewParser(tokens)
	q := p.Query()
	p.Accept(";")
	if t := p.Peek(); t.Kind != token.None {
		p.Lose("%q is not understood there", t.Src)
	}
	return p, q
}

// Lose notes the first thing that can't be followed.
func (p *Parser) Lose(format string, args ...any) {
	if p.Lost == "" {
		p.Lost = fmt.Sprintf(format, args...)
	}
}

// enter goes one level deeper, and past the end where that is too deep.
func (p *Parser) enter() {
	if p.depth++; p.depth > maxDepth {
		p.Lose("it is nested too deeply")
		p.At = len(p.Tokens)
	}
}

func (p *Parser) leave() { p.depth-- }

// Peek returns the next token; at the end, one that is nothing.
func (p *Parser) Peek() token.Token { return p.Ahead(0) }

// Ahead returns the token n behind the next one; past the end, one that is nothing.
func (p *Parser) Ahead(n int) token.Token {
	if i := p.At + n; i >= 0 && i < len(p.Tokens) {
		return p.Tokens[i]
	}
	return token.Token{}
}

// Accept passes over the next tokens if they are these keywords or symbols.
func (p *Parser) Accept(list ...string) bool {
	for i, s := range list {
		if !p.Ahead(i).Is(s) {
			return false
		}
	}
	p.At += len(list)
	return true
}

// AcceptOne passes over the next token if it is one of these.
func (p *Parser) AcceptOne(list ...string) bool {
	if !p.Peek().Is(list...) {
		return false
	}
	p.At++
	return true
}

// Ident passes over a name.
func (p *Parser) Ident() string {
	name := p.Peek().Name()
	if name == "" {
		p.Lose("a name is missing after %q", p.Ahead(-1).Src)
		return ""
	}
	p.At++
	return name
}

// PathOf reads a name with what qualifies it.
func (p *Parser) PathOf() []string {
	path := []string{p.Ident()}
	for p.Peek().Is(".") && p.Ahead(1).Name() != "" {
		p.At++
		path = append(path, p.Ident())
	}
	return path
}

// Names reads a list of names in parentheses, with the types that PostgreSQL lets stand there.
func (p *Parser) Names() []string {
	var list []string
	p.Accept("(")
	for {
		list = append(list, p.Ident())
		p.skip()
		if !p.Accept(",") {
			break
		}
	}
	p.close()
	return list
}

// close passes over a closing parenthesis, and what stands before it against expectation.
func (p *Parser) close() {
	if !p.Peek().Is(")") {
		p.Lose("%q is not understood there", p.Peek().Src)
		p.SkipTo(func(t token.Token) bool { return t.Is(")") })
	}
	p.Accept(")")
}

// skip goes to the end of an expression: a comma, a parenthesis that closes, or the next clause.
func (p *Parser) skip() {
	p.SkipTo(func(t token.Token) bool { return t.Is(",", ")", ";") || clause(t) })
}

// SkipTo goes to the first token outside of parentheses that ends something.
func (p *Parser) SkipTo(ends func(token.Token) bool) {
	for depth := 0; p.Peek().Kind != token.None; p.At++ {
		t := p.Peek()
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

// Parens passes over a parenthesis with all that is in it.
func (p *Parser) Parens() {
	if p.Accept("(") {
		p.SkipTo(func(t token.Token) bool { return t.Is(")") })
		p.Accept(")")
	}
}

// clause reports whether a token ends an expression by beginning the next part of a statement.
func clause(t token.Token) bool {
	return t.Is("FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT", "OFFSET", "FETCH", "FOR", "UNION", "INTERSECT",
		"EXCEPT", "RETURNING", "JOIN", "LEFT", "RIGHT", "FULL", "INNER", "CROSS", "NATURAL", "ON", "USING", "SET", "INTO")
}

// AtQuery reports whether a query begins n tokens ahead, itself perhaps in parentheses.
func (p *Parser) AtQuery(n int) bool {
	for ; ; n++ {
		t := p.Ahead(n)
		if !t.Is("(") {
			return t.Is("SELECT", "WITH", "VALUES", "INSERT", "UPDATE", "DELETE") ||
				t.Is("REPLACE", "MERGE") && p.Ahead(n+1).Is("INTO") || t.Is("TABLE") && p.Ahead(n+1).Name() != ""
		}
		end, ok := p.Ends[p.At+n]
		if !ok || !p.Ahead(end+1-p.At).Is(")", "UNION", "INTERSECT", "EXCEPT", "ORDER", "LIMIT", "OFFSET", "FETCH") {
			return false
		}
	}
}

// inQuery reports whether the next token is a parenthesis around a query.
func (p *Parser) inQuery() bool { return p.Peek().Is("(") && p.AtQuery(1) }

// Mentions reports whether one of the keywords stands in a statement, outside of texts, quoted names and comments.
func Mentions(sql string, keywords ...string) bool {
	return slices.ContainsFunc(token.Split(sql), func(t token.Token) bool { return t.Is(keywords...) })
}

// AnExpression is the arbiter of what is made of columns.
const AnExpression = "an expression"

// Arbiter is how ON CONFLICT names columns, in any order.
func Arbiter(columns []string) string {
	names := strings.Split(strings.ToLower(strings.Join(columns, ",")), ",")
	slices.Sort(names)
	return strings.Join(names, ",")
}

// TablePath reads the name of a table, which SQLite takes as a text, too.
func (p *Parser) TablePath() []string {
	if t := p.Peek(); !p.Postgres && t.Kind == token.Text {
		p.At++
		return []string{t.Text()}
	}
	return p.PathOf()
}

// Written is the text from a token to the last that was read.
func (p *Parser) Written(from int) string {
	var b strings.Builder
	for _, t := range p.Tokens[from:p.At] {
		b.WriteString(t.Src)
	}
	return b.String()
}

// Constrains reports whether a token begins a constraint of a column.
func Constrains(t token.Token) bool {
	return t.Is("CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE", "REFERENCES", "GENERATED", "AS", "ON",
		"AUTOINCREMENT", "DEFERRABLE", "INITIALLY", "STORED", "VIRTUAL")
}

// Defaulted passes over a default, to the next constraint.
func (p *Parser) Defaulted() {
	first := p.At
	p.SkipTo(func(t token.Token) bool {
		return t.Is(",") || p.At > first && Constrains(t) && !(t.Is("NULL") && p.Ahead(-1).Is("NOT")) && !p.Ahead(-1).Is("::", ".")
	})
}

// NamedBehind is the last name of a path behind a word, and of one behind TO after that.
func (p *Parser) NamedBehind(word string) []string {
	i := slices.IndexFunc(p.Tokens, func(t token.Token) bool { return t.Is(word) })
	if i < 0 {
		return nil
	}
	q := NewParser(p.Tokens[i+1:])
	q.Accept("ONLY")
	q.Accept("OF")
	q.Accept("TO")
	if q.Peek().Name() == "" {
		return nil
	}
	return []string{strings.ToLower(Last(q.PathOf()))}
}

// Distinct passes over NULLS [NOT] DISTINCT.
func (p *Parser) Distinct() {
	if p.Accept("NULLS") {
		p.Accept("NOT")
		p.Accept("DISTINCT")
	}
}

// Action reads what happens to a row whose reference is lost; "" where that is refused.
func (p *Parser) Action() string {
	switch {
	case p.Accept("CASCADE"):
		return "CASCADE"
	case p.Accept("SET", "NULL"):
		p.Parens()
		return "SET NULL"
	case p.Accept("SET", "DEFAULT"):
		p.Parens()
		return "SET DEFAULT"
	case p.Accept("NO", "ACTION"):
	default:
		p.At++ // RESTRICT
	}
	return ""
}

// Keys reads the columns of a key, and reports whether they are nothing but columns.
func (p *Parser) Keys() (columns []string, whole bool) {
	if !p.Accept("(") {
		return nil, false
	}
	whole = true
	for {
		columns = append(columns, p.Peek().Name())
		if p.Peek().Is("(") {
			whole = false
			p.Parens()
		} else {
			p.At++
		}
		if p.Accept("COLLATE") {
			p.PathOf()
		}
		if p.Peek().Name() != "" && !p.Peek().Is("ASC", "DESC", "NULLS", "WITH") { // its class of operators
			p.PathOf()
			p.Parens()
		}
		p.AcceptOne("ASC", "DESC")
		if p.Accept("NULLS") {
			p.AcceptOne("FIRST", "LAST")
		}
		if !p.Peek().Is(",", ")") {
			whole = false
			p.SkipTo(func(t token.Token) bool { return t.Is(",", ")") })
		}
		if !p.Accept(",") {
			break
		}
	}
	p.Accept(")")
	return columns, whole
}

// PathAhead is the last name of a path that begins some tokens ahead: public.users. It reads nothing.
func (p *Parser) PathAhead(n int) string {
	for p.Ahead(n + 1).Is(".") {
		n += 2
	}
	return p.Ahead(n).Name()
}

// Parameters reads the names of a routine's parameters: of those that it is given, and of those that it gives back.
func (p *Parser) Parameters() (given, outs []string) {
	if !p.Accept("(") {
		return nil, nil
	}
	for p.Peek().Kind != token.None && !p.Peek().Is(")") {
		mode := p.Peek()
		p.AcceptOne("IN", "OUT", "INOUT", "VARIADIC")
		if p.Ahead(-1).Is("IN") && p.Accept("OUT") {
			mode = token.Token{Kind: token.Word, Src: "INOUT"}
		}
		name := p.Peek().Name()
		if p.Ahead(1).Is("OUT", "INOUT") { // PostgreSQL lets it stand there, too
			mode = p.Ahead(1)
		}
		if !mode.Is("OUT") {
			given = append(given, name)
		}
		if mode.Is("OUT", "INOUT") {
			outs = append(outs, name)
		}
		p.SkipTo(func(t token.Token) bool { return t.Is(",", ")") })
		p.Accept(",")
	}
	p.Accept(")")
	return given, outs
}

// PassMember passes over the rest of a column or constraint.
func (p *Parser) PassMember() {
	p.SkipTo(func(t token.Token) bool { return t.Is(",", ")") })
}

// Quotes reports whether a name is written in quotes.
func Quotes(t token.Token) bool { return t.Kind == token.Quoted }
