package lineage

import "slices"

// Reference is a foreign key of a table.
type Reference struct {
	Columns       []string
	Schema, Table string   // that it refers to
	Refers        []string // the columns of that
}

// References returns the foreign keys of a table.
func (s *Schema) References(t *Table) []Reference {
	var list []Reference
	for _, k := range t.keys {
		if parent := s.tables[k.of]; k.Foreign && parent != nil {
			list = append(list, Reference{k.Columns, parent.schema, parent.name, k.target(parent)})
		}
	}
	return list
}

// Unproved returns why it is not known what a table holds, "" where it is.
func (t *Table) Unproved() string { return t.lost }

// IsView reports whether what it gives is a query's.
func (t *Table) IsView() bool { return t.view != nil }

// In returns the schema that a table is in, and its name there.
func (t *Table) In() (schema, name string) { return t.schema, t.name }

// Primary returns the columns of the primary key, nil where a table has none.
func (t *Table) Primary() []string {
	for _, k := range t.keys {
		if k.primary {
			return k.Columns
		}
	}
	return nil
}

// Written returns the name of a column as a statement has to write it.
func (c *Declared) Written() string { return written(c.Name, c.quoted) }

// Written returns the name of a table as a statement has to write it, with its schema where it is not found without.
func (t *Table) Written() string {
	name := written(t.folded, true)
	if t.Name != t.name {
		return written(t.schema, true) + "." + name
	}
	return name
}

// Reserved reports whether a name has to be written in quotes.
func Reserved(name string) bool { return slices.Contains(reserved, name) }
