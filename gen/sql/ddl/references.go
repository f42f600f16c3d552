package ddl

// Reference is a foreign key of a table.
type Reference struct {
	Columns       []string
	Schema, Table string   // that it refers to
	Refers        []string // the columns of that
}

// References returns the foreign keys of a table.
func (s *Schema) References(t *Table) []Reference {
	var list []Reference
	for _, k := range t.Keys {
		if parent := s.ByID[k.Of]; k.Foreign && parent != nil {
			list = append(list, Reference{k.Columns, parent.schema, parent.name, k.Target(parent)})
		}
	}
	return list
}

// In returns the schema that a table is in, and its name there.
func (t *Table) In() (schema, name string) { return t.schema, t.name }

// Primary returns the columns of the primary key, nil where a table has none.
func (t *Table) Primary() []string {
	for _, k := range t.Keys {
		if k.primary {
			return k.Columns
		}
	}
	return nil
}
