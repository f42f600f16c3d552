package studio

import (
	"errors"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// Begin is how a project gets its first workflow; nil where it has one.
type Begin struct {
	Start func(starter string) error // writes a starter's project; nil where the folder holds something else
	Begun func()                     // is told that there is a workflow; more than once
}

// starter is a project to begin with.
type starter struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Doc   string `json:"doc"`
}

// command matches the sentence of a starter's main.go that says what it serves.
var command = regexp.MustCompile(`(?s)^// Command \w+ serves the workflows of flows: (.*?)\n(?:package|//\n)`)

// starters are what a project can begin with, by name.
func (s *Studio) starters() []starter {
	list := []starter{}
	if s.config.Begin == nil || s.config.Begin.Start == nil {
		return list
	}
	for _, name := range golden.Starters() {
		files, _ := golden.Starter(name)
		v := starter{Name: name, Title: strings.ToUpper(name[:1]) + name[1:]}
		for _, f := range files {
			if m := command.FindSubmatch(f.Content); f.Path == "main.go" && m != nil {
				v.Doc = strings.ReplaceAll(string(m[1]), "\n// ", " ")
			}
		}
		list = append(list, v)
	}
	return list
}

// serveStarter writes a starter's project into a folder that holds nothing yet.
func (s *Studio) serveStarter(w http.ResponseWriter, r *http.Request) {
	var asked deed
	if !readBody(w, r, maxForm, &asked) {
		return
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.config.Begin == nil || s.config.Begin.Start == nil {
		http.Error(w, "only an empty folder can begin with a starter", http.StatusUnprocessableEntity)
		return
	}
	if err := s.config.Begin.Start(asked.Name); err != nil {
		refuse(w, err)
		return
	}
	s.Check()
	reply(w, done{Says: asked.Name + " is there: its server is being built"})
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
	Key   string `json:"key"` // the workflow, where no folder is named
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
		return assist.FillPreset(&list[i], nil)
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
	return assist.FillPreset(&list[i], &tables[at])
}
