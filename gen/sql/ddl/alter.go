package ddl

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// altered reads what stands behind ALTER.
func (s *Schema) altered(p *tree.Parser) {
	switch {
	case p.Accept("TABLE"), p.Accept("VIEW"), p.Accept("MATERIALIZED", "VIEW"), p.Accept("FOREIGN", "TABLE"):
		p.Accept("IF", "EXISTS")
		p.Only = p.Accept("ONLY")
		t := s.Named(p.TablePath())
		p.Accept("*")
		s.alter(p, t)
	case p.Accept("INDEX"):
		p.Accept("IF", "EXISTS")
		if name := tree.Last(p.TablePath()); p.Accept("RENAME", "TO") {
			s.renameKey(name, p.Ident())
		}
	case p.Accept("DOMAIN"):
		s.restrict(strings.ToLower(tree.Last(p.PathOf())), p)
	case p.Accept("TYPE"):
		if name := tree.Last(p.PathOf()); p.Accept("RENAME", "TO") {
			s.renameType(name, p.Ident())
		}
	case p.Accept("SCHEMA"):
		if name := p.Ident(); p.Accept("RENAME", "TO") {
			s.renameSchema(name, p.Ident())
		}
	}
}

// alter reads what stands behind ALTER TABLE and its name. An action that is not understood leaves the table not
// proved.
func (s *Schema) alter(p *tree.Parser, t *Table) {
	for t != nil {
		from := p.At
		if !s.action(p, t) || !p.Peek().Is(",") && p.Peek().Kind != token.None {
			s.doubt(t, p.Tokens[from].Start, "%q is not understood", brief(p.Tokens[from:]))
			s.doubtBelow(t, p.Tokens[from].Start)
			return
		}
		if !p.Only {
			s.alterBelow(p, t, from)
		}
		if !p.Accept(",") {
			return
		}
	}
}

// alterBelow does to the tables that inherit from one, or are parts of it, what was done to that.
func (s *Schema) alterBelow(p *tree.Parser, t *Table, from int) {
	first := p.Tokens[from]
	second := token.At(p.Tokens, from+1)
	columns := first.Is("ADD", "ALTER", "DROP", "RENAME") && !second.Is("CONSTRAINT", "TO", "PRIMARY", "UNIQUE", "FOREIGN")
	for _, child := range s.children(t) {
		again := *p
		again.At = from
		switch {
		case columns:
			s.action(&again, child)
			s.alterBelow(&again, child, from)
		case first.Is("DROP") || first.Is("ADD") && token.At(p.Tokens, from+3).Is("FOREIGN"):
			s.doubt(child, first.Start, "%q is done to %s", brief(p.Tokens[from:p.At]), t.name)
		}
	}
}

// doubtBelow gives up the tables that inherit from one.
func (s *Schema) doubtBelow(t *Table, offset int) {
	for _, child := range s.children(t) {
		s.doubt(child, offset, "it inherits from %s, of which that is not known", t.name)
		s.doubtBelow(child, offset)
	}
}

// action reads one action of an ALTER TABLE, and reports whether it is understood.
func (s *Schema) action(p *tree.Parser, t *Table) bool {
	switch {
	case p.Accept("ADD"):
		s.addMember(p, t)
	case p.Accept("DROP", "CONSTRAINT"):
		return s.dropConstraint(p, t)
	case p.Accept("DROP"):
		return s.dropMember(p, t)
	case p.Accept("RENAME"):
		return s.renameMember(p, t)
	case p.Accept("SET", "SCHEMA"):
		s.move(t, p.Ident(), t.name)
	case p.Accept("INHERIT"):
		if parent := s.Named(p.PathOf()); parent != nil {
			t.Parents = append(t.Parents, parent.id())
		}
	case p.Accept("NO", "INHERIT"):
		s.disinherit(t, p.PathOf())
	case p.Accept("ATTACH", "PARTITION"):
		s.attach(t, s.Named(p.PathOf()))
		p.SkipTo(never)
	case p.Accept("DETACH", "PARTITION"):
		if child := s.Named(p.PathOf()); child != nil {
			s.disinherit(child, []string{t.schema, t.name})
			child.part = false
		}
		p.SkipTo(never)
	case p.Accept("ALTER", "CONSTRAINT"):
		p.SkipTo(comma)
	case p.Accept("ALTER"):
		p.Accept("COLUMN")
		c := t.Column(p.Peek().Name())
		p.At++
		return c != nil && c.alter(p)
	default:
		return s.indifferent(p)
	}
	return true
}

// dropMember reads what stands behind DROP, but for a constraint.
func (s *Schema) dropMember(p *tree.Parser, t *Table) bool {
	p.Accept("COLUMN")
	maybe := p.Accept("IF", "EXISTS")
	name := p.Peek().Name()
	p.At++
	cascades := p.AcceptOne("CASCADE", "RESTRICT") && p.Ahead(-1).Is("CASCADE")
	return s.dropColumn(t, name, cascades) || maybe
}

// renameMember reads what stands behind RENAME: of the table itself, a constraint or a column.
func (s *Schema) renameMember(p *tree.Parser, t *Table) bool {
	switch {
	case p.Accept("TO"):
		s.move(t, t.schema, p.Ident())
		return true
	case p.Accept("CONSTRAINT"):
		from := p.Ident()
		return p.Accept("TO") && t.renameKey(from, p.Ident())
	}
	p.Accept("COLUMN")
	from := p.TablePath()
	if !p.Accept("TO") {
		return false
	}
	quoted := tree.Quotes(p.Peek())
	return s.renameColumn(t, tree.Last(from), tree.Last(p.TablePath()), quoted)
}

func comma(t token.Token) bool { return t.Is(",") }

func never(token.Token) bool { return false }

// indifferent reads an action that says nothing of what a table holds.
func (s *Schema) indifferent(p *tree.Parser) bool {
	for _, words := range [][]string{
		{"OWNER", "TO"}, {"ENABLE"}, {"DISABLE"}, {"FORCE", "ROW"}, {"NO", "FORCE", "ROW"}, {"CLUSTER", "ON"}, {"SET", "WITHOUT"},
		{"SET", "WITH"}, {"SET", "TABLESPACE"}, {"SET", "LOGGED"}, {"SET", "UNLOGGED"}, {"SET", "("}, {"RESET", "("},
		{"SET", "ACCESS", "METHOD"}, {"REPLICA", "IDENTITY"}, {"VALIDATE", "CONSTRAINT"}, {"OPTIONS", "("},
	} {
		if !p.Accept(words...) {
			continue
		}
		if tree.Last(words) == "(" {
			p.At--
		}
		p.SkipTo(comma)
		return true
	}
	return false
}

// addMember reads what stands behind ADD.
func (s *Schema) addMember(p *tree.Parser, t *Table) {
	p.Accept("COLUMN")
	maybe := p.Accept("IF", "NOT", "EXISTS")
	if name := p.Peek().Name(); t.Column(name) != nil && (maybe || len(t.Parents) > 0) && !tree.Constrains(p.Peek()) {
		p.SkipTo(comma)
		return
	}
	s.member(p, t)
}

// settings are what may be set of a column that says nothing of its values.
var settings = []string{"STATISTICS", "STORAGE", "COMPRESSION", "GENERATED", "INCREMENT", "START", "CACHE", "MAXVALUE",
	"MINVALUE", "CYCLE", "NO", "RESTART", "("}

// alter reads what stands behind ALTER COLUMN and its name, and reports whether it is understood.
func (c *Column) alter(p *tree.Parser) bool {
	switch {
	case p.Accept("SET", "NOT", "NULL"):
		c.NotNull = true
	case p.Accept("DROP", "NOT", "NULL"):
		c.NotNull = false
	case p.Accept("SET", "DEFAULT"):
		c.set(p)
	case p.Accept("DROP", "DEFAULT"):
		c.Default, c.Endless, c.Fallback = false, false, nil
		c.Identity = c.Identity && !serial.MatchString(c.Type)
	case p.Accept("ADD", "GENERATED"):
		c.Identity, c.NotNull = true, true
		p.SkipTo(comma)
	case p.Accept("DROP", "IDENTITY"):
		c.Identity = false
		p.Accept("IF", "EXISTS")
	case p.Accept("DROP", "EXPRESSION"):
		c.Generated, c.Value = false, nil
		p.Accept("IF", "EXISTS")
	case p.Accept("TYPE"), p.Accept("SET", "DATA", "TYPE"):
		c.Type = p.TypeName()
		c.array = strings.HasSuffix(c.Type, "]")
		c.Depth = strings.Count(c.Type, "[")
		p.SkipTo(comma) // COLLATE, USING
	case p.Peek().Is("SET") && p.Ahead(1).Is(settings...), p.Peek().Is("RESTART"),
		p.Peek().Is("RESET", "OPTIONS") && p.Ahead(1).Is("("):
		p.SkipTo(comma)
	default:
		return false
	}
	return true
}

// do reads a DO. Where nothing in it depends on what is there before, its statements run.
func (s *Schema) do(p *tree.Parser) {
	i := slices.IndexFunc(p.Tokens, func(t token.Token) bool { return t.Kind == token.Text })
	if i < 0 {
		return
	}
	tokens := token.Split(p.Tokens[i].Text())
	body, runs := straight(tokens)
	if !runs {
		s.perhaps(tokens, p.Tokens[0].Start)
		return
	}
	for _, tokens := range token.Statements(body) {
		if len(tokens) == 2 && tokens[0].Is("EXECUTE") && tokens[1].Kind == token.Text {
			tokens = token.Split(tokens[1].Text())
		}
		for i := range tokens { // their places are those of the DO
			tokens[i].Start, tokens[i].End = p.Tokens[0].Start, p.Tokens[0].Start
		}
		inner := tree.NewParser(tokens)
		inner.Postgres = s.Postgres
		s.run(inner)
	}
}

// straight returns the statements of a body that all run: BEGIN … END, of which a handler forgives at most that
// something is there.
func straight(tokens []token.Token) (body []token.Token, runs bool) {
	end := len(tokens)
	if end > 0 && tokens[end-1].Is(";") {
		end--
	}
	if end < 2 || !tokens[0].Is("BEGIN") || !tokens[end-1].Is("END") {
		return nil, false
	}
	body = tokens[1 : end-1]
	if i := slices.IndexFunc(body, func(t token.Token) bool { return t.Is("EXCEPTION") }); i >= 0 {
		handler := body[i+1:]
		body = body[:i]
		for n, t := range handler {
			if n > 0 && handler[n-1].Is("WHEN", "OR") && !strings.HasPrefix(strings.ToLower(t.Name()), "duplicate_") {
				return nil, false
			}
		}
	}
	return body, !slices.ContainsFunc(body, func(t token.Token) bool {
		return t.Is("IF", "LOOP", "CASE", "DECLARE", "BEGIN", "FOR", "WHILE", "FORMAT", "||", ":=")
	})
}

// perhaps reads the body of a DO that may run one way or the other: a table that it may change is not proved, and a
// type that it may make is there.
func (s *Schema) perhaps(tokens []token.Token, offset int) {
	for i, t := range tokens {
		switch {
		case t.Kind == token.Text:
			s.perhaps(token.Split(t.Text()), offset) // of EXECUTE, or a part of that
		case i == 0:
		case t.Is("TABLE", "INDEX") && tokens[i-1].Is("CREATE", "ALTER", "DROP", "UNIQUE"):
			s.perhapsTable(tree.NewParser(tokens[i+1:]), tokens[i-1].Is("CREATE"), offset)
		case t.Is("TYPE", "DOMAIN") && tokens[i-1].Is("CREATE"):
			p := tree.NewParser(tokens[i:])
			p.Postgres = s.Postgres
			s.create(p, false)
		}
	}
}

// perhapsTable gives up the table that a DO may change: each one, where which it is is put together.
func (s *Schema) perhapsTable(p *tree.Parser, creates bool, offset int) {
	p.Accept("IF", "EXISTS")
	p.Accept("IF", "NOT", "EXISTS")
	p.Accept("ONLY")
	var of []*Table
	switch {
	case p.Peek().Name() == "" && !creates:
		of = s.Tables()
	case p.Peek().Name() != "":
		path := p.PathOf()
		on := slices.IndexFunc(p.Tokens, func(t token.Token) bool { return t.Is("ON") })
		if on >= 0 && s.Named(path) == nil { // of an index
			path = tree.NewParser(p.Tokens[on+1:]).PathOf()
		}
		if t := s.Named(path); t != nil {
			of = []*Table{t}
		} else if creates {
			t := &Table{Name: tree.Last(path), Text: p.Tokens, folded: strings.ToLower(tree.Last(path))}
			t.schema, t.name = s.idOf(path)
			s.ByID[t.id()] = t
			of = []*Table{t}
		}
	}
	for _, t := range of {
		s.doubt(t, offset, "a DO may change it")
	}
}
