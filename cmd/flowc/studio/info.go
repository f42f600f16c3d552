package studio

import (
	"net/http"
	"path"
	"path/filepath"
	"slices"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates/all"
)

// info is what forms offer of a project.
type info struct {
	Folders  []folderInfo   `json:"folders"`
	Env      []variableInfo `json:"env"`
	Starters []starter      `json:"starters"`
	Entries  []string       `json:"entries"` // node types that a workflow begins with
	Instead  []all.Instead  `json:"instead"` // what is no node type, and what to use
	Types    []string       `json:"types"`   // names of types
	Presets  []preset       `json:"presets"`
	Head     string         `json:"head"` // the commit that drafts are compared with, "" for none
}

// folderInfo is a folder of workflows, or the one that the first workflow goes into. It does not list the Go functions
// that workflows may call: only the go command knows them, and runs when the name of one is completed.
type folderInfo struct {
	Dir    string         `json:"dir"`
	Empty  bool           `json:"empty"`
	Tables []assist.Table `json:"tables"`
	Files  []string       `json:"files"` // that answers may be made of
}

// variableInfo is an environment variable, without its value.
type variableInfo struct {
	Name string        `json:"name"`
	Set  bool          `json:"set"`
	From string        `json:"from"` // where it is set: "environment", ".env"
	Doc  string        `json:"doc"`  // of one that flowc knows
	Uses []variableUse `json:"uses"`

	Default string `json:"default"` // what holds where it is not set, "" for nothing
	Server  bool   `json:"server"`  // every server reads it
	Fixed   string `json:"fixed"`   // why the page can't set it
}

type variableUse struct {
	Key  string `json:"key"`
	Node string `json:"node"`
}

func (s *Studio) serveProject(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	v := info{
		Folders: []folderInfo{}, Env: s.variables(p), Starters: s.starters(), Entries: []string{}, Instead: all.Insteads(),
		Types: types.Names(), Presets: presets(), Head: head(r.Context(), s.config.Dir),
	}
	for _, f := range p.folders {
		v.Folders = append(v.Folders, folderOf(f))
	}
	if p.none {
		v.Folders = append(v.Folders, folderInfo{Dir: filepath.ToSlash(s.config.Dir), Empty: true, Tables: []assist.Table{}, Files: []string{}})
	}
	for _, t := range all.Templates() {
		if t.Entry != nil {
			v.Entries = append(v.Entries, t.Type)
		}
	}
	reply(w, v)
}

func folderOf(f *project.Folder) folderInfo {
	return folderInfo{
		Dir: filepath.ToSlash(f.Dir), Empty: len(f.Documents) == 0,
		Tables: assist.Tables(&f.Folder, f.Analysis.Program), Files: assist.Files(&f.Folder),
	}
}

// variables are the environment variables that workflows and the server read, and those that dotenv files set, sorted.
// What else the environment of this machine holds is none of the page's business.
func (s *Studio) variables(p *projectState) []variableInfo {
	vars, _ := rt.Environ(s.config.Dir) // what can't be read is the server's to report
	uses := map[string][]variableUse{}
	for _, f := range p.folders {
		for _, w := range f.Analysis.Program.Workflows {
			addUses(uses, keyOf(p, w), w, facts.VariablesOf)
		}
	}
	names := s.variableNames()
	for name := range uses {
		names = append(names, name)
	}
	known := knownVariables()
	for name, k := range known {
		if k.Server {
			names = append(names, name)
		}
	}
	for _, v := range s.called() {
		if k := known[v.Name]; v.Caught && !v.Set {
			k.Default = "caught in the Outbox"
			known[v.Name] = k
		}
	}
	slices.Sort(names)
	list := []variableInfo{}
	for _, name := range slices.Compact(names) {
		from, k := vars[name].From, known[name]
		list = append(list, variableInfo{
			Name: name, Set: vars[name].Value != "", From: from, Doc: k.Doc, Uses: append([]variableUse{}, uses[name]...),
			Default: k.Default, Server: k.Server, Fixed: s.fixed(name, from),
		})
	}
	return list
}

// addUses adds which nodes of a workflow read which of the variables that read returns, each once.
func addUses(uses map[string][]variableUse, key string, w *ir.Workflow, read func(*ir.Step) []string) {
	for _, f := range w.Flows {
		for _, step := range f.Steps {
			for _, name := range read(step) {
				if use := (variableUse{key, step.Node.ID.Value}); !slices.Contains(uses[name], use) {
					uses[name] = append(uses[name], use)
				}
			}
		}
	}
}

// defaultsView is what the page knows of these files: the key of each folder's, there or not, and what it may hold.
type defaultsView struct {
	Keys     []string          `json:"keys"`
	Sections []defaultsSection `json:"sections"`
}

type defaultsSection struct {
	Name  string        `json:"name"`
	Title string        `json:"title"`
	Doc   string        `json:"doc"`
	Keys  []defaultsKey `json:"keys"`
}

type defaultsKey struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Doc   string `json:"doc"`
	Of    string `json:"of"` // what each of its texts names
}

func (s *Studio) serveDefaults(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	v := defaultsView{Keys: []string{}}
	for _, f := range p.folders {
		v.Keys = append(v.Keys, path.Join(filepath.ToSlash(f.Dir), schema.DefaultsFile))
	}
	for _, of := range schema.DefaultsSections() {
		section := defaultsSection{Name: of.Name, Title: of.Title, Doc: of.Doc}
		for _, k := range of.Keys {
			section.Keys = append(section.Keys, defaultsKey(k))
		}
		v.Sections = append(v.Sections, section)
	}
	reply(w, v)
}
