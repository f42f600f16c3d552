package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// routine is a function or procedure that the schema declares.
type routine struct {
	name    string
	params  []string        // the names of those that it is given; what is declared without one has its type's
	outs    []string        // those that it gives back: of OUT and INOUT
	takes   []token.Token   // its parameters, as written
	mixed   bool            // arguments may be in another order: of a procedure with OUT parameters, or one of several of its name
	rows    []string        // the columns of the table that it returns
	of      string          // the type that it returns, or returns a set of: of the rows of a table, its name
	body    [][]token.Token // its statements
	text    [][]token.Token // these with what says when they run
	plain   bool            // its language is SQL: it returns what its last statement gives
	steps   bool            // its language is PL/pgSQL: it returns what RETURN says
	asks    bool            // it returns a truth value or nothing, of which nothing flows on
	several bool            // it returns any number of rows
	foreign bool            // its language is neither of these, and nothing says that it changes nothing
}

// routine reads CREATE FUNCTION or PROCEDURE, whose body is a text, RETURN or BEGIN ATOMIC.
func (s *Schema) routine(p *tree.Parser) {
	procedure := p.Ahead(-1).Is("PROCEDURE")
	f := &routine{name: tree.Last(p.PathOf()), plain: true}
	at := p.At
	f.params, f.outs = p.Parameters()
	f.takes = p.Tokens[at:p.At]
	defer s.overload(f)
	defer func() { f.mixed = len(f.outs) > 0 && (procedure || f.numbers()) }()
	for ; p.Peek().Kind != token.None; p.At++ {
		switch next := p.Ahead(1); {
		case p.Peek().Is("RETURNS"):
			f.returns(p)
		case p.Peek().Is("LANGUAGE"):
			language := strings.Trim(next.Src, "'")
			f.plain, f.steps = strings.EqualFold(language, "sql"), strings.EqualFold(language, "plpgsql")
			f.foreign = !f.plain && !f.steps && !has(p.Tokens, "IMMUTABLE") && !has(p.Tokens, "STABLE")
		case p.Peek().Is("AS") && next.Kind == token.Text:
			f.write(token.Split(next.Text()))
		case p.Peek().Is("BEGIN") && next.Is("ATOMIC"):
			f.write(p.Tokens[p.At+2:])
			return
		case p.Peek().Is("RETURN"):
			f.body = [][]token.Token{p.Tokens[p.At:]}
			f.text = f.body
			return
		}
	}
}

// returns reads what stands behind RETURNS.
func (f *routine) returns(p *tree.Parser) {
	next := p.Ahead(1)
	f.asks, f.several = next.Is("BOOLEAN", "BOOL", "VOID"), next.Is("TABLE", "SETOF")
	switch {
	case next.Is("TABLE"):
		p.At += 2
		f.rows, _ = p.Parameters()
		p.At--
	case next.Is("SETOF"):
		f.of = p.PathAhead(2)
	default:
		f.of = p.PathAhead(1)
	}
}

// numbers reports whether the routine names a parameter by its number, which counts those that it only gives back, too.
func (f *routine) numbers() bool {
	return slices.ContainsFunc(slices.Concat(f.body...), func(t token.Token) bool { return t.Kind == token.Param })
}

// write takes the statements of the routine's body.
func (f *routine) write(tokens []token.Token) {
	f.body, f.text = script(tokens), append(f.text, statements(tokens)...)
}

// statements are those of a body, with what says when they run.
func statements(tokens []token.Token) [][]token.Token {
	var all [][]token.Token
	for len(tokens) > 0 {
		end := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is(";") })
		if end < 0 {
			end = len(tokens)
		}
		all = append(all, tokens[:end])
		tokens = tokens[min(end+1, len(tokens)):]
	}
	return all
}

// overload adds a routine to the schema. Which of several of a name is called is for the types to say: it does what any
// of them does.
func (s *Schema) overload(f *routine) {
	name := strings.ToLower(f.name)
	same := func(a, b token.Token) bool { return strings.EqualFold(a.Src, b.Src) }
	if old := s.routines[name]; old != nil && !slices.EqualFunc(old.takes, f.takes, same) {
		f.params = slices.Concat(f.params, old.params)
		f.body, f.text = slices.Concat(old.body, f.body), slices.Concat(old.text, f.text)
		f.plain, f.steps, f.asks, f.mixed, f.rows = false, false, f.asks && old.asks, true, nil
		f.foreign = f.foreign || old.foreign
	}
	s.routines[name] = f
}

// alters reports whether a statement of a routine changes something: INTO is that of a variable there.
func alters(tokens []token.Token) bool {
	if len(tokens) > 0 && tokens[0].Is("TRUNCATE", "DROP", "ALTER", "CREATE", "COPY", "GRANT", "REVOKE", "EXECUTE", "NOTIFY") {
		return true
	}
	into := slices.IndexFunc(tokens, func(t token.Token) bool { return t.Is("INSERT", "UPDATE", "DELETE", "MERGE", "REPLACE") })
	return into >= 0 && writes(slices.DeleteFunc(slices.Concat([]token.Token{{Kind: token.Word, Src: "SELECT"}}, tokens), func(t token.Token) bool { return t.Is("STRICT") }))
}
