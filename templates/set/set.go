// Package set is the node type Set: it gives names to values.
//
// It is imported by templates/all only.
package set

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "set",
	Title: "Set",
	Face: templates.Face{Group: templates.GroupLogic, Icon: []string{
		"M5.2 8.4a0.6 0.6 0 1 0 0 1.2a0.6 0.6 0 1 0 0 -1.2",
		"M5.2 14.4a0.6 0.6 0 1 0 0 1.2a0.6 0.6 0 1 0 0 -1.2",
		"M10 9h10.5",
		"M10 15h10.5",
	}},
	Docs: templates.DocsSpec{
		Also:  []string{"editFields", "variables"},
		Words: []string{"map", "assign", "merge", "join"},
	},
	Doc: "Gives names to values, for nodes further on. What a join must carry is named here.",
	Fields: []templates.Field{
		{Name: "setValues", Shape: templates.Object, Noun: "values", Required: true, Doc: "Names and their values: any JSON with placeholders."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "The values by name.", Of: func(p templates.Pass) types.Type { return p.Type("setValues") }},
	},
	Emit: emit,
}

func emit(s templates.Step) {
	values := jen.Qual(templates.Runtime, "Set").Call(s.Exec(), s.Input("setValues"))
	s.Let(s.Result(s.Struct(s.Type("setValues"), "values"), false), values)
}
