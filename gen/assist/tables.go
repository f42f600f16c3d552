package assist

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/types"
)

// Table is a table or view of a folder's schema.
type Table struct {
	Name    string   `json:"name"`
	View    bool     `json:"view"`
	Key     []string `json:"key"` // columns of the primary key
	Columns []Column `json:"columns"`
	SQL     string   `json:"sql"` // its name as a statement has to write it
}

// Column is a column of a Table.
type Column struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"` // as the schema writes it
	Nullable bool     `json:"nullable"`
	Unique   bool     `json:"unique"`
	Labels   []string `json:"labels"`
	Hidden   bool     `json:"hidden"` // its labels keep it out of logs
	Refers   *Refers  `json:"refers"` // of a foreign key
	SQL      string   `json:"sql"`    // as a statement has to write it
	Filled   bool     `json:"-"`      // the database has a value for it where an INSERT has none
}

// Refers is the column that one of a foreign key refers to.
type Refers struct {
	Table  string `json:"table"`
	Column string `json:"column"`
}

// Tables are what a folder's schema declares, with the labels that its program knows. What only its schema for
// PostgreSQL does follows.
func Tables(f *gen.Folder, p *ir.Program) []Table {
	list := []Table{}
	if f.Schema != nil {
		list = tablesOf(f.ReadSQLite().Schema, p)
	}
	if f.Postgres == nil {
		return list
	}
	for _, t := range tablesOf(f.ReadPostgres(nil).Schema, p) {
		if !slices.ContainsFunc(list, func(have Table) bool { return strings.EqualFold(have.Name, t.Name) }) {
			list = append(list, t)
		}
	}
	return list
}

func tablesOf(s *ddl.Schema, p *ir.Program) []Table {
	list := []Table{}
	for _, t := range s.Tables() {
		key := append([]string{}, t.Primary()...)
		table := Table{Name: t.Name, SQL: t.Written(), View: t.View != nil, Key: key, Columns: []Column{}}
		for _, c := range t.Columns {
			labels := p.ColumnLabels(statement.Column{Table: t.Name, Name: c.Name})
			column := Column{
				Name: c.Name, SQL: c.Written(), Hidden: labels.Has(types.Masked), Type: c.Type, Nullable: !c.NotNull && !c.Identity, Unique: t.IsUnique(c.Name), Labels: []string{},
				Filled: c.Default || c.Generated || c.Identity,
			}
			if text := labels.String(); text != "" {
				column.Labels = strings.Split(text, ",")
			}
			table.Columns = append(table.Columns, column)
		}
		for _, r := range s.References(t) {
			table.refer(s, r)
		}
		list = append(list, table)
	}
	return list
}

// refer notes a foreign key at its columns.
func (t *Table) refer(s *ddl.Schema, r ddl.Reference) {
	parent := s.Table(r.Table)
	for i, name := range r.Columns {
		at := slices.IndexFunc(t.Columns, func(c Column) bool { return strings.EqualFold(c.Name, name) })
		if at < 0 || i >= len(r.Refers) || parent == nil {
			continue
		}
		to := r.Refers[i]
		if c := parent.Column(to); c != nil {
			to = c.Name
		}
		t.Columns[at].Refers = &Refers{Table: parent.Name, Column: to}
	}
}
