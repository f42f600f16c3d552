package studio

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/schema/diag"
)

// found is a place of a workflow that holds what was looked for.
type found struct {
	Key      string `json:"key"`
	Workflow string `json:"workflow"` // its name
	Node     string `json:"node"`     // the id
	Name     string `json:"name"`     // of the node
	Type     string `json:"type"`
	Field    string `json:"field"` // the setting that holds it; "" is the node's name
	Text     string `json:"text"`  // what is around it there
}

const (
	mostFound = 50
	before    = 24 // characters of a text before what was looked for
	after     = 60
)

// serveFind looks through the names, settings, statements and expressions of all workflows.
func (s *Studio) serveFind(w http.ResponseWriter, r *http.Request) {
	list := []found{}
	wanted := strings.ToLower(strings.TrimSpace(r.FormValue("text")))
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	for _, f := range p.folders {
		for _, doc := range f.Documents {
			if len(list) < mostFound && wanted != "" {
				list = append(list, findIn(doc, wanted)...)
			}
		}
	}
	reply(w, list[:min(len(list), mostFound)])
}

// findIn looks through a document; one that can't be read holds nothing.
func findIn(doc *diag.File, wanted string) []found {
	var drawn struct {
		Name  string
		Nodes []struct {
			ID, Type string
			Data     map[string]any
		}
	}
	if json.Unmarshal(doc.Src, &drawn) != nil {
		return nil
	}
	key := keyOfFile(doc.Name)
	var list []found
	for _, n := range drawn.Nodes {
		name, _ := n.Data["name"].(string)
		at := found{Key: key, Workflow: drawn.Name, Node: n.ID, Name: cmp.Or(name, n.ID), Type: n.Type}
		if strings.Contains(strings.ToLower(at.Name), wanted) {
			list = append(list, at)
		}
		for _, field := range slices.Sorted(maps.Keys(n.Data)) {
			text := textWith(n.Data[field], wanted)
			if text == "" && strings.Contains(spaced(field), wanted) {
				text = textWith(n.Data[field], "")
			}
			if text != "" && field != "name" {
				at.Field, at.Text = field, text
				list = append(list, at)
			}
		}
	}
	return list
}

// textWith is what is around a text in a setting, in whatever it holds; "" where it is nowhere.
func textWith(value any, wanted string) string {
	switch v := value.(type) {
	case string:
		return around(v, wanted)
	case []any:
		for _, item := range v {
			if text := textWith(item, wanted); text != "" {
				return text
			}
		}
	case float64, bool:
		return around(fmt.Sprint(v), wanted)
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			if text := cmp.Or(around(name, wanted), textWith(v[name], wanted)); text != "" {
				return text
			}
		}
	}
	return ""
}

// around is the part of a text, in one line, that what was looked for stands in.
func around(text, wanted string) string {
	line := strings.Join(strings.Fields(text), " ")
	at := strings.Index(strings.ToLower(line), wanted)
	if at < 0 || at > len(line) {
		return ""
	}
	from, to := max(0, at-before), min(len(line), at+len(wanted)+after)
	for from > 0 && !utf8.RuneStart(line[from]) {
		from--
	}
	for to < len(line) && !utf8.RuneStart(line[to]) {
		to++
	}
	part := line[from:to]
	if from > 0 {
		part = "… " + part
	}
	if to < len(line) {
		part += " …"
	}
	return part
}

// spaced is the name of a setting as words: "jwt expires in".
func spaced(field string) string {
	return strings.ToLower(capital.ReplaceAllString(field, " $0"))
}

var capital = regexp.MustCompile(`[A-Z]`)
