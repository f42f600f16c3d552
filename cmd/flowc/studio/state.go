package studio

import (
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/graph"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

// projectState is the project as it is on disk.
type projectState struct {
	projects []*project.Project
	folders  []*project.Folder // of the projects, those that are shown
	routes   []serve.Route
	problems []problem
	failure  string // why the project can't be read, or ""
	none     bool   // it has no workflow yet
}

// Check reads the project again, and notifies the page.
func (s *Studio) Check() {
	s.checking.Lock()
	defer s.checking.Unlock()
	next := &projectState{}
	err := project.Each(s.config.Paths(), func(p *project.Project) error {
		next.projects = append(next.projects, p)
		for _, asked := range p.Asked {
			f, _ := p.Folder(asked)
			next.folders = append(next.folders, f)
		}
		return nil
	})
	if err != nil {
		next.failure, next.none = err.Error(), errors.As(err, new(project.NoWorkflows))
	}
	var programs []*ir.Program
	for _, f := range next.folders {
		programs = append(programs, f.Analysis.Program)
		found, _ := f.Lint()
		next.problems = append(next.problems, placedProblems(found)...)
	}
	next.routes = serve.RoutesOf(programs)
	s.mu.Lock()
	s.project = next
	for name, value := range serve.Known(s.config.Dir, next.routes, s.config.Now()) {
		if s.kept[name] == nil {
			s.kept[name] = value
		}
	}
	s.mu.Unlock()
	s.news.notify(newsState)
	if b := s.config.Begin; b != nil && next.failure == "" {
		b.Begun()
	}
}

// stateView is all that the page shows outside of a canvas.
type stateView struct {
	Project   string         `json:"project"`
	Dir       string         `json:"dir"`
	Base      string         `json:"base"`
	Log       string         `json:"log"`
	Running   running        `json:"running"`
	Failure   string         `json:"failure"`
	Routes    []routeView    `json:"routes"`
	Called    []calledView   `json:"called"`
	Workflows []workflowItem `json:"workflows"`
	Problems  []problem      `json:"problems"`
	Kept      []string       `json:"kept"` // names of kept values
}

// routeView is a route of home.
type routeView struct {
	Workflow   string     `json:"workflow"` // as in workflowItem.Key
	Entry      string     `json:"entry"`    // id of the entry point's node
	Name       string     `json:"name"`     // of that node
	Type       string     `json:"type"`     // of that node
	Method     string     `json:"method"`
	Path       string     `json:"path"`
	Protection string     `json:"protection"`
	About      string     `json:"about"`
	Form       serve.Form `json:"form"`
	Last       int        `json:"last"` // status of the last answer; 0 for none
}

// besidePath is where a workflow that others call is called by a run beside the server.
const besidePath = "/flowc-trial"

// calledView is a workflow that others call, as a form.
type calledView struct {
	Workflow string     `json:"workflow"`
	Form     serve.Form `json:"form"`
}

// called are the workflows that others call.
func (p *projectState) called() []calledView {
	list := []calledView{}
	for _, f := range p.folders {
		for _, w := range f.Analysis.Program.Workflows {
			for _, flow := range w.Flows {
				if flow.Called() {
					list = append(list, calledView{keyOf(p, w), serve.CalledForm(flow, besidePath)})
				}
			}
		}
	}
	return list
}

// workflowItem is a document of the project.
type workflowItem struct {
	Key      string `json:"key"` // its path without the suffix
	Name     string `json:"name"`
	About    string `json:"about"`
	Errors   int    `json:"errors"`
	Warnings int    `json:"warnings"`
	Routes   int    `json:"routes"`
}

func (s *Studio) serveState(w http.ResponseWriter, _ *http.Request) {
	s.mu.Lock()
	v := stateView{
		Project: filepath.Base(project.Absolute(s.config.Dir)), Dir: s.config.Dir, Base: s.config.Base, Log: s.config.Log,
		Running: s.running, Failure: s.project.failure, Routes: []routeView{}, Workflows: []workflowItem{},
		Problems: append([]problem{}, s.project.problems...), Kept: slices.Sorted(maps.Keys(s.kept)),
	}
	p := s.project
	s.mu.Unlock()
	v.Problems = append(v.Problems, s.config.Build.problems(s.config.Dir, p)...)
	v.Called = p.called()
	last := s.executions.lastStatus()
	for _, r := range p.routes {
		key, entry := keyOf(p, r.Flow.Workflow), r.Flow.Entry.Name.Value
		v.Routes = append(v.Routes, routeView{
			Workflow: key, Entry: r.Flow.Entry.ID.Value, Name: entry, Type: r.Flow.Entry.Type.Value,
			Method: r.Method, Path: r.Path, Protection: facts.ProtectionOf(r.Flow).Words(),
			About: r.Flow.Workflow.Description.Value, Form: r.Form(), Last: last[r.Flow.Workflow.Name.Value+" "+entry],
		})
	}
	for _, f := range p.folders {
		for _, doc := range f.Documents {
			v.Workflows = append(v.Workflows, p.item(f, doc, v.Problems))
		}
	}
	reply(w, v)
}

// served counts the routes of a workflow; one that others call has none.
func served(w *ir.Workflow) int {
	n := 0
	for _, f := range w.Flows {
		if !f.Called() {
			n++
		}
	}
	return n
}

// item is what the list of workflows says of a document, one that can't be read too.
func (p *projectState) item(f *project.Folder, doc *diag.File, problems []problem) workflowItem {
	key := keyOfFile(doc.Name)
	i := workflowItem{Key: key, Name: filepath.Base(key)}
	if w := workflowOf(f, key); w != nil {
		i.Name, i.About, i.Routes = w.Name.Value, w.Description.Value, served(w)
	}
	for _, d := range problems {
		switch {
		case d.Workflow != key:
		case d.Severity == diag.Error.String():
			i.Errors++
		case d.Severity == diag.Warning.String():
			i.Warnings++
		}
	}
	return i
}

func keyOfFile(name string) string {
	return filepath.ToSlash(strings.TrimSuffix(name, project.DocumentSuffix))
}

// fileOf is the inverse of keyOfFile.
func fileOf(key string) string { return filepath.FromSlash(key) + project.DocumentSuffix }

// folderOf is the project of the folder of a key, and its number in that; nil where no folder of workflows is shown so.
func (p *projectState) folderOf(key string) (*project.Project, int) {
	dir := filepath.Dir(filepath.FromSlash(key))
	for _, f := range p.folders {
		if f.Dir != dir {
			continue
		}
		for _, whole := range p.projects {
			if i := slices.Index(whole.Folders, f); i >= 0 {
				return whole, i
			}
		}
	}
	return nil, 0
}

func keyOf(p *projectState, w *ir.Workflow) string {
	for _, f := range p.folders {
		if slices.Contains(f.Analysis.Program.Workflows, w) {
			return filepath.ToSlash(filepath.Join(f.Dir, w.Stem))
		}
	}
	return ""
}

func workflowOf(f *project.Folder, key string) *ir.Workflow {
	for _, w := range f.Analysis.Program.Workflows {
		if filepath.ToSlash(filepath.Join(f.Dir, w.Stem)) == key {
			return w
		}
	}
	return nil
}

// workflowView is a workflow on its canvas.
type workflowView struct {
	Key    string     `json:"key"`
	Name   string     `json:"name"`
	About  string     `json:"about"`
	View   graph.View `json:"view"`
	Notes  []note     `json:"notes"`
	Source string     `json:"source"` // the document
	Go     string     `json:"go"`     // as generated last, or ""
	Lines  []goLines  `json:"lines"`
	Broken bool       `json:"broken"` // the document can't be read: there is its source alone
}

func (s *Studio) serveWorkflow(w http.ResponseWriter, r *http.Request) {
	key := r.FormValue("key")
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	for _, f := range p.folders {
		for _, doc := range f.Documents {
			if keyOfFile(doc.Name) == key {
				reply(w, look(f, doc))
				return
			}
		}
	}
	http.Error(w, "there is no such workflow", http.StatusNotFound)
}

func look(f *project.Folder, doc *diag.File) workflowView {
	key := keyOfFile(doc.Name)
	v := workflowView{Key: key, Name: filepath.Base(key), Source: string(doc.Src), Notes: notes(doc.Src), Broken: true}
	v.Go = string(f.Generated[filepath.Base(key)+project.GeneratedSuffix])
	v.Lines = linesOf(v.Go)
	if flow := workflowOf(f, key); flow != nil {
		v.Name, v.About, v.View, v.Broken = flow.Name.Value, flow.Description.Value, graph.Look(flow), false
	}
	return v
}

// note is a sticky note, which the compiler passes over.
type note struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Position struct {
		X float64 `json:"x"`
		Y float64 `json:"y"`
	} `json:"position"`
}

// notes are the sticky notes of a document, as far as it can be read.
func notes(src []byte) []note {
	var doc struct {
		Nodes []struct {
			note
			Type string
			Data map[string]any
		}
	}
	list := []note{}
	if json.Unmarshal(src, &doc) != nil {
		return list // lint says what is wrong
	}
	for _, n := range doc.Nodes {
		if n.Type != "note" {
			continue
		}
		n.note.Text, _ = n.Data["text"].(string)
		list = append(list, n.note)
	}
	return list
}

// goLines are the lines of a workflow's Go that are of a node, from 1.
type goLines struct {
	Node string `json:"node"` // by its name
	From int    `json:"from"`
	To   int    `json:"to"`
}

// linesOf finds the lines of nodes: each begins where it is entered, and ends before the next or with its function.
func linesOf(source string) []goLines {
	list := []goLines{}
	open := false
	for i, line := range strings.Split(source, "\n") {
		_, after, entered := strings.Cut(line, `.Enter("`)
		if open && (entered || line == "}") {
			list[len(list)-1].To, open = i, false
		}
		if entered {
			name, _, _ := strings.Cut(after, `"`)
			list, open = append(list, goLines{Node: name, From: i + 1}), true
		}
	}
	return list
}

func reply(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(v) // a page that is gone gets no answer
}
