// Package code is the node type Code: it calls a Go function that people wrote.
//
// It is imported by templates/all only.
package code

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "code",
	Title: "Code",
	Doc: "Calls a Go function: of the package in the workflows' own folder, a method of that package's type Code, or one of another package. " +
		"A function that takes the request of a Webhook verifies who sent it. An error or a panic is a failure of the node; what callers may " +
		"know of it, and error.message says, is the detail of runtime.Fail.",
	Fails: true, Passing: true,
	Fields: []templates.Field{
		{Name: "codeFunction", Shape: templates.Func, Required: true,
			Doc: "The function: price, Code.price, example.com/shop/tax.Rate, or webhook.GitHub for one of runtime/webhook."},
		{Name: "codeInput", Shape: templates.Inputs,
			Doc: "Its input: name -> value, one for each field of the input struct, under the name that JSON gives it."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "What the function returned, field by field.",
			Of:    func(p templates.Pass) types.Type { return p.Function("codeFunction").Out },
			Guard: func(p templates.Pass) bool { return p.Function("codeFunction").Verifies }},
		{Name: "invalid", Refuses: true, Unwired: templates.Fails, Fields: templates.Refusal,
			Doc: "The function returned runtime.Reject: status 401 and the reason. Without a wire the caller gets just that."},
	},
	Variables: variables,
	Opens:     opens,
	Touches:   func(p templates.Pass) []string { return []string{p.Text("codeFunction") + "()"} },
	Check:     check,
	Emit:      emit,
}

// variables is where a ready verifier remembers the ids of deliveries, when it is to refuse repeated ones.
func variables(p templates.Pass) []string {
	if remembers(p) {
		return []string{"STORAGE_URL"}
	}
	return nil
}

func opens(p templates.Pass) string {
	if remembers(p) {
		return templates.Storage
	}
	return ""
}

func remembers(p templates.Pass) bool {
	return strings.HasPrefix(p.Text("codeFunction"), "webhook.") && slices.Contains(p.Keys("codeInput"), "once")
}

func emit(s templates.Step) {
	fn := s.Function("codeFunction")
	var result []*jen.Statement
	if returns(fn) {
		result = append(result, s.Result(s.GoType(fn.Out), false))
	}
	if !s.Wired("invalid") {
		s.Call(call(s, fn), result...)
		return
	}
	s.CallElse(call(s, fn), []jen.Code{s.Rejected("invalid"), s.Leave(jen.Err())}, result...)
}

func returns(fn templates.Function) bool { return len(fn.Out.Fields) > 0 || fn.Out.Go != "" }

// call is rt.CallWith(x, price, priceIn{…}). A verifier is called as it is: nothing in the workflow could handle a panic
// of it, and it returns nothing to log.
func call(s templates.Step, fn templates.Function) *jen.Statement {
	var input []jen.Code
	if fn.In.Kind == types.Object {
		input = append(input, s.Argument("codeFunction", "codeInput"))
	}
	callee := s.Callee("codeFunction")
	if fn.Verifies {
		return callee.Call(append([]jen.Code{s.Exec().Dot("Context").Call(), s.Exec().Dot("Webhook").Call()}, input...)...)
	}
	name := "Run"
	if returns(fn) {
		name = "Call"
	}
	if len(input) > 0 {
		name += "With"
	}
	return jen.Qual(templates.Runtime, name).Call(append([]jen.Code{s.Exec(), callee}, input...)...)
}
