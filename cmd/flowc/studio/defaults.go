package studio

import (
	"net/http"
	"path"
	"path/filepath"
	"slices"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// A folder's defaults.json is kept, saved and checked as its workflows are, under a key that none of these has: its
// path.

// isDefaults reports whether a key is that of a folder's defaults.json.
func isDefaults(key string) bool { return path.Base(key) == schema.DefaultsFile }

// checkDefaults answers what a draft of a folder's defaults.json means: what is wrong in it, and what is wrong
// elsewhere because of it.
func (s *Studio) checkDefaults(w http.ResponseWriter, asked draft) {
	whole, which := s.folderOf(asked.Key)
	if whole == nil {
		http.Error(w, "there is no such folder of workflows", http.StatusNotFound)
		return
	}
	folders := slices.Clone(whole.Sources())
	drafted := *folders[which]
	drafted.Defaults = diag.NewFile(filepath.FromSlash(asked.Key), []byte(asked.Text))
	folders[which] = &drafted
	before := s.known()
	c := checked{Problems: []problem{}, Notes: []note{}, Name: schema.DefaultsFile}
	_, problems := schema.ParseDefaults(drafted.Defaults)
	root, _ := schema.ReadJSON(asked.Text) // nil of what is no JSON, which has no places
	c.Broken = problems.HasErrors()
	for _, a := range gen.Analyse(folders) {
		for _, found := range a.Found {
			switch p := newProblem(found); {
			case found.File == drafted.Defaults:
				c.Problems = append(c.Problems, p.placed(assist.At(found.File, root, found.Span)))
			case !before.has(p):
				c.Problems = append(c.Problems, p)
			}
		}
	}
	reply(w, c)
}

// problemSet are problems, whatever their places.
type problemSet map[[3]string]bool

func (s problemSet) has(p problem) bool { return s[[3]string{p.File, p.Code, p.Message}] }

// known are the problems of the project as it is on disk.
func (s *Studio) known() problemSet {
	s.mu.Lock()
	defer s.mu.Unlock()
	set := problemSet{}
	for _, p := range s.project.problems {
		set[[3]string{p.File, p.Code, p.Message}] = true
	}
	return set
}
