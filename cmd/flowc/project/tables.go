package project

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/migrations"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// tablesOf returns what the key schema of defaults.json says, nil where there is none.
func tablesOf(defaults *diag.File) *schema.Tables {
	if defaults == nil {
		return nil
	}
	d, _ := schema.ParseDefaults(defaults) // what is wrong with it, gen reports
	if d == nil {
		return nil
	}
	return d.Tables
}

// readTables reads the schemas that defaults.json names. They are those of the folder, and none of them is embedded.
func (f *Folder) readTables() error {
	named := tablesOf(f.Defaults)
	if named == nil {
		return nil
	}
	f.Elsewhere = true
	if beside := f.besideTables(); beside != "" {
		f.misnamed(named.Span, "", `%q beside the key "schema": the tables are made by what that names`, beside)
		return nil
	}
	for _, text := range named.SearchPath {
		f.SearchPath = append(f.SearchPath, text.Value)
	}
	for _, of := range []struct {
		engine migrations.Engine
		paths  []schema.Text
	}{{migrations.SQLite, named.SQLite}, {migrations.Postgres, named.Postgres}} {
		if len(of.paths) == 0 {
			continue
		}
		var files []migrations.File
		for _, text := range of.paths {
			more, err := f.readTablesAt(text, of.engine)
			if err != nil {
				return err
			}
			files = append(files, more...)
		}
		if !f.Unread {
			f.join(of.engine, files)
		}
	}
	return nil
}

// besideTables is the name of a schema that is in the folder itself, or of a link to one; "" where there is none.
func (f *Folder) besideTables() string {
	for _, name := range []string{"schema.sql", "schema.postgres.sql", migrate.SQLite, migrate.Postgres} {
		if _, err := os.Lstat(filepath.Join(f.Dir, name)); err == nil {
			return name
		}
	}
	return ""
}

// readTablesAt reads what a path names. What can't be read is reported, and the folder Unread.
func (f *Folder) readTablesAt(text schema.Text, engine migrations.Engine) ([]migrations.File, error) {
	if strings.Contains(text.Value, `\`) || path.IsAbs(text.Value) || filepath.IsAbs(text.Value) || text.Value == "" {
		f.misnamed(text.Span, "write it relative to this folder, with /", `"schema": %q is no relative path`, text.Value)
		return nil, nil
	}
	at, err := filepath.EvalSymlinks(filepath.Join(Absolute(f.Dir), filepath.FromSlash(text.Value)))
	switch {
	case errors.Is(err, os.ErrNotExist):
		f.misnamed(text.Span, "", `"schema": there is no %q`, text.Value)
		return nil, nil
	case err != nil:
		return nil, err
	case !f.encloses(at):
		f.misnamed(text.Span, "", `"schema": %q leads out of the module and of its version control`, text.Value)
		return nil, nil
	}
	dir, base := filepath.Split(at)
	files, err := migrations.Read(os.DirFS(dir), base, engine)
	shown := path.Dir(path.Clean(text.Value))
	var wrong *migrations.Error
	switch {
	case errors.As(err, &wrong):
		name := filepath.Join(f.Dir, filepath.FromSlash(shown), filepath.FromSlash(wrong.Name))
		f.Unread = true
		f.unread.Add(diag.Diagnostic{
			Code: diag.FC209, File: diag.NewFile(name, []byte(wrong.Src)), Span: diag.Span{Start: wrong.Start, End: wrong.End},
			Message: wrong.Unwrap().Error(),
			Related: []diag.Related{{File: f.Defaults, Span: text.Span, Message: `the key "schema" names it`}},
		})
		return nil, nil
	case err != nil:
		return nil, err
	}
	for i := range files {
		files[i].Name = path.Join(shown, files[i].Name)
		if files[i].InGo {
			f.inGo.Add(diag.Diagnostic{
				Code: diag.FC217, File: f.Defaults, Span: text.Span,
				Message: fmt.Sprintf("%s is a migration in Go, which is not read", files[i].Name),
				Hint:    "where it makes tables, let the key name a dump (pg_dump -s)",
			})
		}
	}
	return files, nil
}

// encloses reports whether a path lies in the module of the folder or in the root of its version control.
func (f *Folder) encloses(at string) bool {
	return slices.ContainsFunc([]string{"go.mod", ".git"}, func(mark string) bool {
		root := Absolute(f.Dir)
		for !holdsAny(root, []string{mark}) {
			up := filepath.Dir(root)
			if up == root {
				return false
			}
			root = up
		}
		rel, err := filepath.Rel(root, at)
		return err == nil && filepath.IsLocal(rel)
	})
}

// misnamed reports what is wrong with the key schema.
func (f *Folder) misnamed(span diag.Span, hint, format string, args ...any) {
	f.Unread = true
	f.unread.Add(diag.Diagnostic{
		Code: diag.FC209, File: f.Defaults, Span: span, Message: fmt.Sprintf(format, args...), Hint: hint,
	})
}

// join makes some files the schema of an engine.
func (f *Folder) join(engine migrations.Engine, files []migrations.File) {
	files = slices.DeleteFunc(files, func(file migrations.File) bool { return file.InGo })
	text, starts := migrations.Join(files)
	name := filepath.Join(f.Dir, "schema."+string(engine))
	s := &script{engine: engine, file: diag.NewFile(name, []byte(text)), files: files}
	for i, file := range files {
		name := filepath.Join(f.Dir, filepath.FromSlash(file.Name))
		s.parts = append(s.parts, scriptPart{diag.NewFile(name, []byte(file.Src)), starts[i]})
	}
	f.scripts = append(f.scripts, s)
}
