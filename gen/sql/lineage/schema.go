package lineage

import (
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/statement"
)

// Schema is what schema.sql declares, and what its triggers, keys and views do with the values of columns.
type Schema struct {
	// What is declared: nil where nothing is, and columns are known by their names only.
	*ddl.Schema

	copies map[statement.Column][]statement.Column // what triggers write to a column, by lower-case names
	parts  map[statement.Column]bool               // of these, whether that is a part of something
	reacts reactions
	shares map[statement.Column][]statement.Column // where else what a column is given comes out
}

// reactions are those of the tables.
type reactions map[*ddl.Table][]reaction

// reaction is a leak of a table that is changed. Its parameters are the new values of the columns, $1 being the first.
type reaction struct {
	on []statement.Verb // all where it is empty
	statement.Leak
}

// OfPostgres is the schema for statements that only PostgreSQL runs: of its functions PostgreSQL's say what they give.
func (s *Schema) OfPostgres() *Schema {
	if s == nil {
		return nil
	}
	of := *s
	of.Schema = s.Schema.OfPostgres()
	return &of
}
