package project

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/emit"
	"github.com/flowc-dev/flowc/gen/migrations"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// GeneratedSuffix ends the name of a file that flowc generates.
const GeneratedSuffix = ".flow.go"

// Folder is a folder of workflows as it is on disk.
type Folder struct {
	gen.Folder
	Analysis  *gen.Analysis     // set once its project is read
	Generated map[string][]byte // name -> content of *.flow.go that flowc wrote
	inTheWay  []*diag.File      // *.flow.go that flowc would write, and did not
	scripts   []*script         // the schemas that migrations make
	unread    diag.List         // what is wrong with files of migrations
	postgres  []migrations.File // of the schema of PostgreSQL: what a server runs
	inGo      diag.List         // migrations that are not read, as they are in Go
	foreign   diag.List         // what is wrong with schema.postgres.sql, once a server has read it
}

// ReadFolder reads all that gen wants to know of dir, and what it has generated there before.
func ReadFolder(dir string) (*Folder, error) {
	f := &Folder{Generated: map[string][]byte{}}
	f.Templates, f.Dir, f.Files = all.Templates(), dir, os.DirFS(dir)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("reading workflows: %w", err)
	}
	for _, e := range entries {
		if err := f.read(e); err != nil {
			return nil, fmt.Errorf("reading workflows: %w", err)
		}
	}
	if err := f.readTables(); err != nil {
		return nil, fmt.Errorf("reading the schema of %s: %w", dir, err)
	}
	f.migrated()
	f.sortOut()
	return f, f.choosePackage()
}

func (f *Folder) read(e os.DirEntry) error {
	name := e.Name()
	path := filepath.Join(f.Dir, name)
	if e.IsDir() {
		if strings.HasSuffix(name, GeneratedSuffix) {
			return fmt.Errorf("%s is a folder: its name is that of a generated file", path)
		}
		return f.readMigrations(name)
	}
	document := IsDocument(e)
	known := []string{"schema.sql", postgres.SchemaFile, postgres.FactsFile, schema.DefaultsFile}
	if !document && !slices.Contains(known, name) && (filepath.Ext(name) != ".go" || hidden(name)) {
		return nil
	}
	src, err := ReadText(path)
	if err != nil {
		return err
	}
	file := diag.NewFile(path, src)
	switch {
	case document:
		f.Documents = append(f.Documents, file)
	case name == "schema.sql":
		f.Schema = file
	case name == postgres.SchemaFile:
		f.Postgres = file
	case name == postgres.FactsFile:
		f.Proofs = file
	case name == schema.DefaultsFile:
		f.Defaults = file
	case strings.HasSuffix(name, GeneratedSuffix) && isGenerated(src):
		f.Generated[name] = src
	default:
		f.Sources = append(f.Sources, file)
	}
	return nil
}

// isGenerated reports whether a Go file begins with our header.
func isGenerated(src []byte) bool {
	line, _, _ := bytes.Cut(src, []byte("\n"))
	before, after, _ := strings.Cut(emit.Header, "%s")
	return bytes.HasPrefix(line, []byte(before)) && bytes.HasSuffix(bytes.TrimSuffix(line, []byte("\r")), []byte(after))
}

// sortOut separates hand-written files that have the name of a generated one from the other hand-written files.
func (f *Folder) sortOut() {
	f.Sources = slices.DeleteFunc(f.Sources, func(file *diag.File) bool {
		_, wanted := f.origin(filepath.Base(file.Name))
		if wanted {
			f.inTheWay = append(f.inTheWay, file)
		}
		return wanted
	})
}

// origin reports whether flowc writes a file of that name here, and what from.
func (f *Folder) origin(name string) (from string, wanted bool) {
	stem, generated := strings.CutSuffix(name, GeneratedSuffix)
	if !generated {
		return "", false
	}
	if stem == "flows" {
		return "all workflows", true
	}
	wanted = slices.ContainsFunc(f.Documents, func(d *diag.File) bool { return filepath.Base(d.Name) == stem+DocumentSuffix })
	return strconv.Quote(stem + DocumentSuffix), wanted
}

// Lint is what is wrong in the folder, and what its documents ask to leave out.
func (f *Folder) Lint() (found, ignored diag.List) {
	found = f.placed(slices.Concat(f.Analysis.Found, f.refused(), f.foreign, f.unread, f.inGo))
	if len(f.unread) > 0 { // tables that could not be read are not missing besides
		found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.Code == diag.FC211 })
	}
	return found.Sorted(), f.Analysis.Ignored
}

// findings are what Lint finds, and what keeps Go from being generated beside.
func (f *Folder) findings() diag.List {
	list, _ := f.Lint()
	list.Add(f.Analysis.Unsure...)
	return list.Sorted()
}

// Compile is Lint and, where nothing is wrong, the files that belong into the folder.
func (f *Folder) Compile() ([]emit.File, diag.List, error) {
	list := f.findings()
	if list.HasErrors() {
		return nil, list, nil
	}
	files, err := f.Analysis.Files(nil)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", f.Dir, err)
	}
	return files, list, nil
}

// refused reports the files that are in the way (FC504): what flowc did not write it does not overwrite.
func (f *Folder) refused() diag.List {
	var list diag.List
	for _, file := range f.inTheWay {
		name := filepath.Base(file.Name)
		from, _ := f.origin(name)
		line, _, _ := bytes.Cut(file.Src, []byte("\n"))
		list.Add(diag.Diagnostic{
			Code: diag.FC504, File: file, Span: diag.Span{End: len(line)},
			Message: fmt.Sprintf("%q was not written by flowc, and the Go of %s has that name", name, from),
			Hint:    "rename the file, or delete it to have it generated",
		})
	}
	return list
}
