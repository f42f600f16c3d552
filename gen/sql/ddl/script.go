package ddl

import (
	"fmt"
	"strings"
)

// Script is the text of a schema, and what it is read with.
type Script struct {
	Text     string
	Postgres bool     // it is PostgreSQL's; else SQLite's
	Path     []string // the schemas in which statements look for a table; nil for those of the engine
	Files    []File   // that Text is made of, in their order
	// Refused returns why a server does not run a statement of the script, "" of one that it runs. It may be nil.
	Refused func(statement string) string
	// Learned returns what the engine says of tables of the schema, which counts for more than the text. It may be nil.
	Learned func(*Schema) []Known
}

// File is a part of a Script.
type File struct {
	Name  string
	Start int // in the text
}

// place returns the file and the line of an offset, as messages have them.
func (s *Script) place(offset int) string {
	at := File{Name: "schema.sql"}
	for _, f := range s.Files {
		if f.Start <= offset {
			at = f
		}
	}
	return fmt.Sprintf("%s:%d", at.Name, 1+strings.Count(s.Text[at.Start:offset], "\n"))
}

// searched returns the schemas in which the engine looks for a table by default.
func (s *Script) searched() []string {
	switch {
	case s.Path != nil:
		return s.Path
	case s.Postgres:
		return []string{"pg_temp", "public"}
	}
	return []string{"temp", "main"}
}
