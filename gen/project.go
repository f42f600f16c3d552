package gen

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/emit"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/sqlite"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// Analysis is what the documents of a folder mean, and what is wrong with them.
type Analysis struct {
	Program *ir.Program
	// Found is what is wrong in the folder, and what is wrong in another one of its project because of it. Ignored is what
	// the documents ask to leave out of that. Both are sorted.
	Found, Ignored diag.List
	// Unsure are errors in other folders of the project that leave open what is in Local Storage, where workflows of this
	// folder read it. Its Go may change when they are fixed.
	Unsure diag.List
	// Postgres is what PostgreSQL has to prove of the folder, nil where it has no schema.postgres.sql.
	Postgres *Proofs
}

// schemas are the databases of the schemas that this process has read.
var schemas sqlite.Kept

// Analyse finds out what the folders of a project mean: those whose workflows share routes, ids and Local Storage.
// Where two folders are at odds, it is the later one in which that is found.
func Analyse(folders []*Folder) []*Analysis {
	configs := make([]ir.Config, len(folders))
	proofs := make([]*Proofs, len(folders))
	var list diag.List
	for i, f := range folders {
		var problems diag.List
		proofs[i], problems = f.proofs()
		list.Add(problems...)
	}
	names, problems := readNames(folders, proofs)
	list.Add(problems...)
	for i, f := range folders {
		sql, problems := schemas.Open(f.Schema)
		defer sql.Close() // at the end of all: a workflow may be built again when others are known
		list.Add(problems...)
		broken := problems.HasErrors() || f.Unread
		configs[i], problems = f.config(queries{checker: sql, schema: f.ReadSQLite(), broken: broken, postgres: proofs[i]})
		list.Add(problems...)
		configs[i].Naming = names.naming(i)
	}
	programs, found := ir.Build(configs)
	list.Add(slices.Concat(found...)...)
	all := folded(folders, programs, names, list)
	for i, a := range all {
		a.Postgres = proofs[i]
	}
	return all
}

// config is what the folder's documents are compiled with, and what is wrong with their form.
func (f *Folder) config(sql queries) (ir.Config, diag.List) {
	docs, lost, list := parse(f.Documents)
	return ir.Config{
		Docs: docs, Lost: lost, Package: f.Package, Templates: f.Templates, SQL: sql, Schema: f.Schema != nil || f.Postgres != nil, Embeds: f.embeds(), Links: f.Links,
		Engines:   f.engines(),
		Functions: f.goFunctions(), Files: f.Files, Values: values.OfFlow,
	}, list
}

// engines are the packages of the engines whose tables the program around makes, sorted.
func (f *Folder) engines() []string {
	var list []string
	if f.Elsewhere && f.Postgres != nil {
		list = append(list, templates.Postgres)
	}
	if f.Elsewhere && f.Schema != nil {
		list = append(list, templates.SQLite)
	}
	return list
}

// embeds are the files that the folder's Go embeds: patterns of migrations, and schema.sql.
func (f *Folder) embeds() []string {
	var list []string
	if f.Elsewhere {
		return nil
	}
	for _, dir := range f.Migrations {
		list = append(list, dir+"/*.sql")
	}
	if f.Schema != nil && !slices.Contains(f.Migrations, "migrations") {
		list = append(list, "schema.sql")
	}
	return list
}

// folded adds what the rules find to list, and says of each folder what is of it.
func folded(folders []*Folder, programs []*ir.Program, names names, list diag.List) []*Analysis {
	all := make([]*Analysis, len(folders))
	looked := make([]*rule.Folder, len(folders))
	owner := map[*diag.File]int{}
	for i, f := range folders {
		all[i] = &Analysis{Program: programs[i]}
		looked[i] = &rule.Folder{
			Program: programs[i], Names: handWritten(f.Sources), Defaults: names[i].defaults, Tables: names[i].tables,
		}
		for _, file := range slices.Concat(f.Documents, f.Sources, []*diag.File{f.Schema, f.Postgres, f.Proofs, f.Defaults}) {
			owner[file] = i
		}
	}
	found, ignored := lint.Ignore(looked, append(list, lint.Run(looked)...))
	for _, d := range lint.Settled(found) {
		for _, i := range concerned(d, owner) {
			all[i].Found.Add(folders[owner[d.File]].inFolder(d))
		}
	}
	for _, d := range ignored {
		for _, i := range concerned(d, owner) {
			all[i].Ignored.Add(folders[owner[d.File]].inFolder(d))
		}
	}
	for i, a := range all {
		a.Found, a.Ignored = a.Found.Sorted(), a.Ignored.Sorted()
		a.Unsure = unsure(i, folders, all)
		a.Program.Forget() // what rules have asked
	}
	return all
}

// concerned are the folders that a diagnostic is about, each once.
func concerned(d diag.Diagnostic, owner map[*diag.File]int) []int {
	is := []int{owner[d.File]}
	for _, r := range d.Related {
		if i, known := owner[r.File]; known && !slices.Contains(is, i) {
			is = append(is, i)
		}
	}
	return is
}

// unsure are the errors that leave open what folder i reads: of folders that store something, or may, as a document of
// theirs can't be read.
func unsure(i int, folders []*Folder, all []*Analysis) diag.List {
	if !all[i].Program.Reads() {
		return nil
	}
	var list diag.List
	for j, a := range all {
		if j == i || !a.Program.Keeps() && len(a.Program.Workflows) == len(folders[j].Documents) {
			continue
		}
		for _, d := range a.Found {
			if d.Severity() == diag.Error {
				list.Add(d)
			}
		}
	}
	return list.Sorted()
}

// Files writes a folder without errors as Go files. Where made returns the Go of a workflow, it was written before; it
// may be nil, and is called by several goroutines.
func (a *Analysis) Files(made func(*ir.Workflow) []byte) ([]emit.File, error) {
	files, err := emit.Files(a.Program, made)
	if err != nil {
		return nil, fmt.Errorf("generating Go: %w", err)
	}
	return files, nil
}
