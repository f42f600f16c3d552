// Package call is the node type Call: it calls another workflow of the folder.
//
// It is imported by templates/all only.
package call

import (
	"fmt"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "call",
	Title: "Call",
	Face: templates.Face{Group: templates.GroupLogic, Icon: []string{
		"M5 3.75h4.5a1.5 1.5 0 0 1 1.5 1.5v3.5a1.5 1.5 0 0 1 -1.5 1.5h-4.5a1.5 1.5 0 0 1 -1.5 -1.5v-3.5a1.5 1.5 0 0 1 1.5 -1.5",
		"M14.5 13.75h4.5a1.5 1.5 0 0 1 1.5 1.5v3.5a1.5 1.5 0 0 1 -1.5 1.5h-4.5a1.5 1.5 0 0 1 -1.5 -1.5v-3.5a1.5 1.5 0 0 1 1.5 -1.5",
		"M7.25 10.25V14a3 3 0 0 0 3 3H13",
	}},
	Docs: templates.DocsSpec{
		Also:  []string{"executeWorkflow", "callWorkflow"},
		Words: []string{"workflow", "subflow"},
		Further: "One output for each name among the workflow's Returns, with their values. All must be " +
			"connected. One named `invalid`, `forbidden` or `limited` leads to no answer of success (FC305).",
	},
	Doc: "Calls another workflow of the folder, which begins with a Subflow. It continues at the output that " +
		"the Return names. What the workflow does counts here: its guards protect what follows, its effects " +
		"need protection, and it takes part in a transaction.",
	Fails: true, Passing: true, Equal: true,
	Reuse: &templates.Reuse{Calls: "callWorkflow", Handing: "callInput"},
	Fields: []templates.Field{
		{Name: "callWorkflow", Shape: templates.Stem, Required: true, Doc: "The workflow: the name of its file, without .flow.json."},
		{Name: "callInput", Shape: templates.Inputs, Doc: "The input: name -> value, one for each field of " +
			"the Subflow. A field that is not required may get null."},
	},
	Further: further,
	Check:   check,
	Emit:    emit,
}

// further are the names of the workflow's Returns.
func further(p templates.Pass) ([]templates.Output, bool) {
	called := p.Subflow()
	var outputs []templates.Output
	for _, r := range called.Returns {
		outputs = append(outputs, templates.Output{
			Name: r.Output, Class: templates.ClassOf(r.Output), Required: r.Output != "out", Doc: fmt.Sprintf("The workflow returned %q.", r.Output),
			Of:    func(p templates.Pass) types.Type { return p.Subflow().Return(r.Output).Type },
			Guard: func(p templates.Pass) bool { return p.Subflow().Return(r.Output).Guards },
		})
	}
	return outputs, called.Known
}

// check holds the names of the input against the fields of the workflow that is called.
func check(p templates.Pass) {
	called := p.Subflow()
	if !called.Known || called.In.Kind == types.Unknown {
		return
	}
	templates.Handing{
		To: fmt.Sprintf("workflow %q", called.Name), Field: "callInput", Callee: "callWorkflow", None: "the workflow", Fields: called.In.Fields,
		Needs: func(types.Field) bool { return true }, Add: missingHint,
	}.Check(p)
}

func missingHint(f types.Field) string {
	hint := fmt.Sprintf("add %q, of type %s, to \"callInput\"", f.Name, f.Type.NotNull())
	if f.Optional {
		hint += ", or null"
	}
	return hint
}

func emit(s templates.Step) {
	call, typ := s.Invoke("callInput")
	if typ == nil {
		s.Call(call)
		return
	}
	early := slices.DeleteFunc(slices.Clone(s.Subflow().Returns), func(r templates.Return) bool { return !s.Differs(r.Output) })
	result := s.Result(typ, s.Subflow().Several && len(early) > 0)
	s.Call(call, result)
	taken := result.Clone().Dot("output")
	if len(early) == 1 {
		s.Early(taken.Op("==").Add(s.OutputOf(early[0].Output)), early[0].Output)
		return
	}
	var cases []jen.Code
	for _, r := range early {
		cases = append(cases, jen.Case(s.OutputOf(r.Output)).Block(s.Branch(r.Output)...))
	}
	if len(cases) > 0 {
		s.Add(jen.Switch(taken).Block(cases...))
	}
}
