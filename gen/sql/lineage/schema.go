package lineage

import (
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// Schema is what schema.sql declares.
type Schema struct {
	postgres bool
	tables   map[string]*Table // by lower-case names of their schemas and their own
	path     []string          // the schemas in which a table is looked for
	script   Script            // that it was read of
	made     []made            // its statements, in their order
	makers   map[string][]int  // which of these make or change what has a name
	triggers []trigger
	routines map[string]*routine                     // functions and procedures, by lower-case name
	folds    map[string]bool                         // aggregates, by lower-case names
	schemas  map[string]bool                         // those that it makes, by lower-case names
	domains  map[string]string                       // the kinds of its domains and types, by lower-case names
	refusing map[string]bool                         // those domains that have a CHECK or NOT NULL, by lower-case names
	infinite bool                                    // it writes an infinite time
	foreign  bool                                    // statements are PostgreSQL's, of which the schema is not
	copies   map[statement.Column][]statement.Column // what triggers write to a column, by lower-case names
	parts    map[statement.Column]bool               // of these, whether that is a part of something
	reacts   reactions
	shares   map[statement.Column][]statement.Column // where else what a column is given comes out
}

// Table is a table or view of the schema.
type Table struct {
	Name    string // as statements write it: with its schema where it is not found without
	Columns []*Declared
	// Unique are the sets of columns of which no two rows have the same values: primary keys, constraints and indexes.
	Unique [][]string
	// Stops says that a trigger may leave out a row that is inserted.
	Stops bool
	// Before says that a trigger runs before a row is written: what becomes of its NULLs is for that to say.
	Before bool

	schema   string        // that it is in
	name     string        // its own
	folded   string        // what the engine calls it: in small letters where that is the same
	gone     []string      // columns that were dropped or renamed, in small letters
	parents  []string      // ids of the tables that it inherits from
	part     bool          // it is a partition of the only one of these
	keys     []key         // in the order of the schema
	acts     bool          // it has a trigger, which may do anything
	lost     string        // why its columns are not known
	text     []token.Token // its declaration: what that names may be in it
	asks     []check       // its CHECKs
	excludes bool          // it has an EXCLUDE, which any other row may violate
	rowid    bool          // rowid may be read
	filled   bool          // it is a table that a query makes: no column of it is NOT NULL
	view     *tree.Query   // of a view or a table made by a query: what it looks like
	viewAt   tree.Parser   // where that is written
	renamed  []string
}

// check is one CHECK of a table: what it asks, and the names in that.
type check struct {
	name   string // as written, or as PostgreSQL calls it
	text   string
	names  []string
	tokens []token.Token // with its parentheses
}

// Declared is a column as schema.sql declares it.
type Declared struct {
	Name      string
	Type      string // as written, "" without one
	NotNull   bool
	Default   bool             // something else than NULL stands there where an INSERT leaves it out
	Generated bool             // computed by the database
	Depth     int              // of an array: how many dimensions it has, as declared
	Identity  bool             // the database counts it up: a rowid, AUTOINCREMENT, AS IDENTITY, SERIAL
	Refers    statement.Column // that a foreign key of it alone refers to; zero where there is none

	array    bool        // of such, in square brackets
	quoted   bool        // its name was written in quotes
	value    *tree.Expr  // of a generated column
	valueAt  tree.Parser // where that is written
	fallback *tree.Expr  // its default, where that is a call
	computed bool        // the default is an expression, which may be null
	endless  bool        // its default is infinity or NaN
	anyCase  bool        // COLLATE NOCASE
	lenient  bool        // NOT NULL ON CONFLICT IGNORE or REPLACE: SQLite does not fail for NULL
}

// isJSON reports whether a column keeps JSON: one of JSON or JSONB.
func (c *Declared) isJSON() bool {
	return c != nil && (strings.EqualFold(c.Type, "JSON") || strings.EqualFold(c.Type, "JSONB"))
}

// ReadSchema reads schema.sql. What it does not understand it leaves out: engines say what is wrong with it.
func ReadSchema(sql string) *Schema { return Read(Script{Text: sql}) }

// ReadPostgres reads schema.postgres.sql, where each column of a primary key is NOT NULL, and an INTEGER one counts
// nothing up.
func ReadPostgres(sql string) *Schema {
	return Read(Script{Text: sql, Postgres: true, Files: []File{{Name: "schema.postgres.sql"}}})
}

// Read reads a schema. What it does not understand it leaves out; a table that this is about is not proved.
func Read(script Script) *Schema {
	s := &Schema{
		script: script, postgres: script.Postgres, path: script.searched(), tables: map[string]*Table{},
		schemas: map[string]bool{}, makers: map[string][]int{}, routines: map[string]*routine{}, folds: map[string]bool{}, domains: map[string]string{}, refusing: map[string]bool{},
		copies: map[statement.Column][]statement.Column{}, parts: map[statement.Column]bool{},
		shares: map[statement.Column][]statement.Column{},
	}
	all := token.Split(script.Text)
	s.infinite = infinite(all)
	file := 0
	for _, tokens := range token.Statements(all) {
		for len(tokens) > 0 && file+1 < len(script.Files) && script.Files[file+1].Start <= tokens[0].Start {
			file++
			s.path = script.searched() // a session is that of one file
			maps.DeleteFunc(s.tables, func(_ string, t *Table) bool { return t.schema == "pg_temp" })
		}
		s.note(tokens)
		p := tree.NewParser(tokens)
		p.Postgres = script.Postgres
		s.read(p)
	}
	s.path = script.searched()
	if script.Learned != nil {
		for _, k := range script.Learned(s) {
			s.learn(k)
		}
	}
	s.spell()
	s.refer()
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
	if t := s.named([]string{name}); t != nil {
		return t
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

// read reads one statement of the schema.
func (s *Schema) read(p *tree.Parser) {
	if s.script.Refused != nil && len(p.Tokens) > 0 {
		start, end := p.Tokens[0].Start, p.Tokens[len(p.Tokens)-1].End
		if why := s.script.Refused(s.script.Text[start:end]); why != "" {
			s.refusedBy(p, why)
			return
		}
	}
	s.run(p)
}

// run reads one statement that a server runs.
func (s *Schema) run(p *tree.Parser) {
	switch {
	case p.Accept("CREATE"):
		p.Accept("OR", "REPLACE")
		p.AcceptOne("GLOBAL", "LOCAL")
		temporary := p.AcceptOne("TEMP", "TEMPORARY")
		p.AcceptOne("UNLOGGED", "MATERIALIZED", "FOREIGN")
		p.Accept("RECURSIVE")
		s.create(p, temporary)
	case p.Accept("ALTER"):
		s.altered(p)
	case p.Accept("DROP"):
		s.drop(p)
	case p.Accept("DO"):
		s.do(p)
	case p.Accept("SET", "search_path"), p.Accept("SET", "LOCAL", "search_path"), p.Accept("SET", "SESSION", "search_path"):
		s.search(p)
	case p.Accept("RESET", "search_path"), p.Accept("RESET", "ALL"), p.Accept("DISCARD", "ALL"):
		s.path = s.script.searched()
	case p.Accept("SELECT"):
		s.configured(p)
	}
}

// create reads what stands behind CREATE.
func (s *Schema) create(p *tree.Parser, temporary bool) {
	switch {
	case p.Accept("TABLE"):
		s.add(p, temporary, func(t *Table) { s.declared(p, t) })
	case p.Accept("VIEW"):
		s.add(p, temporary, func(t *Table) { readView(p, t) })
	case p.Accept("SCHEMA"):
		p.Accept("IF", "NOT", "EXISTS")
		s.schemas[strings.ToLower(p.Peek().Name())] = true
	case p.Accept("VIRTUAL", "TABLE"):
		s.add(p, temporary, func(t *Table) { readVirtual(p, t) })
	case p.Accept("UNIQUE", "INDEX"):
		s.index(p)
	case p.Accept("TRIGGER"), p.Accept("CONSTRAINT", "TRIGGER"):
		s.trigger(p)
	case p.AcceptOne("FUNCTION", "PROCEDURE"):
		s.routine(p)
	case p.Accept("RULE"):
		s.rule(p)
	case p.Accept("DOMAIN"):
		name := strings.ToLower(tree.Last(p.PathOf()))
		p.Accept("AS")
		s.domains[name] = s.kind(p.TypeName())
		s.restrict(name, p)
	case p.Accept("TYPE"):
		if name := strings.ToLower(tree.Last(p.PathOf())); p.Accept("AS", "RANGE") {
			s.domains[name] = "range"
		} else if p.Accept("AS", "ENUM") {
			s.domains[name] = "enum"
		}
	case p.Accept("AGGREGATE"):
		s.folds[strings.ToLower(tree.Last(p.PathOf()))] = true
	}
}

// add adds what one of these reads behind its name.
func (s *Schema) add(p *tree.Parser, temporary bool, read func(*Table)) {
	kept := p.Accept("IF", "NOT", "EXISTS")
	from := p.At
	path := p.TablePath()
	t := &Table{text: p.Tokens}
	t.schema, t.name = s.idOf(path)
	if temporary {
		t.schema = map[bool]string{true: "pg_temp", false: "temp"}[s.postgres]
	}
	t.Name, t.folded = t.name, s.identity(p.Tokens[from:p.At])
	known := s.tables[t.id()]
	if kept && known != nil && known.folded == t.folded {
		return
	}
	read(t)
	if known != nil && known.folded != t.folded {
		*t = Table{Name: t.Name, schema: t.schema, name: t.name, folded: t.folded,
			text: slices.Concat(known.text, t.text), lost: "several tables are called " + t.Name}
	}
	if p.Lost != "" && t.lost == "" {
		s.doubt(t, p.Tokens[0].Start, "%s", p.Lost)
	}
	s.tables[t.id()] = t
}

// identity is what the engine calls a table by a name as written, without its schema.
func (s *Schema) identity(path []token.Token) string {
	if len(path) == 0 {
		return ""
	}
	t := path[len(path)-1]
	if t.Kind == token.Text {
		return strings.ToLower(t.Text())
	}
	if !s.postgres || t.Kind != token.Quoted {
		return strings.ToLower(t.Name())
	}
	return t.Name()
}

// index reads CREATE UNIQUE INDEX. One of some rows, or of expressions, proves nothing.
func (s *Schema) index(p *tree.Parser) {
	p.Accept("CONCURRENTLY")
	kept := p.Accept("IF", "NOT", "EXISTS")
	name := ""
	if !p.Peek().Is("ON") {
		name = tree.Last(p.TablePath())
	}
	p.Accept("ON")
	p.Only = p.Accept("ONLY")
	t := s.named(p.TablePath())
	if t == nil || kept && slices.ContainsFunc(t.keys, func(k key) bool { return strings.EqualFold(k.Name, name) }) {
		return
	}
	if p.Accept("USING") {
		p.Ident()
	}
	at := p.At
	columns, whole := p.Keys()
	k := key{Key: statement.Key{Name: name, Columns: columns}, index: true}
	if !whole || has(p.Tokens[p.At:], "WHERE") {
		k.Columns, k.when, k.narrow = t.columnsIn(p.Tokens[at:p.At]), t.columnsIn(p.Tokens[p.At:]), true
	}
	s.grow(p, t, k)
}

// columnsIn are the columns that are named among tokens, each once.
func (t *Table) columnsIn(tokens []token.Token) []string {
	var names []string
	for _, token := range tokens {
		if c := t.Column(token.Name()); c != nil && !slices.Contains(names, c.Name) {
			names = append(names, c.Name)
		}
	}
	return names
}

// trigger notes the table of a trigger, and whether that runs before a row is written, and can leave it out.
func (s *Schema) trigger(p *tree.Parser) {
	before := slices.ContainsFunc(p.Tokens[:min(12, len(p.Tokens))], func(t token.Token) bool { return t.Is("BEFORE", "INSTEAD") })
	stops := slices.ContainsFunc(p.Tokens, func(t token.Token) bool { return t.Is("IGNORE", "EXECUTE") })
	for i, t := range p.Tokens {
		if t.Is("ON") && i+1 < len(p.Tokens) {
			if of := s.named(tree.NewParser(p.Tokens[i+1:]).PathOf()); of != nil {
				of.Before, of.Stops, of.acts = of.Before || before, of.Stops || before && stops, true
				s.triggered(of, p.Tokens)
			}
			return
		}
	}
}
