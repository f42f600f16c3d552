package gen

import (
	"maps"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/lineage"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/diag"
)

// ReadSQLite reads the schema of SQLite, nil where there is none.
func (f *Folder) ReadSQLite() *lineage.Schema {
	if f.Schema == nil {
		return nil
	}
	return lineage.Read(ddl.Script{Text: string(f.Schema.Src), Files: f.parts(f.Schema)})
}

// ReadPostgres reads the schema of PostgreSQL with what a server said of it, if it was asked; nil where there is none.
func (f *Folder) ReadPostgres(facts *postgres.Facts) *lineage.Schema {
	if f.Postgres == nil {
		return nil
	}
	if facts == nil {
		facts = &postgres.Facts{}
	}
	script := ddl.Script{
		Text: string(f.Postgres.Src), Postgres: true, Path: f.SearchPath, Files: f.parts(f.Postgres),
		Refused: facts.LeftOut, Learned: func(s *ddl.Schema) []ddl.Known { return learned(s, facts) },
	}
	return lineage.Read(script)
}

// parts are the files that a schema is made of.
func (f *Folder) parts(file *diag.File) []ddl.File {
	if parts, several := f.Parts[file]; several {
		return parts
	}
	if file == f.Postgres {
		return []ddl.File{{Name: "schema.postgres.sql"}}
	}
	return []ddl.File{{Name: "schema.sql"}}
}

// learned are the tables that a server has described over this schema.
func learned(s *ddl.Schema, facts *postgres.Facts) []ddl.Known {
	var list []ddl.Known
	for _, name := range slices.Sorted(maps.Keys(facts.Tables)) {
		t := facts.Tables[name]
		if t.View || t.Text != postgres.Hash(s.Text(name)) {
			continue
		}
		schema, table, _ := strings.Cut(name, ".")
		known := ddl.Known{Schema: schema, Name: table}
		for _, c := range t.Columns {
			known.Columns = append(known.Columns, ddl.Column{
				Name: c.Name, Type: c.Type, NotNull: c.NotNull, Default: c.Default, Identity: c.Identity, Generated: c.Generated,
			})
		}
		for _, k := range t.Keys {
			key := statement.Key{Name: k.Name, Columns: k.Columns, Foreign: k.Kind == "foreign"}
			known.Keys = append(known.Keys, ddl.KnownKey{
				Key: key, Primary: k.Kind == "primary", Of: k.Of, Refers: k.Refers,
			})
		}
		list = append(list, known)
	}
	return list
}
