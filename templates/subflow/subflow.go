// Package subflow is the node type Subflow: the entry point of a workflow that others of its folder call.
//
// It is imported by templates/all only.
package subflow

import (
	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "subflow",
	Title: "Subflow",
	Face: templates.Face{Group: templates.GroupEntry, Icon: []string{
		"M6.5 3.5h11a3 3 0 0 1 3 3v11a3 3 0 0 1 -3 3h-11a3 3 0 0 1 -3 -3v-11a3 3 0 0 1 3 -3",
		"M9.75 9.25h4.5a1.25 1.25 0 0 1 1.25 1.25v3a1.25 1.25 0 0 1 -1.25 1.25h-4.5a1.25 1.25 0 0 1 -1.25 -1.25v-3a1.25 1.25 0 0 1 1.25 -1.25",
		"M3.5 12h5",
		"M15.5 12h5",
	}},
	Docs: templates.DocsSpec{
		Also:  []string{"executeWorkflowTrigger", "subworkflow"},
		Words: []string{"module", "function"},
	},
	Doc: "Begins a workflow that others of the folder call, with a Call. It is the only entry point of its " +
		"workflow, and every path ends at a Return. The workflow is checked once, for all Calls together.",
	Entry: &templates.EntrySpec{}, Reuse: &templates.Reuse{Called: true},
	Fields: []templates.Field{
		{Name: "subflowFields", Shape: templates.Fields, Apart: true,
			Doc: "The input: name -> type, required, validate, sensitive, description. A field may be null " +
				"where a Call gives it null, unless it is required. It carries the labels of what all Calls " +
				"give it."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "The fields.", Of: templates.Pass.EntryType},
	},
	Check: check,
	Emit:  func(s templates.Step) { s.Begin("subflowFields") },
}

func check(p templates.Pass) { templates.CheckFields(p, "subflowFields", "POST", "/") }
