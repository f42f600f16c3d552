package diag

import (
	"fmt"
	"io"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// WriteJSON prints l, sorted, as one JSON array, for editors and a canvas. All keys are always there:
// lines and columns count from 1 and code points (0 where the problem belongs to no file),
// offsets count bytes from 0.
func WriteJSON(w io.Writer, l List) error {
	all := make([]jsonDiagnostic, 0, len(l))
	for _, d := range l.Sorted() {
		j := jsonDiagnostic{
			Code: d.Code.Name, Slug: d.Code.Slug, Severity: d.Severity().String(), Message: d.Message, jsonPlace: newJSONPlace(d.File, d.Span),
			Node: d.Node, Output: d.Output, Hint: d.Hint, Related: make([]jsonRelated, 0, len(d.Related)),
		}
		for _, r := range d.Related {
			j.Related = append(j.Related, jsonRelated{r.Message, newJSONPlace(r.File, r.Span)})
		}
		all = append(all, j)
	}
	// A file name may be any bytes; invalid ones become U+FFFD.
	if err := json.MarshalWrite(w, all, jsontext.WithIndent("  "), jsontext.AllowInvalidUTF8(true)); err != nil {
		return fmt.Errorf("write diagnostics as JSON: %w", err)
	}
	if _, err := io.WriteString(w, "\n"); err != nil {
		return fmt.Errorf("write diagnostics as JSON: %w", err)
	}
	return nil
}

type jsonDiagnostic struct {
	Code      string `json:"code"`
	Slug      string `json:"slug"`
	Severity  string `json:"severity"`
	Message   string `json:"message"`
	jsonPlace `json:",inline"`
	Node      string        `json:"node"`
	Output    string        `json:"output"`
	Hint      string        `json:"hint"`
	Related   []jsonRelated `json:"related"`
}

type jsonRelated struct {
	Message   string `json:"message"`
	jsonPlace `json:",inline"`
}

type jsonPlace struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Offset    int    `json:"offset"`
	EndOffset int    `json:"endOffset"`
	Pointer   string `json:"pointer"`
}

func newJSONPlace(f *File, s Span) jsonPlace {
	if f == nil {
		return jsonPlace{}
	}
	p := jsonPlace{File: f.Name, Offset: s.Start, EndOffset: s.End, Pointer: f.Pointer(s.Start)}
	p.Line, p.Column = f.Position(s.Start)
	p.EndLine, p.EndColumn = f.Position(s.End)
	return p
}
