// Package trycatch is the node type Try/Catch: what fails in its region goes its own way.
//
// It is imported by templates/all only.
package trycatch

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// The fields that the ends of either side are asked for.
var (
	tried = templates.Field{
		Name: "tryYield", Shape: templates.Object, Suffix: "Yield", Noun: "values",
		Doc: "Names and their values, any JSON with placeholders, evaluated wherever try ends. `done` " +
			"carries them; catchYield has the same names.",
	}
	caught = templates.Field{
		Name: "catchYield", Shape: templates.Object, Suffix: "CatchYield", Noun: "values",
		Doc: "The same names, with their values wherever catch ends. Without an edge at catch, they apply " +
			"once try has failed. A name may be null where it is null on one side; `[]` is an empty list of " +
			"what the other side has.",
	}
)

// Template is the node type.
var Template = templates.Template{
	Type:  "tryCatch",
	Title: "Try/Catch",
	Face: templates.Face{Group: templates.GroupLogic, Icon: []string{
		"M12 3.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0 -17",
		"M12 8.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0 -7",
		"M6 6l3.5 3.5",
		"M18 6l-3.5 3.5",
		"M6 18l3.5-3.5",
		"M18 18l-3.5-3.5",
	}},
	Docs: templates.DocsSpec{Also: []string{"try", "catch"}, Words: []string{"error", "fallback"}},
	Doc: "Protects its region: a failure there continues at `catch` instead of ending the request. Below " +
		"catch, `error` has message, node and status: which node failed, and how, as callers may know it. " +
		"The log has the rest.",
	Region: templates.RegionSpec{
		Swallows:  true,
		Does:      "runs the nodes that %s protects",
		Suffix:    "Try",
		AtEnd:     end(&tried),
		AtHandled: end(&caught),
	},
	Fields: []templates.Field{tried, caught},
	Outputs: []templates.Output{
		{Name: "try", Required: true, Role: templates.Try, Doc: "The region that is protected."},
		{Name: "catch", Role: templates.Handler, Reply: templates.Reply{Status: http.StatusBadGateway, Body: `{"error": "{{error.message}}"}`},
			Doc: "What follows a failure. Without an edge, the failure is logged and ignored. " + templates.OwnTime},
		{Name: "done", Role: templates.Done, Of: templates.Pass.Yielded,
			Doc: "What follows the end of try and of catch. It has the names of tryYield and catchYield."},
	},
	Check: check,
	Emit:  emit,
}

// end is what the ends of a side run, which yield a field.
func end(f *templates.Field) *templates.Template {
	return &templates.Template{
		Type: "tryCatch", Title: "Try/Catch", Doc: "What the Try/Catch yields.", Fields: []templates.Field{*f},
		Outputs: []templates.Output{{Name: "out", Doc: "Always."}},
		Emit:    func(s templates.Step) { s.EndWith(f.Name, f.Noun) },
	}
}

// check wants the same names on both sides.
func check(p templates.Pass) {
	for _, side := range [][2]string{{tried.Name, caught.Name}, {caught.Name, tried.Name}} {
		given, other := side[0], side[1]
		switch {
		case !p.Given(given):
		case !p.Given(other):
			p.Report(templates.Problem{
				Code: diag.FC201, Field: given, Message: fmt.Sprintf("%q is nothing without %q: a Try/Catch yields the same names whether it fails or not", given, other),
				Hint: fmt.Sprintf("add %q with the same names", other),
			})
		default:
			missing(p, given, other)
		}
	}
}

// missing reports names that are given on one side only.
func missing(p templates.Pass, given, other string) {
	for _, name := range p.Keys(given) {
		if !slices.Contains(p.Keys(other), name) {
			p.Report(templates.Problem{
				Code: diag.FC201, Field: other, Message: fmt.Sprintf("%q needs the name %q, which %q has", other, name, given),
				Hint: fmt.Sprintf("add it, null where there is none: %q: null", name),
			})
		}
	}
}

func emit(s templates.Step) {
	call, vars := s.Protected()
	caught := s.Exec().Dot("Caught").Call(jen.Lit(s.Node()), jen.Err())
	handle := s.Handle()
	if !s.Wired("catch") {
		caught = s.Exec().Dot("Swallowed").Call(jen.Lit(s.Node()), jen.Err()).Comment("catch is not wired")
	}
	handle = append(append(s.Uncaught(), caught), handle...)
	s.CallElse(call, handle, vars...)
	s.Answered()
}
