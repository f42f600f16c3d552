package studio

import (
	"net/http"

	"github.com/flowc-dev/flowc/cmd/flowc/docs"
	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/schema/diag"
)

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

// docPage is a page of flowc docs.
type docPage struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Text    string `json:"text"` // in Markdown
}

func servePages(w http.ResponseWriter, _ *http.Request) {
	list := []docPage{}
	for _, p := range docs.Pages() {
		list = append(list, docPage(p))
	}
	reply(w, list)
}
