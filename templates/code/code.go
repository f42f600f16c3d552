// Package code is the node type Code: it calls a Go function that people wrote.
//
// It is imported by templates/all only.
package code

import (
	"net/http"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "code",
	Title: "Code",
	Face: templates.Face{Group: templates.GroupLogic, Icon: []string{
		"M7.5 7l-5 5 5 5",
		"M16.5 7l5 5-5 5",
		"M13.7 4.5l-3.4 15",
	}, Says: says},
	Docs: templates.DocsSpec{
		Also:  []string{"function", "script"},
		Words: []string{"go", "javascript", "python", "transform", "verify", "signature", "hmac"},
	},
	Doc: "Calls a Go function. It is in the workflows' own folder, a method of that package's type Code, or " +
		"in another package. A function that takes the request of a Webhook verifies its sender. An error or " +
		"a panic fails the node; error.message, and what callers learn, is the detail of runtime.Fail.",
	Fails: true, Passing: true,
	Fields: []templates.Field{
		{Name: "codeFunction", Shape: templates.Func, Required: true,
			Doc: "The function: price, Code.price, example.com/shop/tax.Rate, or webhook.GitHub for one of runtime/webhook."},
		{Name: "codeInput", Shape: templates.Inputs,
			Doc: "The input: name -> value, one for each field of the input struct, by its name in JSON. " +
				"What goes in may come out: passwords, secrets and what a caller sent keep their labels " +
				"behind the node, except in a bool. The tag `flowc:\"password\"` (or secret, hash, token, " +
				"caller, data) on a field of the input struct declares that the function does not pass it " +
				"on; on a field of the output struct, that the field has this label. An identity that a " +
				"function returns is trusted."},
		{Name: "codeGuard", Shape: templates.Bool, Default: "false",
			Doc: "The function authenticates the caller, and returns runtime.Reject to refuse them. What " +
				"follows `out` is protected."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "What the function returned, field by field. It carries the labels of all input: " +
			"see codeInput.",
			Of:    yielded,
			Guard: func(p templates.Pass) bool { return p.Function("codeFunction").Verifies || p.Bool("codeGuard") }},
		{Name: "invalid", Class: templates.Unknown, Refuses: "rejection", Undecoded: true, Unwired: templates.Fails, Fields: templates.Refusal, When: templates.Is("codeGuard", "false"),
			Reply: templates.ReasonOf(http.StatusUnauthorized),
			Doc: "The function returned runtime.Reject: status 401 and the reason. Without an edge, the " +
				"caller gets just that."},
		{Name: "invalid", Class: templates.Unknown, Refuses: "rejection", Undecoded: true, Required: true, Fields: templates.Refusal, When: templates.Is("codeGuard", "true"),
			Reply: templates.ReasonOf(http.StatusUnauthorized),
			Doc:   "The function refused the caller: status 401 and the reason."},
		{Name: "replayed", Unwired: templates.Fails, Status: http.StatusOK, Undecoded: true, Never: neverReplayed, When: templates.Is("codeGuard", "false"),
			Doc: "The function returned runtime.Replayed: this delivery was answered 2xx before. Without an " +
				"edge the sender gets a 200, and no node runs.",
			Guard: func(p templates.Pass) bool { return p.Function("codeFunction").Verifies }},
	},
	Needs:  templates.NeedsSpec{Variables: variables, Opens: opens, Engines: engines},
	Crypto: templates.CryptoSpec{Signing: signing},
	Effect: templates.EffectSpec{
		Touches: func(p templates.Pass) []string { return []string{p.Text("codeFunction") + "()"} },
	},
	Guard: templates.GuardSpec{Strengths: strengths},
	Check: check,
	Emit:  emit,
}

func emit(s templates.Step) {
	fn := s.Function("codeFunction")
	share(s, fn)
	if hides(s) {
		s.Add(s.Exec().Dot("Hide").Call())
	}
	var result []*jen.Statement
	if returns(fn) {
		result = append(result, s.Result(s.GoType(fn.Out), false))
	}
	if !s.Wired("invalid") && !s.Wired("replayed") {
		s.Call(call(s, fn), result...)
		return
	}
	s.CallElse(call(s, fn), append(otherwise(s), s.Leave(jen.Err())), result...)
}

// otherwise are the statements for an error that is one of the node's outputs.
func otherwise(s templates.Step) []jen.Code {
	var statements []jen.Code
	if s.Wired("replayed") {
		is := s.Exec().Dot("Replayed").Call(jen.Err())
		statements = append(statements, jen.If(is).Block(s.Branch("replayed")...))
	}
	if s.Wired("invalid") {
		rejected := s.Exec().Dot("Rejected").Call(jen.Err())
		is := rejected.Clone().Op("!=").Nil()
		statements = append(statements, s.Refused("invalid", jen.Op("*").Qual(templates.Runtime, "Rejection"), rejected, is))
	}
	return statements
}

func returns(fn templates.Function) bool { return len(fn.Out.Fields) > 0 || fn.Out.Go != "" }

// call is rt.CallWith(x, price, priceIn{…}). A verifier is called as it is: nothing in the workflow could handle a
// panic of it, and it returns nothing to log.
func call(s templates.Step, fn templates.Function) *jen.Statement {
	var input []jen.Code
	if fn.In.Kind == types.Object {
		input = append(input, s.Argument("codeFunction", "codeInput"))
	}
	callee := s.Callee("codeFunction")
	if fn.Verifies {
		request := "Webhook"
		if fn.Package == templates.Webhook { // it keeps nothing of the request
			request = "Signed"
		}
		return callee.Call(append([]jen.Code{s.Exec().Dot("Context").Call(), s.Exec().Dot(request).Call()}, input...)...)
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
