package project

import (
	"errors"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/gen/migrations"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/schema/diag"
)

// script is the schema that the migrations of a folder make, one behind the other.
type script struct {
	dir    string            // of migrations; "" of a schema that defaults.json names
	engine migrations.Engine // that runs it
	files  []migrations.File // what it runs
	file   *diag.File        // all of it
	parts  []scriptPart
}

// scriptPart is a file of a script.
type scriptPart struct {
	file  *diag.File
	start int // in the script
}

// concurrently is what PostgreSQL does not do where all is run at once. The index is the same without.
var concurrently = regexp.MustCompile(`(?i)\bCONCURRENTLY\b`)

// readMigrations reads a folder of migrations; other folders are not looked into.
func (f *Folder) readMigrations(dir string) error {
	if dir != migrate.SQLite && dir != migrate.Postgres {
		return nil
	}
	list, err := migrate.Read(f.Files, dir)
	path := filepath.Join(f.Dir, dir)
	if err != nil {
		f.Unread = true
		f.unread.Add(unreadMigration(path, err))
		return nil
	}
	if len(list) == 0 {
		return nil
	}
	s := &script{dir: dir, engine: migrations.SQLite}
	if dir == migrate.Postgres {
		s.engine = migrations.Postgres
	}
	var all strings.Builder
	for _, m := range list {
		text, err := ReadText(filepath.Join(path, m.Name))
		if err != nil {
			return err
		}
		s.parts = append(s.parts, scriptPart{diag.NewFile(filepath.Join(path, m.Name), text), all.Len()})
		s.files = append(s.files, migrations.File{Name: dir + "/" + m.Name, Src: string(text), Up: m.Up, Alone: m.Alone})
		up := m.Up
		if m.Alone {
			up = concurrently.ReplaceAllString(up, strings.Repeat(" ", len("CONCURRENTLY")))
		}
		all.WriteString(up + "\n")
	}
	s.file = diag.NewFile(path, []byte(all.String()))
	f.scripts = append(f.scripts, s)
	return nil
}

// unreadMigration says why the files of a folder of migrations are none, at the file, and at the line where one is at
// fault.
func unreadMigration(folder string, err error) diag.Diagnostic {
	var at *migrate.FileError
	if !errors.As(err, &at) {
		return diag.Diagnostic{Code: diag.FC209, File: diag.NewFile(folder, nil), Message: err.Error()}
	}
	name := filepath.Join(folder, at.Name)
	text, readErr := ReadText(name)
	if readErr != nil {
		text = nil // it was there a moment ago; the message says what was read
	}
	file := diag.NewFile(name, text)
	return diag.Diagnostic{Code: diag.FC209, File: file, Span: diag.Span{Start: min(at.Start, len(text)), End: min(at.End, len(text))}, Message: at.Unwrap().Error()}
}

// migrated makes what migrations make the schemas of their engines: what else is written of these does not count.
func (f *Folder) migrated() {
	f.Parts = map[*diag.File][]ddl.File{}
	for _, s := range f.scripts {
		if s.dir != "" {
			f.Migrations = append(f.Migrations, s.dir)
		}
		for i, part := range s.parts {
			f.Parts[s.file] = append(f.Parts[s.file], ddl.File{Name: s.files[i].Name, Start: part.start})
		}
		if s.engine == migrations.SQLite {
			f.Schema = s.file
		} else {
			f.Postgres, f.postgres = s.file, s.files
		}
	}
	if f.postgres == nil && f.Postgres != nil {
		f.plainPostgres()
	}
}

// placed is a list in which what is wrong with a schema stands in the migration that it was read of.
func (f *Folder) placed(list diag.List) diag.List {
	for i := range list {
		for _, s := range f.scripts {
			if list[i].File == s.file {
				list[i].File, list[i].Span = s.place(list[i].Span)
			}
		}
	}
	return list
}

// place is a part of the script as one of a file.
func (s *script) place(span diag.Span) (*diag.File, diag.Span) {
	part := s.parts[0]
	for _, p := range s.parts[1:] {
		if p.start <= span.Start {
			part = p
		}
	}
	end := min(span.End-part.start, len(part.file.Src))
	return part.file, diag.Span{Start: span.Start - part.start, End: end}
}

// plainPostgres makes schema.postgres.sql the script that a server runs: a dump may hold what is not sent.
func (f *Folder) plainPostgres() {
	file, err := migrations.Plain(postgres.SchemaFile, string(f.Postgres.Src), migrations.Postgres)
	var wrong *migrations.Error
	if errors.As(err, &wrong) {
		f.Unread = true
		f.unread.Add(diag.Diagnostic{
			Code: diag.FC209, File: f.Postgres, Span: diag.Span{Start: wrong.Start, End: wrong.End}, Message: wrong.Unwrap().Error(),
		})
		return
	}
	f.postgres = []migrations.File{file}
	if file.Up == file.Src {
		return
	}
	written := f.Postgres
	f.Postgres = diag.NewFile(written.Name, []byte(file.Up))
	f.Parts[f.Postgres] = []ddl.File{{Name: postgres.SchemaFile}}
	f.scripts = append(f.scripts, &script{engine: migrations.Postgres, file: f.Postgres, files: f.postgres, parts: []scriptPart{{written, 0}}})
}
