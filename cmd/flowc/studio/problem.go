package studio

import (
	"cmp"
	"path/filepath"
	"strings"
	"unicode/utf16"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// problem is a diagnostic as the page shows it.
type problem struct {
	Code     string `json:"code"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	Hint     string `json:"hint"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Column   int    `json:"column"`
	Workflow string `json:"workflow"` // as in workflowView.Key, or ""
	Node     string `json:"node"`     // its id
	Output   string `json:"output"`
	Loose    bool   `json:"loose"`   // the output must be connected
	Mends    bool   `json:"mends"`   // flowc fix fixes it
	Does     string `json:"does"`    // what the fix does: "Use number", or ""
	Mend     string `json:"mend"`    // the name of the fix, or ""
	Pointer  string `json:"pointer"` // of the value (RFC 6901), or ""
	Field    string `json:"field"`   // of the node that the value is in or that is missing, or ""
	Wire     int    `json:"wire"`    // which of the document's edges it is about; -1 for none
	Start    int    `json:"start"`   // of the string at Pointer, in UTF-16 units; both 0 are all of it
	End      int    `json:"end"`
}

func newProblem(d diag.Diagnostic) problem {
	p := problem{
		Code: d.Code.Name, Severity: d.Severity().String(), Message: d.Message, Hint: d.Hint, Node: d.Node, Output: d.Output, Wire: -1,
		Loose: assist.Unconnected(d), Mends: len(d.Fix) > 0, Mend: assist.FixID(d), Does: assist.FixName(d), Field: d.Missing,
	}
	if d.File != nil {
		p.File = d.File.Name
		p.Line, p.Column = d.File.Position(d.Span.Start)
		if stem, ok := strings.CutSuffix(d.File.Name, project.DocumentSuffix); ok {
			p.Workflow = filepath.ToSlash(stem)
		}
	}
	return p
}

// placedProblems are what lint has found on disk, with their places where those are in documents.
func placedProblems(found diag.List) []problem {
	var list []problem
	roots := map[*diag.File]*schema.Value{}
	for _, d := range found {
		p := newProblem(d)
		if p.Workflow != "" {
			if _, read := roots[d.File]; !read {
				roots[d.File], _ = schema.ReadJSON(string(d.File.Src)) // nil of what is no JSON, which has no places
			}
			p = p.placed(assist.At(d.File, roots[d.File], d.Span))
		}
		list = append(list, p)
	}
	return list
}

// placed adds where in the document a diagnostic is, by what is there.
func (p problem) placed(at assist.Place) problem {
	p.Pointer, p.Field, p.Wire = at.Pointer, cmp.Or(p.Field, at.Field), at.Wire
	p.Start, p.End = units(at.Text, at.Start), units(at.Text, at.End)
	return p
}

// units counts the UTF-16 units of the first bytes of a text, as a page counts.
func units(text string, bytes int) int {
	n := 0
	for _, r := range text[:bytes] {
		n += utf16.RuneLen(r)
	}
	return n
}

// bytesOf is the inverse of units: a place inside of a pair of surrogates is that behind it.
func bytesOf(text string, units int) int {
	for i, r := range text {
		if units <= 0 {
			return i
		}
		units -= utf16.RuneLen(r)
	}
	return len(text)
}
