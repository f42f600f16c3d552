package gen

import (
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/schema/diag"
)

// ReadSQLite reads the schema of SQLite, nil where there is none.
func (f *Folder) ReadSQLite() *statement.Schema {
	if f.Schema == nil {
		return nil
	}
	return statement.Read(statement.Script{Text: string(f.Schema.Src), Files: f.parts(f.Schema)})
}

// ReadPostgres reads the schema of PostgreSQL, nil where there is none. Refused is as in a Script.
func (f *Folder) ReadPostgres(refused func(statement string) string) *statement.Schema {
	if f.Postgres == nil {
		return nil
	}
	script := statement.Script{
		Text: string(f.Postgres.Src), Postgres: true, Path: f.SearchPath, Files: f.parts(f.Postgres), Refused: refused,
	}
	return statement.Read(script)
}

// parts are the files that a schema is made of.
func (f *Folder) parts(file *diag.File) []statement.File {
	if parts, several := f.Parts[file]; several {
		return parts
	}
	if file == f.Postgres {
		return []statement.File{{Name: "schema.postgres.sql"}}
	}
	return []statement.File{{Name: "schema.sql"}}
}
