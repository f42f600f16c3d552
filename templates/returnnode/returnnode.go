// Package returnnode is the node type Return: it ends a workflow that others call.
//
// It is imported by templates/all only.
package returnnode

import (
	"fmt"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "return",
	Title: "Return",
	Face: templates.Face{Group: templates.GroupAnswer, Icon: []string{
		"M20 4.5v6.2a4 4 0 0 1-4 4H4",
		"M8.3 10.4L4 14.7 8.3 19",
	}},
	Docs: templates.DocsSpec{Words: []string{"end", "output"}},
	Doc: "Ends a workflow that begins with a Subflow. The Call continues at the output that is named here. " +
		"Returns with the same name carry the same values.",
	Answer: templates.AnswerSpec{
		Ends: true,
		Born: func(n templates.New) map[string]any { return map[string]any{"returnOutput": n.Output} },
	},
	Reuse: &templates.Reuse{Output: "returnOutput", Values: "returnValues"},
	Fields: []templates.Field{
		{Name: "returnOutput", Shape: templates.Text, Required: true, Doc: "The output of the Call: `found`, `invalid`."},
		{Name: "returnValues", Shape: templates.Object, Noun: "values", Suffix: "Values",
			Doc: "What the output carries: names and their values, any JSON with placeholders."},
	},
	Check: check,
	Emit:  func(s templates.Step) { s.Return(s.Text("returnOutput"), "returnValues") },
}

func check(p templates.Pass) {
	if name := p.Text("returnOutput"); p.Given("returnOutput") && !templates.IsOutput(name) {
		p.Report(templates.Problem{
			Code: diag.FC203, Field: "returnOutput", Message: fmt.Sprintf("%q is no name for an output", name),
			Hint: "begin it with a letter, and go on with letters, digits, \"_\" and \"-\"",
		})
	}
}
