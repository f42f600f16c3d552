package assist

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Statement is the statement of a node as it runs.
type Statement struct {
	Text       string // with parameters $1, $2, …
	Database   string // the variable of its database
	Parameters []Parameter
	Columns    []ResultColumn
	Refused    string // why it is no SELECT that can be tried, or ""
}

// Parameter is a value that a Statement is sent with, the first one as $1.
type Parameter struct {
	Ref    string     `json:"ref"` // as the statement writes it between braces
	Of     types.Type `json:"-"`
	Type   string     `json:"type"`
	Hidden bool       `json:"hidden"` // its labels keep it out of logs
}

// ResultColumn is a column of a Statement's result.
type ResultColumn struct {
	Name   string
	Hidden bool // its labels keep it out of logs
}

// Statement returns the statement of a node, with the labels that its columns have on any path to it.
func (d *Draft) Statement(node string) Statement {
	var found Statement
	for _, step := range d.steps(node) {
		q, values := step.Query()
		columns := ir.NewPass(step).Query("").Columns
		if found.Text == "" {
			found = Statement{Text: q.Text, Database: facts.Database(step), Refused: whyNoSelect(q)}
			for i, v := range values {
				if q.Sends(i + 1) {
					hidden := v.Type.AllLabels().Has(types.Masked)
					found.Parameters = append(found.Parameters, Parameter{writtenIn(step, i), v.Type, v.Type.String(), hidden})
				}
			}
			for _, c := range columns {
				found.Columns = append(found.Columns, ResultColumn{Name: c.Name})
			}
		}
		for i, c := range columns {
			found.Columns[i].Hidden = found.Columns[i].Hidden || c.Type.AllLabels().Has(types.Masked)
		}
	}
	if found.Text == "" {
		found.Refused = "it has mistakes, or no entry leads to it yet"
	}
	return found
}

// steps are those of a node that has a statement, one for each path on which it means something else.
func (d *Draft) steps(node string) (list []*ir.Step) {
	if d.Workflow == nil {
		return nil
	}
	for _, flow := range d.Workflow.Flows {
		for _, step := range flow.Steps {
			if q, _ := step.Query(); step.Node.ID.Value == node && q.Known && q.Statement != nil {
				list = append(list, step)
			}
		}
	}
	return list
}

// whyNoSelect says why a statement is none that only reads.
func whyNoSelect(q templates.SQL) string {
	s := q.Statement
	writes := slices.ContainsFunc(q.Tables, func(t templates.Table) bool { return t.Writes })
	switch {
	case q.Writes || q.Repeats || writes || s.Writes || len(s.Changes)+len(s.Moves) > 0:
		return "it changes rows, and only a SELECT can be tried"
	case !q.ReturnsRows || len(q.Columns) == 0:
		return "it gives no rows, and only a SELECT can be tried"
	case q.Partial:
		return "the columns of its result are not known: name them one by one"
	}
	return ""
}

// writtenIn is placeholder i of a step's statement, as the document writes it.
func writtenIn(step *ir.Step, i int) string {
	text := step.Node.Shaped(templates.Query).Tree.Text
	for _, p := range text.Parts {
		written, is := strings.CutPrefix(text.Text[p.Start:p.End], "{{")
		if !is {
			continue
		}
		if i == 0 {
			return strings.TrimSpace(strings.TrimSuffix(written, "}}"))
		}
		i--
	}
	return ""
}
