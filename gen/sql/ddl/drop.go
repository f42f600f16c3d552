package ddl

import (
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/token"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// drop reads what stands behind DROP.
func (s *Schema) drop(p *tree.Parser) {
	kind := p.Peek()
	switch {
	case p.AcceptOne("TABLE", "VIEW"), p.Accept("MATERIALIZED", "VIEW"), p.Accept("FOREIGN", "TABLE"):
		s.dropEach(p, func(path []string, cascades bool) {
			if t := s.Named(path); t != nil {
				s.dropTable(t, cascades)
			}
		})
	case p.Accept("INDEX"):
		p.Accept("CONCURRENTLY")
		s.dropEach(p, func(path []string, _ bool) {
			for _, t := range s.ByID {
				t.unkey(tree.Last(path))
			}
		})
	case p.Accept("SCHEMA"):
		s.dropEach(p, func(path []string, cascades bool) {
			delete(s.schemas, strings.ToLower(tree.Last(path)))
			for _, t := range s.Tables() {
				if strings.EqualFold(t.schema, tree.Last(path)) {
					s.dropTable(t, cascades)
				}
			}
		})
	case p.Accept("TYPE"), p.Accept("DOMAIN"):
		s.dropEach(p, func(path []string, cascades bool) {
			if cascades {
				s.dropOfType(tree.Last(path), kind.Start)
			}
			delete(s.Domains, strings.ToLower(tree.Last(path)))
			delete(s.refusing, strings.ToLower(tree.Last(path)))
		})
	}
}

// dropEach reads a list of names behind DROP.
func (s *Schema) dropEach(p *tree.Parser, drop func(path []string, cascades bool)) {
	p.Accept("IF", "EXISTS")
	cascades := HasWord(p.Tokens[p.At:], "CASCADE")
	for more := true; more; more = p.Accept(",") {
		drop(p.TablePath(), cascades)
	}
}

// dropTable removes a table; with CASCADE, what refers to it goes, too.
func (s *Schema) dropTable(t *Table, cascades bool) {
	delete(s.ByID, t.id())
	s.Triggers = slices.DeleteFunc(s.Triggers, func(on Trigger) bool { return on.Of == t })
	for _, child := range s.children(t) {
		if child.part || cascades {
			s.dropTable(child, cascades)
		}
	}
	if !cascades {
		return
	}
	for _, other := range s.ByID {
		other.Keys = slices.DeleteFunc(other.Keys, func(k Key) bool { return k.Foreign && k.Of == t.id() })
	}
	s.doubtViews(t, "")
}

// doubtViews gives up the views that a CASCADE may have dropped: those that name a table and a column of it.
func (s *Schema) doubtViews(t *Table, column string) {
	for _, v := range s.ByID {
		names := func(name string) bool {
			return slices.ContainsFunc(v.Text, func(token token.Token) bool { return strings.EqualFold(token.Name(), name) })
		}
		if v.View != nil && !v.Filled && names(t.name) && (column == "" || names(column) || HasWord(v.Text, "*")) {
			s.doubt(v, v.Text[0].Start, "a later DROP … CASCADE may drop it")
		}
	}
}

// dropColumn removes a column with its keys, and reports whether it was there.
func (s *Schema) dropColumn(t *Table, name string, cascades bool) bool {
	c := t.Column(name)
	if c == nil {
		return false
	}
	in := func(list []string) bool {
		return slices.ContainsFunc(list, func(n string) bool { return strings.EqualFold(n, name) })
	}
	t.Columns = slices.DeleteFunc(t.Columns, func(d *Column) bool { return d == c })
	t.Gone = append(t.Gone, strings.ToLower(c.Name))
	t.Checks = slices.DeleteFunc(t.Checks, func(k Check) bool { return in(k.Names) })
	for _, k := range slices.Clone(t.Keys) {
		if in(k.Columns) || in(k.When) {
			s.forgoReferences(t, k, cascades)
			t.unkey(k.Name)
		}
	}
	if cascades {
		s.doubtViews(t, name)
		for _, other := range t.Columns {
			if other.Value != nil && HasWord(other.ValueAt.Tokens, name) {
				s.doubt(t, t.Text[0].Start, "a later DROP … CASCADE may drop %q", other.Name)
			}
		}
	}
	return true
}

// forgoReferences removes the foreign keys that rest on a key, as CASCADE does.
func (s *Schema) forgoReferences(t *Table, k Key, cascades bool) {
	if !cascades || k.Foreign {
		return
	}
	for _, other := range s.ByID {
		other.Keys = slices.DeleteFunc(other.Keys, func(f Key) bool {
			return f.Foreign && f.Of == t.id() && tree.Arbiter(f.Target(t)) == tree.Arbiter(k.Columns)
		})
	}
}

// dropConstraint reads what stands behind DROP CONSTRAINT, and reports whether it is known what that was.
func (s *Schema) dropConstraint(p *tree.Parser, t *Table) bool {
	maybe := p.Accept("IF", "EXISTS")
	name := p.Peek().Name()
	p.At++
	cascades := p.AcceptOne("CASCADE", "RESTRICT") && p.Ahead(-1).Is("CASCADE")
	for _, k := range t.Keys {
		if strings.EqualFold(k.Name, name) {
			s.forgoReferences(t, k, cascades)
			t.unkey(name)
			return true
		}
	}
	before := len(t.Checks)
	t.Checks = slices.DeleteFunc(t.Checks, func(c Check) bool { return strings.EqualFold(c.name, name) })
	return maybe || len(t.Checks) < before || t.Excludes
}

// unkey takes the key of a name from a table.
func (t *Table) unkey(name string) {
	i := slices.IndexFunc(t.Keys, func(k Key) bool { return strings.EqualFold(k.Name, name) })
	if i < 0 {
		return
	}
	k := t.Keys[i]
	t.Keys = slices.Delete(t.Keys, i, i+1)
	if k.Foreign || k.Narrow {
		return
	}
	if n := slices.IndexFunc(t.Unique, func(set []string) bool { return slices.Equal(set, k.Columns) }); n >= 0 {
		t.Unique = slices.Delete(t.Unique, n, n+1)
	}
}

// renameColumn gives a column another name wherever that stands, and reports whether there is such a column.
func (s *Schema) renameColumn(t *Table, from, to string, quoted bool) bool {
	c := t.Column(from)
	if c == nil {
		return t.Lost != ""
	}
	if t.View != nil {
		s.doubt(t, t.Text[0].Start, "its columns are renamed")
		return true
	}
	t.Gone = append(t.Gone, strings.ToLower(c.Name))
	c.Name, c.Quoted = to, quoted
	rename := func(list []string) {
		for i := range list {
			if strings.EqualFold(list[i], from) {
				list[i] = to
			}
		}
	}
	for _, set := range t.Unique {
		rename(set)
	}
	for i := range t.Keys {
		rename(t.Keys[i].Columns)
		rename(t.Keys[i].When)
	}
	for i := range t.Checks {
		rename(t.Checks[i].Names)
	}
	for _, other := range s.ByID {
		for _, k := range other.Keys {
			if k.Foreign && k.Of == t.id() {
				rename(k.refers)
			}
		}
	}
	return true
}

// renameKey gives a key or a CHECK another name, and reports whether there is one.
func (t *Table) renameKey(from, to string) bool {
	found := false
	for i := range t.Keys {
		if strings.EqualFold(t.Keys[i].Name, from) {
			t.Keys[i].Name, found = to, true
		}
	}
	for i := range t.Checks {
		if strings.EqualFold(t.Checks[i].name, from) {
			t.Checks[i].name, found = to, true
		}
	}
	return found || t.Excludes
}

// renameKey gives an index, and the key that it is of, another name.
func (s *Schema) renameKey(from, to string) {
	for _, t := range s.ByID {
		t.renameKey(from, to)
	}
}

// move gives a table another name, or puts it into another schema.
func (s *Schema) move(t *Table, schema, name string) {
	was := t.id()
	delete(s.ByID, was)
	t.schema, t.name, t.Name, t.folded = schema, name, name, strings.ToLower(name)
	s.ByID[t.id()] = t
	for _, other := range s.ByID {
		for i := range other.Keys {
			if other.Keys[i].Foreign && other.Keys[i].Of == was {
				other.Keys[i].Of = t.id()
			}
		}
		for i := range other.Parents {
			if other.Parents[i] == was {
				other.Parents[i] = t.id()
			}
		}
	}
}

// renameSchema gives the tables of a schema another one.
func (s *Schema) renameSchema(from, to string) {
	delete(s.schemas, strings.ToLower(from))
	s.schemas[strings.ToLower(to)] = true
	for _, t := range slices.Collect(maps.Values(s.ByID)) {
		if strings.EqualFold(t.schema, from) {
			s.move(t, to, t.name)
		}
	}
}

// ofType are the columns of a table that have a type of the schema's own.
func (t *Table) ofType(name string) []*Column {
	var list []*Column
	for _, c := range t.Columns {
		if strings.EqualFold(c.typeName(), name) {
			list = append(list, c)
		}
	}
	return list
}

// typeName is the name of a column's type, without its schema, its size and its brackets.
func (c *Column) typeName() string {
	name, _, _ := strings.Cut(c.Type, "(")
	name, _, _ = strings.Cut(name, "[")
	name = strings.TrimSpace(name)
	return strings.Trim(name[strings.LastIndexByte(name, '.')+1:], `" `)
}

// dropOfType removes the columns of a type, as DROP TYPE … CASCADE does.
func (s *Schema) dropOfType(name string, offset int) {
	for _, t := range s.ByID {
		for _, c := range t.ofType(name) {
			s.dropColumn(t, c.Name, true)
		}
	}
}

// renameType gives a type of the schema's own another name.
func (s *Schema) renameType(from, to string) {
	for _, t := range s.ByID {
		for _, c := range t.ofType(from) {
			c.Type = to + c.Type[strings.Index(c.Type, c.typeName())+len(c.typeName()):]
		}
	}
	was, is := strings.ToLower(from), strings.ToLower(to)
	s.Domains[is], s.refusing[is] = s.Domains[was], s.refusing[was]
	delete(s.Domains, was)
	delete(s.refusing, was)
}
