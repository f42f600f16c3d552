package statement

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
)

// altered reads what stands behind ALTER.
func (s *Schema) altered(p *parser) {
	switch {
	case p.accept("TABLE"), p.accept("VIEW"), p.accept("MATERIALIZED", "VIEW"), p.accept("FOREIGN", "TABLE"):
		p.accept("IF", "EXISTS")
		p.only = p.accept("ONLY")
		t := s.named(p.tablePath())
		p.accept("*")
		s.alter(p, t)
	case p.accept("INDEX"):
		p.accept("IF", "EXISTS")
		if name := last(p.tablePath()); p.accept("RENAME", "TO") {
			s.renameKey(name, p.ident())
		}
	case p.accept("DOMAIN"):
		s.restrict(strings.ToLower(last(p.pathOf())), p)
	case p.accept("TYPE"):
		if name := last(p.pathOf()); p.accept("RENAME", "TO") {
			s.renameType(name, p.ident())
		}
	case p.accept("SCHEMA"):
		if name := p.ident(); p.accept("RENAME", "TO") {
			s.renameSchema(name, p.ident())
		}
	}
}

// alter reads what stands behind ALTER TABLE and its name. An action that is not understood leaves the table not
// proved.
func (s *Schema) alter(p *parser, t *Table) {
	for t != nil {
		from := p.at
		if !s.action(p, t) || !p.peek().Is(",") && p.peek().Kind != token.None {
			s.doubt(t, p.tokens[from].Start, "%q is not understood", brief(p.tokens[from:]))
			s.doubtBelow(t, p.tokens[from].Start)
			return
		}
		if !p.only {
			s.alterBelow(p, t, from)
		}
		if !p.accept(",") {
			return
		}
	}
}

// alterBelow does to the tables that inherit from one, or are parts of it, what was done to that.
func (s *Schema) alterBelow(p *parser, t *Table, from int) {
	first := p.tokens[from]
	second := token.At(p.tokens, from+1)
	columns := first.Is("ADD", "ALTER", "DROP", "RENAME") && !second.Is("CONSTRAINT", "TO", "PRIMARY", "UNIQUE", "FOREIGN")
	for _, child := range s.children(t) {
		again := *p
		again.at = from
		switch {
		case columns:
			s.action(&again, child)
			s.alterBelow(&again, child, from)
		case first.Is("DROP") || first.Is("ADD") && token.At(p.tokens, from+3).Is("FOREIGN"):
			s.doubt(child, first.Start, "%q is done to %s", brief(p.tokens[from:p.at]), t.name)
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
func (s *Schema) action(p *parser, t *Table) bool {
	switch {
	case p.accept("ADD"):
		s.addMember(p, t)
	case p.accept("DROP", "CONSTRAINT"):
		return s.dropConstraint(p, t)
	case p.accept("DROP"):
		return s.dropMember(p, t)
	case p.accept("RENAME"):
		return s.renameMember(p, t)
	case p.accept("SET", "SCHEMA"):
		s.move(t, p.ident(), t.name)
	case p.accept("INHERIT"):
		if parent := s.named(p.pathOf()); parent != nil {
			t.parents = append(t.parents, parent.id())
		}
	case p.accept("NO", "INHERIT"):
		s.disinherit(t, p.pathOf())
	case p.accept("ATTACH", "PARTITION"):
		s.attach(t, s.named(p.pathOf()))
		p.skipTo(never)
	case p.accept("DETACH", "PARTITION"):
		if child := s.named(p.pathOf()); child != nil {
			s.disinherit(child, []string{t.schema, t.name})
			child.part = false
		}
		p.skipTo(never)
	case p.accept("ALTER", "CONSTRAINT"):
		p.skipTo(comma)
	case p.accept("ALTER"):
		p.accept("COLUMN")
		c := t.Column(p.peek().Name())
		p.at++
		return c != nil && c.alter(p)
	default:
		return s.indifferent(p)
	}
	return true
}

// dropMember reads what stands behind DROP, but for a constraint.
func (s *Schema) dropMember(p *parser, t *Table) bool {
	p.accept("COLUMN")
	maybe := p.accept("IF", "EXISTS")
	name := p.peek().Name()
	p.at++
	cascades := p.acceptOne("CASCADE", "RESTRICT") && p.ahead(-1).Is("CASCADE")
	return s.dropColumn(t, name, cascades) || maybe
}

// renameMember reads what stands behind RENAME: of the table itself, a constraint or a column.
func (s *Schema) renameMember(p *parser, t *Table) bool {
	switch {
	case p.accept("TO"):
		s.move(t, t.schema, p.ident())
		return true
	case p.accept("CONSTRAINT"):
		from := p.ident()
		return p.accept("TO") && t.renameKey(from, p.ident())
	}
	p.accept("COLUMN")
	from := p.tablePath()
	if !p.accept("TO") {
		return false
	}
	quoted := quotes(p.peek())
	return s.renameColumn(t, last(from), last(p.tablePath()), quoted)
}

func comma(t token.Token) bool { return t.Is(",") }

func never(token.Token) bool { return false }

// indifferent reads an action that says nothing of what a table holds.
func (s *Schema) indifferent(p *parser) bool {
	for _, words := range [][]string{
		{"OWNER", "TO"}, {"ENABLE"}, {"DISABLE"}, {"FORCE", "ROW"}, {"NO", "FORCE", "ROW"}, {"CLUSTER", "ON"}, {"SET", "WITHOUT"},
		{"SET", "WITH"}, {"SET", "TABLESPACE"}, {"SET", "LOGGED"}, {"SET", "UNLOGGED"}, {"SET", "("}, {"RESET", "("},
		{"SET", "ACCESS", "METHOD"}, {"REPLICA", "IDENTITY"}, {"VALIDATE", "CONSTRAINT"}, {"OPTIONS", "("},
	} {
		if !p.accept(words...) {
			continue
		}
		if last(words) == "(" {
			p.at--
		}
		p.skipTo(comma)
		return true
	}
	return false
}

// addMember reads what stands behind ADD.
func (s *Schema) addMember(p *parser, t *Table) {
	p.accept("COLUMN")
	maybe := p.accept("IF", "NOT", "EXISTS")
	if name := p.peek().Name(); t.Column(name) != nil && (maybe || len(t.parents) > 0) && !constrains(p.peek()) {
		p.skipTo(comma)
		return
	}
	s.member(p, t)
}

// settings are what may be set of a column that says nothing of its values.
var settings = []string{"STATISTICS", "STORAGE", "COMPRESSION", "GENERATED", "INCREMENT", "START", "CACHE", "MAXVALUE",
	"MINVALUE", "CYCLE", "NO", "RESTART", "("}

// alter reads what stands behind ALTER COLUMN and its name, and reports whether it is understood.
func (c *Declared) alter(p *parser) bool {
	switch {
	case p.accept("SET", "NOT", "NULL"):
		c.NotNull = true
	case p.accept("DROP", "NOT", "NULL"):
		c.NotNull = false
	case p.accept("SET", "DEFAULT"):
		c.set(p)
	case p.accept("DROP", "DEFAULT"):
		c.Default, c.endless, c.fallback = false, false, nil
		c.Identity = c.Identity && !serial.MatchString(c.Type)
	case p.accept("ADD", "GENERATED"):
		c.Identity, c.NotNull = true, true
		p.skipTo(comma)
	case p.accept("DROP", "IDENTITY"):
		c.Identity = false
		p.accept("IF", "EXISTS")
	case p.accept("DROP", "EXPRESSION"):
		c.Generated, c.value = false, nil
		p.accept("IF", "EXISTS")
	case p.accept("TYPE"), p.accept("SET", "DATA", "TYPE"):
		c.Type = p.typeName()
		c.array = strings.HasSuffix(c.Type, "]")
		c.Depth = strings.Count(c.Type, "[")
		p.skipTo(comma) // COLLATE, USING
	case p.peek().Is("SET") && p.ahead(1).Is(settings...), p.peek().Is("RESTART"),
		p.peek().Is("RESET", "OPTIONS") && p.ahead(1).Is("("):
		p.skipTo(comma)
	default:
		return false
	}
	return true
}

// do reads a DO. Where nothing in it depends on what is there before, its statements run.
func (s *Schema) do(p *parser) {
	i := slices.IndexFunc(p.tokens, func(t token.Token) bool { return t.Kind == token.Text })
	if i < 0 {
		return
	}
	tokens := token.Split(p.tokens[i].Text())
	body, runs := straight(tokens)
	if !runs {
		s.perhaps(tokens, p.tokens[0].Start)
		return
	}
	for _, tokens := range token.Statements(body) {
		if len(tokens) == 2 && tokens[0].Is("EXECUTE") && tokens[1].Kind == token.Text {
			tokens = token.Split(tokens[1].Text())
		}
		for i := range tokens { // their places are those of the DO
			tokens[i].Start, tokens[i].End = p.tokens[0].Start, p.tokens[0].Start
		}
		inner := newParser(tokens)
		inner.postgres = s.postgres
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
			s.perhapsTable(newParser(tokens[i+1:]), tokens[i-1].Is("CREATE"), offset)
		case t.Is("TYPE", "DOMAIN") && tokens[i-1].Is("CREATE"):
			p := newParser(tokens[i:])
			p.postgres = s.postgres
			s.create(p, false)
		}
	}
}

// perhapsTable gives up the table that a DO may change: each one, where which it is is put together.
func (s *Schema) perhapsTable(p *parser, creates bool, offset int) {
	p.accept("IF", "EXISTS")
	p.accept("IF", "NOT", "EXISTS")
	p.accept("ONLY")
	var of []*Table
	switch {
	case p.peek().Name() == "" && !creates:
		of = s.Tables()
	case p.peek().Name() != "":
		path := p.pathOf()
		on := slices.IndexFunc(p.tokens, func(t token.Token) bool { return t.Is("ON") })
		if on >= 0 && s.named(path) == nil { // of an index
			path = newParser(p.tokens[on+1:]).pathOf()
		}
		if t := s.named(path); t != nil {
			of = []*Table{t}
		} else if creates {
			t := &Table{Name: last(path), text: p.tokens, folded: strings.ToLower(last(path))}
			t.schema, t.name = s.idOf(path)
			s.tables[t.id()] = t
			of = []*Table{t}
		}
	}
	for _, t := range of {
		s.doubt(t, offset, "a DO may change it")
	}
}
