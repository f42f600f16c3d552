package golden_test

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing/fstest"

	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// imports are the packages that functions of Code nodes are of: the same for all cases, and slow to load.
var imports = gocheck.NewImports("")

// folder makes a set of files what the compiler reads.
func (s fileSet) folder() *gen.Folder {
	f := &gen.Folder{Package: "flows", Templates: all.Templates(), Imports: imports, Files: s.fs()}
	for _, name := range s.names() {
		file := diag.NewFile(name, s[name])
		switch {
		case strings.HasSuffix(name, ".flow.json"):
			f.Documents = append(f.Documents, file)
		case name == "schema.sql":
			f.Schema = file
		case name == begins:
			f.Schema, f.Migrations = migrated(file), append(f.Migrations, migrate.SQLite)
		case name == beginsPostgres:
			f.Postgres, f.Migrations = migrated(file), append(f.Migrations, migrate.Postgres)
		case name == postgres.SchemaFile:
			f.Postgres = file
		case name == postgres.FactsFile:
			f.Proofs = file
		case name == schema.DefaultsFile:
			f.Defaults = file
		case strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, ".flow.go"):
			f.Sources = append(f.Sources, file)
		}
	}
	slices.Sort(f.Migrations)
	return f
}

// The migrations that make the tables of a starter.
const (
	begins         = migrate.SQLite + "/00001_begin.sql"
	beginsPostgres = migrate.Postgres + "/00001_begin.sql"
)

// migrated is the schema that a migration makes; places in it are those in the file.
func migrated(file *diag.File) *diag.File {
	m, err := migrate.Parse(path.Base(file.Name), string(file.Src))
	if err != nil {
		panic(err) // no test writes one that is none
	}
	return diag.NewFile(file.Name, []byte(m.Up+"\n")) // as a folder on disk has it
}

// schemaOf is the file of a set that makes the tables of SQLite, "" where none does.
func (s fileSet) schemaOf() string {
	for _, name := range []string{begins, "schema.sql"} {
		if s[name] != nil {
			return name
		}
	}
	return ""
}

// read adds what a folder of workflows on disk holds for the compiler.
func (s fileSet) read(dir string) error {
	return filepath.WalkDir(dir, func(file string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(dir, file) // it is below
		name = filepath.ToSlash(name)
		switch {
		case err != nil:
			return err
		case d.IsDir() && file != dir && name != migrate.SQLite && name != migrate.Postgres:
			return fs.SkipDir
		case d.IsDir() || strings.HasPrefix(name, ".") || !isSource(name):
			return nil
		}
		s[name], err = os.ReadFile(file)
		return err
	})
}

// fs is the set as the folder in which an answer's file may be.
func (s fileSet) fs() fs.FS {
	all := fstest.MapFS{}
	for name, content := range s {
		all[name] = &fstest.MapFile{Data: content}
	}
	return all
}

// isSource says whether a file of a folder means something to the compiler.
func isSource(name string) bool {
	named := []string{"schema.sql", begins, beginsPostgres, postgres.SchemaFile, postgres.FactsFile, schema.DefaultsFile}
	ext := path.Ext(name)
	return slices.Contains(named, name) || ext == ".svg" || ext == ".go" || strings.HasSuffix(name, ".flow.json")
}

func (s fileSet) names() []string {
	names := make([]string, 0, len(s))
	for name := range s {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (s fileSet) matching(suffix string) fileSet {
	part := fileSet{}
	for name, text := range s {
		if strings.HasSuffix(name, suffix) {
			part[name] = text
		}
	}
	return part
}

// below returns the files of a folder of an archive.
func below(archive *txtar.Archive, folder string) fileSet {
	files := fileSet{}
	for _, f := range archive.Files {
		if name, ok := strings.CutPrefix(f.Name, folder); ok {
			files[name] = f.Data
		}
	}
	return files
}

// write writes those files of the set that differ on disk.
func (s fileSet) write(dir string) error {
	for _, name := range s.names() {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if old, err := os.ReadFile(path); err == nil && bytes.Equal(old, s[name]) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, s[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

// text prints diagnostics as a terminal without colours shows them.
func text(list diag.List) string {
	var b strings.Builder
	_ = diag.WriteText(&b, list, false) // a Builder takes everything
	return b.String()
}
