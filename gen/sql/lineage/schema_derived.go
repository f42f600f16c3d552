package lineage

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// children are the tables that inherit from one, or are parts of it, by their names.
func (s *Schema) children(of *Table) []*Table {
	var list []*Table
	for _, t := range s.Tables() {
		if slices.Contains(t.parents, of.id()) {
			list = append(list, t)
		}
	}
	return list
}

// clone is a column as another table has it.
func (c *Declared) clone() *Declared {
	other := *c
	return &other
}

// inherit reads what stands behind INHERITS: the columns of the parents come first.
func (s *Schema) inherit(p *tree.Parser, t *Table) {
	own := t.Columns
	t.Columns = nil
	p.Accept("(")
	for more := true; more; more = p.Accept(",") {
		parent := s.named(p.PathOf())
		if parent == nil || parent.lost != "" || parent.view != nil {
			s.doubt(t, p.Ahead(-1).Start, "it inherits from a table that is not known")
			continue
		}
		t.parents = append(t.parents, parent.id())
		for _, c := range parent.Columns {
			c = c.clone()
			c.Identity = c.Identity && c.Default
			t.merge(c)
		}
		t.asks = append(t.asks, slices.Clone(parent.asks)...)
	}
	p.Accept(")")
	for _, c := range own {
		t.merge(c)
	}
}

// merge adds a column to those of the same name.
func (t *Table) merge(c *Declared) {
	known := t.Column(c.Name)
	if known == nil {
		t.Columns = append(t.Columns, c)
		return
	}
	known.NotNull, known.Default = known.NotNull || c.NotNull, known.Default || c.Default
}

// partition reads what stands behind PARTITION OF: columns and keys are those of the parent.
func (s *Schema) partition(p *tree.Parser, t *Table) {
	parent := s.named(p.PathOf())
	if parent == nil || parent.lost != "" || p.Peek().Is("(") {
		s.doubt(t, p.Tokens[0].Start, "its columns are declared elsewhere")
		if parent != nil {
			t.parents = append(t.parents, parent.id())
		}
		return
	}
	for _, c := range parent.Columns {
		c = c.clone()
		c.Identity = c.Identity && c.Default // one AS IDENTITY is of the parent alone
		t.Columns = append(t.Columns, c)
	}
	s.attach(parent, t)
	t.asks = append(t.asks, slices.Clone(parent.asks)...)
}

// attach makes a table a part of another one, whose keys it gets.
func (s *Schema) attach(parent, t *Table) {
	if parent == nil || t == nil {
		return
	}
	t.parents, t.part = append(t.parents, parent.id()), true
	for _, k := range parent.keys {
		if slices.ContainsFunc(t.keys, func(own key) bool { return own.like(k) }) {
			continue
		}
		k.Name, k.Columns, k.when = "", slices.Clone(k.Columns), slices.Clone(k.when)
		if k.Foreign {
			t.key(k)
			continue
		}
		t.grow(k, s.postgres)
	}
}

// like reports whether a key is of the same columns, and for the same.
func (k key) like(other key) bool {
	return k.Foreign == other.Foreign && k.of == other.of && k.narrow == other.narrow && k.primary == other.primary &&
		slices.EqualFunc(k.Columns, other.Columns, strings.EqualFold)
}

// disinherit ends what a table inherits from another one.
func (s *Schema) disinherit(t *Table, path []string) {
	if parent := s.named(path); parent != nil {
		t.parents = slices.DeleteFunc(t.parents, func(id string) bool { return id == parent.id() })
	}
}

// like reads what stands behind LIKE: NOT NULL always comes along, the rest where INCLUDING says so.
func (s *Schema) like(p *tree.Parser, t *Table) {
	at := p.Peek().Start
	of := s.named(p.PathOf())
	if of == nil || of.lost != "" || of.view != nil {
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
			c.Generated, c.value = false, nil
		}
		t.Columns = append(t.Columns, c)
	}
	if includes("CONSTRAINTS") {
		t.asks = append(t.asks, slices.Clone(of.asks)...)
	}
	for _, k := range of.keys {
		if !k.Foreign && includes("INDEXES") {
			k.Name, k.Columns = "", slices.Clone(k.Columns)
			t.grow(k, s.postgres)
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
		known := s.named(path.PathOf())
		if known == nil && i > 0 && p.Tokens[i-1].Is("TABLE", "VIEW", "EXISTS") && p.Tokens[0].Is("CREATE") {
			known = &Table{text: p.Tokens}
			known.schema, known.name = s.idOf(tree.NewParser(p.Tokens[i:]).PathOf())
			known.Name, known.folded = known.name, strings.ToLower(known.name)
			s.tables[known.id()] = known
		}
		if known != nil {
			s.doubt(known, at, "the server refuses it: %s", why)
			return
		}
	}
}
