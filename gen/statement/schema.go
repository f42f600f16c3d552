package statement

import (
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sqltoken"
)

// Schema is what schema.sql declares.
type Schema struct {
	postgres bool
	tables   map[string]*Table // by lower-case name
	triggers []trigger
	routines map[string]*routine // functions and procedures, by lower-case name
	folds    map[string]bool     // aggregates, by lower-case names
	domains  map[string]string   // the kinds of domains and of types that the schema makes, by lower-case names
	refusing map[string]bool     // those domains that have a CHECK or NOT NULL, by lower-case names
	infinite bool                // it writes an infinite time
	foreign  bool                // statements are PostgreSQL's, of which the schema is not
	copies   map[Column][]Column // what triggers write to a column, by lower-case names
	parts    map[Column]bool     // of these, whether that is a part of something
	reacts   reactions
	shares   map[Column][]Column // where else what is written to a column comes out, by lower-case names
}

// Table is a table or view of the schema.
type Table struct {
	Name    string
	Columns []*Declared
	// Unique are the sets of columns of which no two rows have the same values: primary keys, constraints and indexes.
	Unique [][]string
	// Stops says that a trigger may leave out a row that is inserted.
	Stops bool
	// Before says that a trigger runs before a row is written: what becomes of its NULLs is for that to say.
	Before bool

	id       string  // what the engine calls it: with the schema that it is in, and in small letters where that is the same
	keys     []Key   // in the order of the schema
	acts     bool    // it has a trigger, which may do anything
	lost     string  // why its columns are not known
	text     []token // its declaration: what that names may be in it
	asks     []check // its CHECKs
	excludes bool    // it has an EXCLUDE, which any other row may violate
	rowid    bool    // rowid may be read
	filled   bool    // it is a table that a query makes: no column of it is NOT NULL
	view     *query  // of a view or a table made by a query: what it looks like
	viewAt   parser  // where that is written
	renamed  []string
}

// check is one CHECK of a table: what it asks, and the names in that.
type check struct {
	text   string
	names  []string
	tokens []token // with its parentheses
}

// Declared is a column as schema.sql declares it.
type Declared struct {
	Name      string
	Type      string // as written, "" without one
	NotNull   bool
	Default   bool // something else than NULL stands there where an INSERT leaves it out
	Generated bool // computed by the database
	Depth     int  // of an array: how many dimensions it has, as declared
	Identity  bool // the database counts it up: a rowid, AUTOINCREMENT, AS IDENTITY, SERIAL

	array    bool   // of such, in square brackets
	quoted   bool   // its name was written in quotes
	value    *expr  // of a generated column
	valueAt  parser // where that is written
	fallback *expr  // its default, where that is a call
	computed bool   // the default is an expression, which may be null
	anyCase  bool   // COLLATE NOCASE
	lenient  bool   // NOT NULL ON CONFLICT IGNORE or REPLACE: SQLite does not fail for NULL
}

// isJSON reports whether a column keeps JSON: one of JSON or JSONB.
func (c *Declared) isJSON() bool {
	return c != nil && (strings.EqualFold(c.Type, "JSON") || strings.EqualFold(c.Type, "JSONB"))
}

// ReadSchema reads schema.sql. What it does not understand it leaves out: engines say what is wrong with it.
func ReadSchema(sql string) *Schema { return readSchema(sql, false) }

// ReadPostgres reads schema.postgres.sql, where each column of a primary key is NOT NULL, and an INTEGER one counts nothing up.
func ReadPostgres(sql string) *Schema { return readSchema(sql, true) }

func readSchema(sql string, postgres bool) *Schema {
	s := &Schema{postgres: postgres, tables: map[string]*Table{}, routines: map[string]*routine{}, folds: map[string]bool{}, domains: map[string]string{}, refusing: map[string]bool{}, copies: map[Column][]Column{}, parts: map[Column]bool{}, shares: map[Column][]Column{}}
	all := sqltoken.Split(sql)
	s.infinite = infinite(all)
	for _, tokens := range split(all) {
		p := newParser(tokens)
		p.postgres = postgres
		s.read(p)
	}
	s.share()
	s.settle()
	s.react()
	return s
}

// OfPostgres is the schema for statements that only PostgreSQL runs: of its functions PostgreSQL's say what they give.
func (s *Schema) OfPostgres() *Schema {
	if s == nil {
		return nil
	}
	of := *s
	of.foreign = true
	return &of
}

// Table returns the table or view of a name, in any case, or nil.
func (s *Schema) Table(name string) *Table {
	if s == nil {
		return nil
	}
	return s.tables[strings.ToLower(name)]
}

// Tables are all tables and views, sorted by name.
func (s *Schema) Tables() []*Table {
	if s == nil {
		return nil
	}
	return slices.SortedFunc(maps.Values(s.tables), func(a, b *Table) int { return strings.Compare(a.Name, b.Name) })
}

// Column returns the column of a name, in any case, or nil.
func (t *Table) Column(name string) *Declared {
	if t == nil {
		return nil
	}
	i := slices.IndexFunc(t.Columns, func(c *Declared) bool { return strings.EqualFold(c.Name, name) })
	if i < 0 {
		return nil
	}
	return t.Columns[i]
}

// IsUnique reports whether no two rows have the same value in a column.
func (t *Table) IsUnique(column string) bool {
	return t != nil && slices.ContainsFunc(t.Unique, func(set []string) bool {
		return len(set) == 1 && strings.EqualFold(set[0], column)
	})
}

// split splits a script at its semicolons; a trigger ends at `; END ;`.
func split(tokens []token) [][]token {
	var all [][]token
	start := 0
	for i, t := range tokens {
		if !t.Is(";") {
			continue // a statement may be long: rows that a migration begins with
		}
		inside := triggers(tokens[start:i]) && !(tokens[i-1].Is("END") && tokens[i-2].Is(";"))
		if inside || rules(tokens[start:i]) {
			continue
		}
		all = append(all, tokens[start:i])
		start = i + 1
	}
	return append(all, tokens[start:])
}

// triggers reports whether a statement is CREATE TRIGGER with statements of its own, as SQLite has them, or a routine with BEGIN
// ATOMIC, as PostgreSQL does.
func triggers(tokens []token) bool {
	begins := slices.IndexFunc(tokens, func(t token) bool { return t.Is("BEGIN") })
	if begins < 0 {
		return false
	}
	return begins+1 < len(tokens) && tokens[begins+1].Is("ATOMIC") ||
		slices.ContainsFunc(tokens[:min(4, len(tokens))], func(t token) bool { return t.Is("TRIGGER") })
}

// rules reports whether a statement is CREATE RULE with statements of its own in parentheses, which are not closed yet.
func rules(tokens []token) bool {
	if !slices.ContainsFunc(tokens[:min(4, len(tokens))], func(t token) bool { return t.Is("RULE") }) {
		return false
	}
	open := 0
	for _, t := range tokens {
		switch {
		case t.Is("("):
			open++
		case t.Is(")"):
			open--
		}
	}
	return open > 0
}

// read reads one statement of the schema.
func (s *Schema) read(p *parser) {
	switch {
	case p.accept("CREATE"):
		p.accept("OR", "REPLACE")
		p.acceptOne("TEMP", "TEMPORARY", "UNLOGGED", "MATERIALIZED", "FOREIGN")
		p.accept("RECURSIVE")
		s.create(p)
	case p.accept("ALTER", "TABLE"), p.accept("ALTER", "VIEW"), p.accept("ALTER", "MATERIALIZED", "VIEW"), p.accept("ALTER", "FOREIGN", "TABLE"):
		p.accept("IF", "EXISTS")
		p.accept("ONLY")
		s.alter(p, s.Table(last(p.pathOf())))
	case p.accept("ALTER", "DOMAIN"):
		s.restrict(strings.ToLower(last(p.pathOf())), p)
	case p.accept("DROP", "TABLE"), p.accept("DROP", "VIEW"):
		p.accept("IF", "EXISTS")
		delete(s.tables, strings.ToLower(last(p.pathOf())))
	case p.accept("DROP", "INDEX"):
		s.unindex(p)
	case p.accept("DO"):
		s.perhaps(p.tokens[p.at:])
	}
}

// create reads what stands behind CREATE.
func (s *Schema) create(p *parser) {
	switch {
	case p.accept("TABLE"):
		s.add(p, p.declared)
	case p.accept("VIEW"):
		s.add(p, p.viewed)
	case p.accept("VIRTUAL", "TABLE"):
		s.add(p, p.virtual)
	case p.accept("UNIQUE", "INDEX"):
		s.index(p)
	case p.accept("TRIGGER"), p.accept("CONSTRAINT", "TRIGGER"):
		s.trigger(p)
	case p.acceptOne("FUNCTION", "PROCEDURE"):
		s.routine(p)
	case p.accept("RULE"):
		s.rule(p)
	case p.accept("DOMAIN"):
		name := strings.ToLower(last(p.pathOf()))
		p.accept("AS")
		s.domains[name] = s.kind(p.typeName())
		s.restrict(name, p)
	case p.accept("TYPE"):
		if name := strings.ToLower(last(p.pathOf())); p.accept("AS", "RANGE") {
			s.domains[name] = "range"
		} else if p.accept("AS", "ENUM") {
			s.domains[name] = "enum"
		}
	case p.accept("AGGREGATE"):
		s.folds[strings.ToLower(last(p.pathOf()))] = true
	}
}

// add adds what one of these reads behind its name.
func (s *Schema) add(p *parser, read func(*Table)) {
	kept := p.accept("IF", "NOT", "EXISTS")
	from := p.at
	t := &Table{Name: last(p.pathOf()), text: p.tokens}
	t.id = s.identity(p.tokens[from:p.at])
	known := s.Table(t.Name)
	if kept && known != nil && known.id == t.id {
		return
	}
	read(t)
	if known != nil && known.id != t.id {
		*t = Table{Name: t.Name, id: t.id, text: slices.Concat(known.text, t.text), lost: "several tables are called " + t.Name}
	}
	if p.lost != "" && t.lost == "" {
		t.lost = p.lost
	}
	s.tables[strings.ToLower(t.Name)] = t
}

// identity is what the engine calls a table by a name as written.
func (s *Schema) identity(path []token) string {
	id := ""
	for _, t := range path {
		name := t.Src
		if !s.postgres || t.Kind != sqltoken.Quoted {
			name = strings.ToLower(name)
		}
		id += strings.Trim(name, `"`)
	}
	return strings.TrimPrefix(strings.TrimPrefix(id, "public."), "main.")
}

// index reads CREATE UNIQUE INDEX. One of some rows, or of expressions, proves nothing.
func (s *Schema) index(p *parser) {
	p.accept("CONCURRENTLY")
	p.accept("IF", "NOT", "EXISTS")
	name := ""
	if !p.peek().Is("ON") {
		name = last(p.pathOf())
	}
	p.accept("ON")
	t := s.Table(last(p.pathOf()))
	if p.accept("USING") {
		p.ident()
	}
	at := p.at
	columns, whole := p.keys()
	switch {
	case t == nil:
	case !whole || p.peek().Is("WHERE"):
		t.key(Key{Name: name, Columns: t.named(p.tokens[at:p.at]), when: t.named(p.tokens[p.at:]), narrow: true})
	default:
		t.Unique = append(t.Unique, columns)
		t.key(Key{Name: name, Columns: columns})
	}
}

// named are the columns that are named among tokens, each once.
func (t *Table) named(tokens []token) []string {
	var names []string
	for _, token := range tokens {
		if c := t.Column(token.Name()); c != nil && !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// trigger notes the table of a trigger, and whether that runs before a row is written, and can leave it out.
func (s *Schema) trigger(p *parser) {
	before := slices.ContainsFunc(p.tokens[:min(12, len(p.tokens))], func(t token) bool { return t.Is("BEFORE", "INSTEAD") })
	stops := slices.ContainsFunc(p.tokens, func(t token) bool { return t.Is("IGNORE", "EXECUTE") })
	for i, t := range p.tokens {
		if t.Is("ON") && i+1 < len(p.tokens) {
			if of := s.Table(last(newParser(p.tokens[i+1:]).pathOf())); of != nil {
				of.Before, of.Stops, of.acts = of.Before || before, of.Stops || before && stops, true
				s.triggered(of, p.tokens)
			}
			return
		}
	}
}
