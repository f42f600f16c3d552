package serve

import (
	"net/http"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
)

// Form is a request of a route as a person fills it in, with an example. A text in it may hold the names of kept
// values: {{token}}.
type Form struct {
	Method  string  `json:"method"`
	Path    string  `json:"path"`
	Fields  []Blank `json:"fields"`
	Headers []Pair  `json:"headers"` // what shows who the caller is
	User    string  `json:"user"`    // name:password of basic authentication, "" for none
	Signed  bool    `json:"signed"`  // the service that calls it signs what it sends, and so does Filler
	Body    bool    `json:"body"`    // a request may have a body
	Free    *Free   `json:"free"`    // what is sent in place of the fields of the body; nil for those
}

// Blank is a field of a Form.
type Blank struct {
	Name     string  `json:"name"`
	In       string  `json:"in"` // path, query, header, cookie or body
	Type     string  `json:"type"`
	Required bool    `json:"required"`
	Hidden   bool    `json:"hidden"` // what stands here is not for everybody's eyes: a password
	Doc      string  `json:"doc"`
	Example  any     `json:"example"`        // of a file, the text that is in it
	File     *Upload `json:"file,omitempty"` // of a file, the one that is sent in place of the text; nil for none
}

// Upload is a file that a person has chosen.
type Upload struct {
	Name string `json:"name"`
	Type string `json:"type"` // its Content-Type, "" where that is not known
	Data []byte `json:"data"` // base64 in JSON
}

// Free is a body that is typed as text, in place of the fields of a Form, and headers beside it. The text is sent byte
// for byte; a header may hold the names of kept values.
type Free struct {
	Type    string `json:"type"` // its Content-Type, "" for none
	Text    string `json:"text"`
	Headers []Pair `json:"headers"`
}

// Pair is a header.
type Pair struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Form is how the route is called.
func (r Route) Form() Form {
	f := Form{Method: r.Method, Path: r.Path, Fields: []Blank{}, Headers: []Pair{}, Signed: r.sender != nil}
	f.Body = r.Flow.Entry.Route().TakesBody()
	inBody := func(in ir.Input) bool { return in.In == "body" }
	if r.Flow.Entry.Route().Hook && !slices.ContainsFunc(r.Flow.Inputs, inBody) {
		f.Free = &Free{Type: "application/json", Text: "{}", Headers: []Pair{}}
	}
	for _, in := range r.Flow.Inputs {
		f.Fields = append(f.Fields, r.blank(in))
	}
	words := shellWords(r.credentials)
	for i := 0; i+1 < len(words); i += 2 {
		value := shellVariable.ReplaceAllStringFunc(words[i+1], func(v string) string { return "{{" + keptName(v[1:]) + "}}" })
		name, text, header := strings.Cut(value, ": ")
		switch {
		case words[i] == "-u":
			f.User = value
		case header:
			f.Headers = append(f.Headers, Pair{name, text})
		}
	}
	return f
}

// CalledForm is how a workflow that others call is tried, behind an entry point at path.
func CalledForm(f *ir.Flow, path string) Form {
	form := Route{Flow: f}.Form()
	form.Method, form.Path, form.Body = http.MethodPost, path, false
	for i := range form.Fields {
		if form.Fields[i].In == "" {
			form.Fields[i].In = "body"
		}
	}
	return form
}

func (r Route) blank(in ir.Input) Blank {
	b := Blank{
		Name: in.Name, In: in.In, Type: in.Type.String(), Required: in.Required, Doc: in.Description,
		Hidden: in.Sensitive || in.Type.AllLabels().Has(types.Masked), Example: sample(in),
	}
	if in.Type.IsFile() {
		b.Type = fileType
	}
	if variable, taken := r.taken[in.Name]; taken && (in.In == "body" || in.In == "path") && !slices.Contains(r.brought, in.Name) {
		b.Example = "{{" + keptName(variable) + "}}"
	}
	return b
}

// keptName is the name under which the value of a shell variable is kept.
func keptName(variable string) string { return strings.ToLower(variable) }

// shellWords are the words of a line of shell, without its double quotes.
func shellWords(line string) []string {
	var words []string
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}
