package ddl

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// Routine is a function or procedure that the schema declares.
type Routine struct {
	Name    string
	Params  []string        // the names of those that it is given; what is declared without one has its type's
	Outs    []string        // those that it gives back: of OUT and INOUT
	Takes   []token.Token   // its parameters, as written
	Mixed   bool            // arguments may be in another order: of a procedure with OUT parameters, or one of several of its name
	Rows    []string        // the columns of the table that it returns
	Of      string          // the type that it returns, or returns a set of: of the rows of a table, its name
	Body    [][]token.Token // its statements
	Text    [][]token.Token // these with what says when they run
	Plain   bool            // its language is SQL: it returns what its last statement gives
	Steps   bool            // its language is PL/pgSQL: it returns what RETURN says
	Asks    bool            // it returns a truth value or nothing, of which nothing flows on
	Several bool            // it returns any number of rows
	Foreign bool            // its language is neither of these, and nothing says that it changes nothing
}

// routine reads CREATE FUNCTION or PROCEDURE, whose body is a text, RETURN or BEGIN ATOMIC.
func (s *Schema) routine(p *tree.Parser) {
	procedure := p.Ahead(-1).Is("PROCEDURE")
	f := &Routine{Name: tree.Last(p.PathOf()), Plain: true}
	at := p.At
	f.Params, f.Outs = p.Parameters()
	f.Takes = p.Tokens[at:p.At]
	defer s.overload(f)
	defer func() { f.Mixed = len(f.Outs) > 0 && (procedure || f.numbers()) }()
	for ; p.Peek().Kind != token.None; p.At++ {
		switch next := p.Ahead(1); {
		case p.Peek().Is("RETURNS"):
			f.returns(p)
		case p.Peek().Is("LANGUAGE"):
			language := strings.Trim(next.Src, "'")
			f.Plain, f.Steps = strings.EqualFold(language, "sql"), strings.EqualFold(language, "plpgsql")
			f.Foreign = !f.Plain && !f.Steps && !HasWord(p.Tokens, "IMMUTABLE") && !HasWord(p.Tokens, "STABLE")
		case p.Peek().Is("AS") && next.Kind == token.Text:
			f.write(token.Split(next.Text()))
		case p.Peek().Is("BEGIN") && next.Is("ATOMIC"):
			f.write(p.Tokens[p.At+2:])
			return
		case p.Peek().Is("RETURN"):
			f.Body = [][]token.Token{p.Tokens[p.At:]}
			f.Text = f.Body
			return
		}
	}
}

// returns reads what stands behind RETURNS.
func (f *Routine) returns(p *tree.Parser) {
	next := p.Ahead(1)
	f.Asks, f.Several = next.Is("BOOLEAN", "BOOL", "VOID"), next.Is("TABLE", "SETOF")
	switch {
	case next.Is("TABLE"):
		p.At += 2
		f.Rows, _ = p.Parameters()
		p.At--
	case next.Is("SETOF"):
		f.Of = p.PathAhead(2)
	default:
		f.Of = p.PathAhead(1)
	}
}

// numbers reports whether the routine names a parameter by its number, which counts those that it only gives back, too.
func (f *Routine) numbers() bool {
	return slices.ContainsFunc(slices.Concat(f.Body...), func(t token.Token) bool { return t.Kind == token.Param })
}

// write takes the statements of the routine's body.
func (f *Routine) write(tokens []token.Token) {
	f.Body, f.Text = Body(tokens), append(f.Text, Statements(tokens)...)
}

// overload adds a routine to the schema. Which of several of a name is called is for the types to say: it does what any
// of them does.
func (s *Schema) overload(f *Routine) {
	name := strings.ToLower(f.Name)
	same := func(a, b token.Token) bool { return strings.EqualFold(a.Src, b.Src) }
	if old := s.Routines[name]; old != nil && !slices.EqualFunc(old.Takes, f.Takes, same) {
		f.Params = slices.Concat(f.Params, old.Params)
		f.Body, f.Text = slices.Concat(old.Body, f.Body), slices.Concat(old.Text, f.Text)
		f.Plain, f.Steps, f.Asks, f.Mixed, f.Rows = false, false, f.Asks && old.Asks, true, nil
		f.Foreign = f.Foreign || old.Foreign
	}
	s.Routines[name] = f
}
