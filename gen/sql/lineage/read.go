package lineage

import (
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// ReadSchema reads schema.sql. What it does not understand it leaves out: engines say what is wrong with it.
func ReadSchema(sql string) *Schema { return Read(ddl.Script{Text: sql}) }

// ReadPostgres reads schema.postgres.sql, where each column of a primary key is NOT NULL, and an INTEGER one counts
// nothing up.
func ReadPostgres(sql string) *Schema {
	return Read(ddl.Script{Text: sql, Postgres: true, Files: []ddl.File{{Name: "schema.postgres.sql"}}})
}

// Read reads a schema, and follows what it does by itself.
func Read(script ddl.Script) *Schema {
	s := &Schema{
		Schema: ddl.Read(script),
		copies: map[statement.Column][]statement.Column{}, parts: map[statement.Column]bool{},
		shares: map[statement.Column][]statement.Column{},
	}
	s.share()
	s.settle()
	s.react()
	return s
}
