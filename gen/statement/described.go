package statement

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
