package runtime

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// What a field is told in a 400.
const (
	isRequired = "is required"
	mustBeUTF8 = "must be UTF-8"
	mustBeOnce = "must be given once"
)

// maxWrong is the most fields that a 400 names: a list may have an element wrong for every two bytes of a body.
const maxWrong = 100

// wrongFields collects what is wrong with a request, by field: as many as a 400 names.
type wrongFields struct {
	fields map[string]string // nil while all is well
	nul    string            // the first field with the character NUL in a text, which is wrong only where that goes to; else ""
}

// addTexts is add of what is wrong with the texts of a field that is decoded from them.
func (w *wrongFields) addTexts(name string, texts []string, problem string) {
	w.add(name, problem)
	if slices.ContainsFunc(texts, func(text string) bool { return strings.IndexByte(text, 0) >= 0 }) {
		w.sawNUL(name)
	}
}

func (w *wrongFields) sawNUL(name string) { w.nul = cmp.Or(w.nul, name) }

// add records a problem of a field; the first one of a field stays. An empty problem is none.
func (w *wrongFields) add(name, problem string) {
	if problem == "" || w.full() {
		return
	}
	if w.fields == nil {
		w.fields = map[string]string{}
	}
	if _, known := w.fields[name]; !known {
		w.fields[name] = problem
	}
}

func (w *wrongFields) full() bool { return len(w.fields) >= maxWrong }

// merge adds problems that were found in what was decoded. Below a value that is wrong itself nothing was.
func (w *wrongFields) merge(problems map[string]string) {
	if len(problems) == 0 { // as of most requests
		return
	}
	for _, name := range slices.Sorted(maps.Keys(problems)) {
		if !w.within(name) {
			w.add(name, problems[name])
		}
	}
}

// within reports whether something that name is in is wrong: "items.0" of "items.0.qty".
func (w *wrongFields) within(name string) bool {
	for at := strings.LastIndexByte(name, '.'); at > 0; at = strings.LastIndexByte(name[:at], '.') {
		if _, wrong := w.fields[name[:at]]; wrong {
			return true
		}
	}
	return false
}

// err returns the 400 that names all wrong fields, nil when there are none.
func (w *wrongFields) err() error {
	if w.fields == nil {
		return nil
	}
	return &Error{Status: http.StatusBadRequest, Detail: "the request has wrong fields", Fields: w.fields}
}
