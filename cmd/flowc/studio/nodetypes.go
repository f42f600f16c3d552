package studio

import (
	"net/http"

	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// nodeType is what the page knows of a node type, all of it from its template: a new one shows without a line of TypeScript.
type nodeType struct {
	Type    string       `json:"type"`
	Title   string       `json:"title"`
	Doc     string       `json:"doc"`
	Entry   bool         `json:"entry"`
	Answers bool         `json:"answers"`
	Fields  []field      `json:"fields"`
	Outputs []nodeOutput `json:"outputs"`
}

type field struct {
	Name     string   `json:"name"`
	Takes    string   `json:"takes"`
	Doc      string   `json:"doc"`
	Required bool     `json:"required"`
	Default  string   `json:"default"`
	Enum     []string `json:"enum"`
}

type nodeOutput struct {
	Name     string `json:"name"`
	Doc      string `json:"doc"`
	Required bool   `json:"required"`
}

func serveNodeTypes(w http.ResponseWriter, _ *http.Request) {
	list := []nodeType{}
	for _, t := range all.Templates() {
		list = append(list, nodeTypeOf(t))
	}
	reply(w, list)
}

func nodeTypeOf(t *templates.Template) nodeType {
	n := nodeType{Type: t.Type, Title: t.Title, Doc: t.Doc, Entry: t.Entry, Answers: t.Answers, Fields: []field{}, Outputs: []nodeOutput{}}
	for i := range t.Fields {
		f := &t.Fields[i]
		n.Fields = append(n.Fields, field{f.Name, f.Takes(), f.About(), f.Required, f.Default, append([]string{}, f.Enum...)})
	}
	for i := range t.Outputs {
		o := &t.Outputs[i]
		n.Outputs = append(n.Outputs, nodeOutput{o.Name, o.About(), o.Required})
	}
	return n
}

// explanation is what a diagnostic's code means.
type explanation struct {
	Code  string `json:"code"`
	Title string `json:"title"`
	Doc   string `json:"doc"`
	Why   string `json:"why"`
	Bad   string `json:"bad"`
	Want  string `json:"want"`
	Good  string `json:"good"`
}

func serveExplanation(w http.ResponseWriter, r *http.Request) {
	code := diag.FindCode(r.FormValue("rule"))
	if code == nil {
		http.Error(w, "there is no such code", http.StatusNotFound)
		return
	}
	e := explanation{Code: code.Name, Title: code.Title, Doc: code.Doc}
	if example, ok := golden.LintExample(code.Name); ok {
		e.Why, e.Bad, e.Want, e.Good = example.Why, example.Bad, example.Want, example.Good
	}
	reply(w, e)
}
