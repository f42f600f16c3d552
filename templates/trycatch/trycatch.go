// Package trycatch is the node type Try/Catch: what fails in its region goes its own way.
//
// It is imported by templates/all only.
package trycatch

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "tryCatch",
	Title: "Try/Catch",
	Doc: "Protects what its output try leads to: a failure there goes on at catch instead of ending the request. " +
		"Below catch, `error` holds message (which node failed and how, as callers may know it: the log has the rest), node and status.",
	Swallows: true, Region: "what %s protects",
	Outputs: []templates.Output{
		{Name: "try", Required: true, Role: templates.Try, Doc: "What is protected."},
		{Name: "catch", Role: templates.Handler, Doc: "What follows a failure. Without a wire it is logged and passed over. " + templates.OwnTime},
		{Name: "done", Role: templates.Done, Doc: "What follows the end of try and of catch."},
	},
	Emit: emit,
}

func emit(s templates.Step) {
	call, vars := s.Protected()
	caught := s.Exec().Dot("Caught").Call(jen.Lit(s.Node()), jen.Err())
	handle := s.Handle()
	if handle == nil {
		caught = s.Exec().Dot("Swallowed").Call(jen.Lit(s.Node()), jen.Err()).Comment("catch is not wired")
	}
	handle = append(append(s.Uncaught(), caught), handle...)
	s.CallElse(call, handle, vars...)
	s.Answered()
}
