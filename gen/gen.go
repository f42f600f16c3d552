// Package gen is the pipeline: documents in, problems and Go files out.
//
// It may be imported by golden and cmd.
package gen

import (
	"io/fs"

	"github.com/flowc-dev/flowc/gen/emit"
	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/parallel"
	"github.com/flowc-dev/flowc/gen/sql/ddl"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// Folder is a folder of workflows, as read from disk: one Go package.
type Folder struct {
	Package   string       // name of the Go package
	Documents []*diag.File // *.flow.json, sorted by name
	Schema    *diag.File   // schema.sql, or nil
	Postgres  *diag.File   // schema.postgres.sql, or nil
	Defaults  *diag.File   // defaults.json, or nil
	Proofs    *diag.File   // flows.postgres.json, or nil
	// Migrations are the folders of migrations that there are, sorted: what the schemas of their engines were read of.
	Migrations []string
	// Elsewhere is whether the tables are made elsewhere: by what the key schema of defaults.json names. None of it is
	// embedded.
	Elsewhere bool
	// Parts are the files that Schema or Postgres is made of, where it is not one.
	Parts map[*diag.File][]ddl.File
	// SearchPath are the schemas of PostgreSQL in which a table is looked for, nil for its own.
	SearchPath []string
	// Unread is whether there are migrations that could not be read, which is reported: nobody knows what tables there
	// are.
	Unread  bool
	Sources []*diag.File // hand-written Go files of the package, tests too
	// Files are the files of the folder, of which workflows may answer with some; nil where they are not known.
	Files fs.FS
	// Dir is where the files are: the Go module around it says what they may import. "" is the
	// working directory.
	Dir string
	// Imports are packages that functions of Code nodes may be of, loaded before; nil loads them
	// anew, as they are now.
	Imports *gocheck.Imports

	// Links is whether generated Go is to link the engines of databases and stores: no Go of the project names one.
	Links bool

	// Templates are the node types that the documents may use.
	Templates []*templates.Template
}

// Lint finds what is wrong in a folder that is a project of its own.
func Lint(f *Folder) diag.List { return f.analyse().Found }

// Compile finds what is wrong in a folder that is a project of its own and, where nothing is, writes it as Go files.
func Compile(f *Folder) ([]emit.File, diag.List, error) {
	a := f.analyse()
	if a.Found.HasErrors() {
		return nil, a.Found, nil
	}
	files, err := a.Files(nil)
	return files, a.Found, err
}

// Program says what the documents of a folder mean that is a project of its own, with all that is wrong with them.
func Program(f *Folder) (*ir.Program, diag.List) {
	a := f.analyse()
	return a.Program, a.Found
}

func (f *Folder) analyse() *Analysis { return Analyse([]*Folder{f})[0] }

// handWritten are the names that generated Go must not take.
func handWritten(files []*diag.File) []rule.Name {
	var names []rule.Name
	for _, n := range gocheck.Names(files) {
		names = append(names, rule.Name(n))
	}
	return names
}

// parse reads the documents; one that can't be read further is left out, and lost.
func parse(files []*diag.File) (docs []*schema.Workflow, lost []string, _ diag.List) {
	var list diag.List
	for i, read := range parallel.Map(files, readDocument) {
		list.Add(read.problems...)
		if read.doc != nil {
			docs = append(docs, read.doc)
		} else {
			lost = append(lost, schema.StemOf(files[i].Name))
		}
	}
	return docs, lost, list
}

type document struct {
	doc      *schema.Workflow
	problems diag.List
}

func readDocument(f *diag.File) document {
	doc, problems := schema.Parse(f)
	return document{doc, problems}
}
