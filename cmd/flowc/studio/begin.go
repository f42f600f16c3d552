package studio

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/runtime/migrate"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// Begin is how a project gets its first workflow; nil where it has one.
type Begin struct {
	// Start writes the project of a starter, or one of a first workflow. It is nil where the folder holds something.
	Start func(starter string, first *golden.File) error
	Begun func() // is called once there is a workflow; more than once
}

// starter is a project to begin with, or to add to one.
type starter struct {
	Name      string   `json:"name"`
	Title     string   `json:"title"`
	Doc       string   `json:"doc"`
	Types     []string `json:"types"` // of the nodes of its longest workflow
	Workflows []string `json:"workflows"`
	Tables    []string `json:"tables"`
	Alone     bool     `json:"alone"` // it is a whole project: the folder is empty
}

// command matches the sentence of a starter's main.go that says what it serves.
var command = regexp.MustCompile(`(?s)^// Command \w+ serves the workflows of flows: (.*?)\n(?:package|//\n)`)

// creates matches a table that a migration makes.
var creates = regexp.MustCompile(`(?mi)^CREATE TABLE (?:IF NOT EXISTS )?"?(\w+)`)

// starters are what a project can begin with, and what can be added to one, by name.
func (s *Studio) starters() []starter {
	list := slices.Clone(allStarters())
	for i := range list {
		list[i].Alone = s.startsProject()
	}
	return list
}

var allStarters = sync.OnceValue(func() []starter {
	list := []starter{}
	for _, name := range golden.Starters() {
		v := starter{Name: name, Title: strings.ToUpper(name[:1]) + name[1:], Workflows: []string{}, Tables: []string{}}
		files, _ := golden.Starter(name)
		for _, f := range files {
			v.read(f)
		}
		list = append(list, v)
	}
	return list
})

// read adds what a file says of the starter.
func (v *starter) read(f golden.File) {
	switch {
	case f.Path == "main.go":
		if m := command.FindSubmatch(f.Content); m != nil {
			v.Doc = strings.ReplaceAll(string(m[1]), "\n// ", " ")
			v.Doc = strings.ToUpper(v.Doc[:1]) + v.Doc[1:]
		}
	case path.Dir(path.Dir(f.Path)) == "flows" && path.Base(path.Dir(f.Path)) == migrate.SQLite:
		for _, m := range creates.FindAllSubmatch(f.Content, -1) {
			v.Tables = append(v.Tables, string(m[1]))
		}
	case strings.HasSuffix(f.Path, project.DocumentSuffix):
		var drawn struct {
			Name  string
			Nodes []struct{ Type string }
		}
		if json.Unmarshal(f.Content, &drawn) != nil {
			return // it is embedded
		}
		v.Workflows = append(v.Workflows, drawn.Name)
		if len(drawn.Nodes) > len(v.Types) {
			v.Types = nil
			for _, n := range drawn.Nodes {
				v.Types = append(v.Types, n.Type)
			}
		}
	}
}

// serveStarter writes a starter's project into a folder that holds nothing yet, or adds its workflows and tables to a
// folder of workflows.
func (s *Studio) serveStarter(w http.ResponseWriter, r *http.Request) {
	var asked deed
	if !readBody(w, r, maxForm, &asked) {
		return
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.startsProject() {
		if err := s.config.Begin.Start(asked.Name, nil); err != nil {
			refuse(w, err)
			return
		}
		s.Check()
		reply(w, done{Says: asked.Name + " is there: its server is being built"})
		return
	}
	says, err := s.addStarter(asked)
	if err != nil {
		refuse(w, err)
		return
	}
	s.wrote()
	s.Check()
	reply(w, done{Says: says})
}

// addition is what a starter adds to a folder of workflows.
type addition struct {
	shelf      *shelf
	folder     *project.Folder // nil where it has no workflow yet
	files      []golden.File   // as the folder names them
	migrations []golden.File   // of each engine, below the folder of its engine
	documents  []*diag.File
}

// addStarter adds a starter's workflows, functions and tables to a folder, all of them or none: what is there already
// stays, and is said.
func (s *Studio) addStarter(asked deed) (says string, err error) {
	files, ok := golden.Starter(asked.Name)
	if !ok {
		return "", errors.New("there is no such starter")
	}
	d, err := s.shelf(path.Join(asked.Folder, "x"))
	if err != nil {
		return "", err
	}
	defer d.close()
	a := addition{shelf: d, folder: s.folderNamed(asked.Folder)}
	for _, f := range files {
		a.take(f)
	}
	if err := errors.Join(a.checkFiles(), a.checkTables(), s.checkRoutes(a.documents)); err != nil {
		return "", err
	}
	if err := s.number(&a, asked.Name); err != nil {
		return "", err
	}
	for _, f := range a.files {
		if err := d.write(f.Path, f.Content); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("%s is there: %d workflows", asked.Name, len(a.documents)), nil
}

// take takes a file that a folder of workflows has; what is generated is generated there.
func (a *addition) take(f golden.File) {
	name, below := strings.CutPrefix(f.Path, "flows/")
	dir := path.Dir(name)
	switch {
	case !below || strings.HasSuffix(name, ".flow.go") || name == project.DirectiveFile:
	case dir == migrate.SQLite || dir == migrate.Postgres:
		a.migrations = append(a.migrations, golden.File{Path: name, Content: f.Content})
	case strings.HasSuffix(name, project.DocumentSuffix):
		doc, _ := schema.Parse(diag.NewFile(name, f.Content))
		text := project.Named(f.Content, doc, doc.Name.Value, schema.NewID()) // a webhook's URL is its own
		a.documents = append(a.documents, diag.NewFile(name, text))
		a.files = append(a.files, golden.File{Path: name, Content: text})
	case strings.HasSuffix(name, ".go"):
		pkg := project.PackageName(path.Dir(a.shelf.path))
		if a.folder != nil {
			pkg = a.folder.Package
		}
		text := strings.Replace(string(f.Content), "package flows", "package "+pkg, 1)
		a.files = append(a.files, golden.File{Path: name, Content: []byte(text)})
	}
}

// checkFiles refuses to write over a file.
func (a *addition) checkFiles() error {
	var list []error
	for _, f := range a.files {
		if _, err := a.shelf.root.Lstat(f.Path); err == nil {
			list = append(list, fmt.Errorf("%s is there already", f.Path))
		} else if !errors.Is(err, fs.ErrNotExist) {
			list = append(list, err)
		}
	}
	return errors.Join(list...)
}

// checkTables refuses a table of a name that another one has, and migrations where the folder takes none.
func (a *addition) checkTables() error {
	if len(a.migrations) == 0 || a.folder == nil {
		return nil
	}
	if why := whyNoMigration(a.folder); why != "" {
		return errors.New(why)
	}
	var list []error
	tables := assist.Tables(&a.folder.Folder, a.folder.Analysis.Program)
	for _, f := range a.migrations {
		for _, m := range creates.FindAllSubmatch(f.Content, -1) {
			same := func(t assist.Table) bool { return strings.EqualFold(t.Name, string(m[1])) }
			if path.Dir(f.Path) == migrate.SQLite && slices.ContainsFunc(tables, same) {
				list = append(list, fmt.Errorf("there is a table %s", m[1]))
			}
		}
	}
	return errors.Join(list...)
}

// checkRoutes refuses documents that serve a route which the project serves.
func (s *Studio) checkRoutes(documents []*diag.File) error {
	s.mu.Lock()
	have := s.project.routes
	s.mu.Unlock()
	program, _ := gen.Program(&gen.Folder{Package: "flows", Templates: all.Templates(), Documents: documents})
	var list []error
	for _, w := range program.Workflows {
		for _, flow := range w.Flows {
			route := flow.Entry.Route()
			for _, r := range have {
				if r.Method == route.Method && r.Path == route.Path && !route.Hook && route.Tool == "" {
					list = append(list, fmt.Errorf("%s serves %s %s", r.Flow.Workflow.Name.Value, r.Method, r.Path))
				}
			}
		}
	}
	return errors.Join(list...)
}

// number adds the migrations to the files, as the next ones of the engines that the folder has.
func (s *Studio) number(a *addition, name string) error {
	if len(a.migrations) == 0 {
		return nil
	}
	number, begun, err := project.NextMigration(a.shelf.root.FS(), s.engine())
	if err != nil {
		return err
	}
	for _, f := range a.migrations {
		engine := path.Dir(f.Path)
		if !slices.ContainsFunc(begun, func(b project.Begun) bool { return b.Engine == engine }) {
			continue
		}
		if err := a.shelf.root.Mkdir(engine, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
		file := fmt.Sprintf("%05d_%s.sql", number, name)
		a.files = append(a.files, golden.File{Path: path.Join(engine, file), Content: f.Content})
	}
	return nil
}

// End ends what pages listen to: they come back, to what is served then.
func (s *Studio) End() { close(s.ended) }

// preset is what the page knows of a preset before it is chosen.
type preset struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"` // the node type whose face it has
	Title   string   `json:"title"`
	Doc     string   `json:"doc"`
	Words   []string `json:"words"`
	Gallery string   `json:"gallery"`
	Table   bool     `json:"table"` // it asks for one
	Frame   []string `json:"frame"`
	Often   bool     `json:"often"`
	First   string   `json:"first"` // the type of the node that it begins with, without its frame
	End     string   `json:"end"`
	Types   []string `json:"types"` // of its nodes
}

func presets() []preset {
	list := []preset{}
	for _, p := range all.Presets() {
		list = append(list, preset{
			Name: p.Name, Type: p.Type, Title: p.Title, Doc: p.Doc, Words: append([]string{}, p.Words...), Gallery: p.Gallery,
			Table: p.Table, Frame: append([]string{}, p.Frame...), Often: p.Often,
			First: p.First(), End: p.End, Types: p.Types(),
		})
	}
	return list
}

// askedPreset is a preset for a workflow of a folder.
type askedPreset struct {
	Name  string `json:"name"`
	Dir   string `json:"dir"`
	Key   string `json:"key"`  // the workflow, where no folder is named
	Path  string `json:"path"` // of one that is not about a table
	Table string `json:"table"`
}

// servePreset answers with the document of a preset, about the table that was chosen.
func (s *Studio) servePreset(w http.ResponseWriter, r *http.Request) {
	var asked askedPreset
	if !readBody(w, r, maxForm, &asked) {
		return
	}
	text, err := s.filledPreset(asked)
	if err != nil {
		refuse(w, err)
		return
	}
	reply(w, map[string]string{"text": string(text)})
}

func (s *Studio) filledPreset(asked askedPreset) ([]byte, error) {
	list := all.Presets()
	i := slices.IndexFunc(list, func(p templates.Preset) bool { return p.Name == asked.Name })
	if i < 0 {
		return nil, errors.New("there is no such preset")
	}
	if asked.Table == "" {
		return assist.FillPreset(&list[i], nil, cmp.Or(asked.Path, path.Base(asked.Key)))
	}
	dir := asked.Dir
	if dir == "" {
		dir = path.Dir(asked.Key)
	}
	f := s.folderNamed(dir)
	if f == nil {
		return nil, errNotHere
	}
	tables := assist.Tables(&f.Folder, f.Analysis.Program)
	at := slices.IndexFunc(tables, func(t assist.Table) bool { return t.Name == asked.Table })
	if at < 0 {
		return nil, errors.New("there is no table " + asked.Table)
	}
	return assist.FillPreset(&list[i], &tables[at], "")
}
