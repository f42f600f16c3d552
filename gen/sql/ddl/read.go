// Package ddl reads schemas: what CREATE, ALTER and DROP of schema.sql and of migrations leave behind. It follows no
// values; gen/sql/lineage does, over what this declares.
//
//	s := ddl.Read(ddl.Script{Text: "CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE)"})
//	s.Table("users").Column("email").NotNull  // true
//	s.Table("users").IsUnique("email")        // true
//
// What it does not understand it leaves out, and says of a table that this is about why its columns are not known.
package ddl

import (
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// Read reads a schema. What it does not understand it leaves out; a table that this is about is not proved.
func Read(script Script) *Schema {
	s := &Schema{
		script: script, Postgres: script.Postgres, path: script.searched(), ByID: map[string]*Table{},
		schemas: map[string]bool{}, makers: map[string][]int{}, Routines: map[string]*Routine{}, Folds: map[string]bool{},
		Domains: map[string]string{}, refusing: map[string]bool{},
	}
	all := token.Split(script.Text)
	s.Infinite = Infinite(all)
	file := 0
	for _, tokens := range token.Statements(all) {
		for len(tokens) > 0 && file+1 < len(script.Files) && script.Files[file+1].Start <= tokens[0].Start {
			file++
			s.path = script.searched() // a session is that of one file
			maps.DeleteFunc(s.ByID, func(_ string, t *Table) bool { return t.schema == "pg_temp" })
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
	return s
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
		s.Domains[name] = s.Kind(p.TypeName())
		s.restrict(name, p)
	case p.Accept("TYPE"):
		if name := strings.ToLower(tree.Last(p.PathOf())); p.Accept("AS", "RANGE") {
			s.Domains[name] = "range"
		} else if p.Accept("AS", "ENUM") {
			s.Domains[name] = "enum"
		}
	case p.Accept("AGGREGATE"):
		s.Folds[strings.ToLower(tree.Last(p.PathOf()))] = true
	}
}

// add adds what one of these reads behind its name.
func (s *Schema) add(p *tree.Parser, temporary bool, read func(*Table)) {
	kept := p.Accept("IF", "NOT", "EXISTS")
	from := p.At
	path := p.TablePath()
	t := &Table{Text: p.Tokens}
	t.schema, t.name = s.idOf(path)
	if temporary {
		t.schema = map[bool]string{true: "pg_temp", false: "temp"}[s.Postgres]
	}
	t.Name, t.folded = t.name, s.identity(p.Tokens[from:p.At])
	known := s.ByID[t.id()]
	if kept && known != nil && known.folded == t.folded {
		return
	}
	read(t)
	if known != nil && known.folded != t.folded {
		*t = Table{Name: t.Name, schema: t.schema, name: t.name, folded: t.folded,
			Text: slices.Concat(known.Text, t.Text), Lost: "several tables are called " + t.Name}
	}
	if p.Lost != "" && t.Lost == "" {
		s.doubt(t, p.Tokens[0].Start, "%s", p.Lost)
	}
	s.ByID[t.id()] = t
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
	if !s.Postgres || t.Kind != token.Quoted {
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
	t := s.Named(p.TablePath())
	if t == nil || kept && slices.ContainsFunc(t.Keys, func(k Key) bool { return strings.EqualFold(k.Name, name) }) {
		return
	}
	if p.Accept("USING") {
		p.Ident()
	}
	at := p.At
	columns, whole := p.Keys()
	k := Key{Key: statement.Key{Name: name, Columns: columns}, index: true}
	if !whole || HasWord(p.Tokens[p.At:], "WHERE") {
		k.Columns, k.When, k.Narrow = t.columnsIn(p.Tokens[at:p.At]), t.columnsIn(p.Tokens[p.At:]), true
	}
	s.grow(p, t, k)
}
