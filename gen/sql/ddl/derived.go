package ddl

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// children are the tables that inherit from one, or are parts of it, by their names.
func (s *Schema) children(of *Table) []*Table {
	var list []*Table
	for _, t := range s.Tables() {
		if slices.Contains(t.Parents, of.id()) {
			list = append(list, t)
		}
	}
	return list
}

// clone is a column as another table has it.
func (c *Column) clone() *Column {
	other := *c
	return &other
}

// inherit reads what stands behind INHERITS: the columns of the parents come first.
func (s *Schema) inherit(p *tree.Parser, t *Table) {
	own := t.Columns
	t.Columns = nil
	p.Accept("(")
	for more := true; more; more = p.Accept(",") {
		parent := s.Named(p.PathOf())
		if parent == nil || parent.Lost != "" || parent.View != nil {
			s.doubt(t, p.Ahead(-1).Start, "it inherits from a table that is not known")
			continue
		}
		t.Parents = append(t.Parents, parent.id())
		for _, c := range parent.Columns {
			c = c.clone()
			c.Identity = c.Identity && c.Default
			t.merge(c)
		}
		t.Checks = append(t.Checks, slices.Clone(parent.Checks)...)
	}
	p.Accept(")")
	for _, c := range own {
		t.merge(c)
	}
}

// merge adds a column to those of the same name.
func (t *Table) merge(c *Column) {
	known := t.Column(c.Name)
	if known == nil {
		t.Columns = append(t.Columns, c)
		return
	}
	known.NotNull, known.Default = known.NotNull || c.NotNull, known.Default || c.Default
}

// partition reads what stands behind PARTITION OF: columns and keys are those of the parent.
func (s *Schema) partition(p *tree.Parser, t *Table) {
	parent := s.Named(p.PathOf())
	if parent == nil || parent.Lost != "" || p.Peek().Is("(") {
		s.doubt(t, p.Tokens[0].Start, "its columns are declared elsewhere")
		if parent != nil {
			t.Parents = append(t.Parents, parent.id())
		}
		return
	}
	for _, c := range parent.Columns {
		c = c.clone()
		c.Identity = c.Identity && c.Default // one AS IDENTITY is of the parent alone
		t.Columns = append(t.Columns, c)
	}
	s.attach(parent, t)
	t.Checks = append(t.Checks, slices.Clone(parent.Checks)...)
}

// attach makes a table a part of another one, whose keys it gets.
func (s *Schema) attach(parent, t *Table) {
	if parent == nil || t == nil {
		return
	}
	t.Parents, t.part = append(t.Parents, parent.id()), true
	for _, k := range parent.Keys {
		if slices.ContainsFunc(t.Keys, func(own Key) bool { return own.like(k) }) {
			continue
		}
		k.Name, k.Columns, k.When = "", slices.Clone(k.Columns), slices.Clone(k.When)
		if k.Foreign {
			t.key(k)
			continue
		}
		t.grow(k, s.Postgres)
	}
}

// like reports whether a key is of the same columns, and for the same.
func (k Key) like(other Key) bool {
	return k.Foreign == other.Foreign && k.Of == other.Of && k.Narrow == other.Narrow && k.primary == other.primary &&
		slices.EqualFunc(k.Columns, other.Columns, strings.EqualFold)
}

// disinherit ends what a table inherits from another one.
func (s *Schema) disinherit(t *Table, path []string) {
	if parent := s.Named(path); parent != nil {
		t.Parents = slices.DeleteFunc(t.Parents, func(id string) bool { return id == parent.id() })
	}
}

// like reads what stands behind LIKE: NOT NULL always comes along, the rest where INCLUDING says so.
func (s *Schema) like(p *tree.Parser, t *Table) {
	at := p.Peek().Start
	of := s.Named(p.PathOf())
	if of == nil || of.Lost != "" || of.View != nil {
		s.doubt(t, at, "it is like a table that is not known")
		p.PassMember()
		return
	}
	from := p.At
	p.PassMember()
	includes := func(what string) bool {
		with := false
		for i, w := range p.Tokens[from:p.At] {
			if w.Is(what, "ALL") && i > 0 {
				with = p.Tokens[from+i-1].Is("INCLUDING")
			}
		}
		return with
	}
	for _, c := range of.Columns {
		c = c.clone()
		counts := c.Identity && c.Default // a SERIAL, which is a default
		c.Default = c.Default && includes("DEFAULTS")
		c.Identity = counts && c.Default || c.Identity && !counts && includes("IDENTITY")
		if c.Generated && !includes("GENERATED") {
			c.Generated, c.Value = false, nil
		}
		t.Columns = append(t.Columns, c)
	}
	if includes("CONSTRAINTS") {
		t.Checks = append(t.Checks, slices.Clone(of.Checks)...)
	}
	for _, k := range of.Keys {
		if !k.Foreign && includes("INDEXES") {
			k.Name, k.Columns = "", slices.Clone(k.Columns)
			t.grow(k, s.Postgres)
		}
	}
}

// refusedBy gives up the tables of a statement that a server does not run.
func (s *Schema) refusedBy(p *tree.Parser, why string) {
	at := p.Peek().Start
	for i, t := range p.Tokens {
		path := tree.NewParser(p.Tokens[i:])
		if t.Name() == "" {
			continue
		}
		known := s.Named(path.PathOf())
		if known == nil && i > 0 && p.Tokens[i-1].Is("TABLE", "VIEW", "EXISTS") && p.Tokens[0].Is("CREATE") {
			known = &Table{Text: p.Tokens}
			known.schema, known.name = s.idOf(tree.NewParser(p.Tokens[i:]).PathOf())
			known.Name, known.folded = known.name, strings.ToLower(known.name)
			s.ByID[known.id()] = known
		}
		if known != nil {
			s.doubt(known, at, "the server refuses it: %s", why)
			return
		}
	}
}
