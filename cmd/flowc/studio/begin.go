package studio

import (
	"net/http"
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/golden"
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
