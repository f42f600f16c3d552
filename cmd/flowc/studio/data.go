package studio

import (
	"net/http"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// dataFolder is a folder of workflows with its tables as the checker knows them. No value of a row is in it.
type dataFolder struct {
	Dir        string      `json:"dir"`
	Engines    []string    `json:"engines"`
	Tables     []dataTable `json:"tables"`
	Migrations []string    `json:"migrations"` // files, as the folder names them
	Fixed      string      `json:"fixed"`      // why the page can't write a migration, or ""
	Types      []string    `json:"types"`      // that a new column may have
}

// dataTable is a table, and the nodes that read and change it.
type dataTable struct {
	assist.Table
	Read    []tableUse `json:"read"`
	Changed []tableUse `json:"changed"`
	Rows    string     `json:"rows"` // why its rows are not shown, or ""
}

// tableUse is a node whose statement names a table.
type tableUse struct {
	Key  string `json:"key"`
	Node string `json:"node"`
	Verb string `json:"verb"` // of a change, as SQL writes it
}

func (s *Studio) serveData(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	list := []dataFolder{}
	for _, f := range p.folders {
		list = append(list, s.dataOf(p, f))
	}
	reply(w, list)
}

func (s *Studio) dataOf(p *projectState, f *project.Folder) dataFolder {
	v := dataFolder{
		Dir: filepath.ToSlash(f.Dir), Engines: []string{}, Tables: []dataTable{}, Migrations: migrationFiles(f),
		Fixed: whyNoMigration(f), Types: columnTypeNames(),
	}
	if f.Schema != nil {
		v.Engines = append(v.Engines, "SQLite")
	}
	if f.Postgres != nil {
		v.Engines = append(v.Engines, "PostgreSQL")
	}
	uses := tableUses(p, f)
	for _, t := range assist.Tables(&f.Folder, f.Analysis.Program) {
		table := dataTable{Table: t, Read: []tableUse{}, Changed: []tableUse{}}
		use := uses[strings.ToLower(t.Name)]
		if use != nil {
			table.Read, table.Changed = append(table.Read, use.read...), append(table.Changed, use.changed...)
		}
		_, table.Rows = s.showing(f, t)
		v.Tables = append(v.Tables, table)
	}
	return v
}

// migrationFiles are the files of a folder's migrations, each once.
func migrationFiles(f *project.Folder) []string {
	list := []string{}
	for _, dir := range []string{migrate.SQLite, migrate.Postgres} {
		files, _ := migrate.Read(f.Files, dir) // lint says what is wrong with them
		for _, m := range files {
			list = append(list, path.Join(dir, m.Name))
		}
	}
	return list
}

// usesOf are the nodes that name a table, and the variable of the database that the first of them runs on.
type usesOf struct {
	read, changed []tableUse
	variable      string
}

// tableUses are the nodes of a folder whose statements name tables, by the tables' names in small letters.
func tableUses(p *projectState, f *project.Folder) map[string]*usesOf {
	all := map[string]*usesOf{}
	for _, w := range f.Analysis.Program.Workflows {
		key := keyOf(p, w)
		for _, flow := range w.Flows {
			for _, step := range flow.Steps {
				addTableUses(all, key, step)
			}
		}
	}
	return all
}

func addTableUses(all map[string]*usesOf, key string, step *ir.Step) {
	query, _ := step.Query()
	for _, t := range query.Tables {
		name := strings.ToLower(t.Name)
		if all[name] == nil {
			all[name] = &usesOf{variable: facts.Database(step)}
		}
		list, use := &all[name].read, tableUse{Key: key, Node: step.Node.ID.Value}
		if t.Writes {
			list, use.Verb = &all[name].changed, verbOn(query.Statement, t.Name)
		}
		if !slices.Contains(*list, use) {
			*list = append(*list, use)
		}
	}
}

// verbOn is what a statement does to a table, in SQL's word.
func verbOn(s *statement.Statement, table string) string {
	if s == nil {
		return "change"
	}
	for _, c := range s.Changes {
		if strings.EqualFold(c.Table, table) {
			return [...]string{statement.Insert: "insert", statement.Update: "update", statement.Delete: "delete"}[c.Verb]
		}
	}
	return "change"
}
