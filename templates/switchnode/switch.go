// Package switchnode is the node type Switch: it chooses one of several ways.
//
// It is imported by templates/all only.
package switchnode

import (
	"strconv"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// rest is the output of what is none of the cases.
const rest = "default"

// Template is the node type.
var Template = templates.Template{
	Type:  "switch",
	Title: "Switch",
	Face: templates.Face{Group: templates.GroupLogic, Icon: []string{
		"M3 12h14",
		"M6 12c4.2 0 3-6.5 7.5-6.5H17",
		"M6 12c4.2 0 3 6.5 7.5 6.5H17",
		"M19 3.75a1.75 1.75 0 1 0 0 3.5a1.75 1.75 0 1 0 0 -3.5",
		"M19 10.25a1.75 1.75 0 1 0 0 3.5a1.75 1.75 0 1 0 0 -3.5",
		"M19 16.75a1.75 1.75 0 1 0 0 3.5a1.75 1.75 0 1 0 0 -3.5",
	}},
	Docs: templates.DocsSpec{
		Words:   []string{"case", "if", "router", "match"},
		Further: "One output for each of switchCases, named as the case is written. All of them must be connected.",
	},
	Doc: "Chooses one of several paths by a value. Below a case the value is known to be present. Null is " +
		"none of the cases; a number or bool that arrives as another kind of JSON is a failure.",
	Fields: []templates.Field{
		{Name: "switchOn", Shape: templates.Bare, Required: true, Like: "switchCases", Doc: "An expression of type string, int or bool; braces are optional."},
		{Name: "switchCases", Shape: templates.Cases, Required: true,
			Doc: "The cases, each once: texts, whole numbers, or true and false. A text has letters, digits, " +
				"`_`, `.` and `-`, and is neither `default` nor `out`."},
	},
	Further: cases,
	Outputs: []templates.Output{
		{Name: rest, Required: true, Rest: "switchOn",
			Doc: "The value is none of the cases. It does not exist where nothing is left over: for a bool, " +
				"or a field that `validate` restricts to oneof."},
	},
	Equal: true,
	Emit:  emit,
}

func cases(p templates.Pass) (outputs []templates.Output, known bool) {
	for _, c := range p.Cases("switchCases") {
		outputs = append(outputs, templates.Output{Name: c.Text, Required: true, Doc: "The value is " + c.Text + ".", Proves: "switchOn", Case: &c})
	}
	return outputs, len(outputs) > 0
}

func emit(s templates.Step) {
	var ways []jen.Code
	for _, c := range s.Cases("switchCases") {
		ways = append(ways, jen.Case(literal(c, boxed(s))).Block(way(s, c.Text)...))
	}
	if s.Has(rest) {
		ways = append(ways, jen.Default().Block(way(s, rest)...))
	}
	s.Add(jen.Switch(chosen(s)).Block(ways...))
}

// boxed reports whether the value may be null, so that Go compares it as any.
func boxed(s templates.Step) bool { return s.Type("switchOn").Nullable }

// chosen is the value, which the debug log shows where it is nobody's secret.
func chosen(s templates.Step) *jen.Statement {
	value := s.Input("switchOn")
	if boxed(s) {
		value = jen.Qual(templates.Functions, "OrNull").Call(value)
	}
	if len(s.Labelled("switchOn")) > 0 {
		return value
	}
	return jen.Qual(templates.Runtime, "LogSwitch").Call(s.Exec(), value)
}

// way returns the statements that follow an output; for the one that continues below, the one that logs it.
func way(s templates.Step, output string) []jen.Code {
	took := []jen.Code{s.Exec().Dot("LogOutput").Call(jen.Lit(output))}
	if s.Differs(output) {
		return append(took, s.Branch(output)...)
	}
	return took
}

// literal is a case in Go.
func literal(c templates.Case, boxed bool) *jen.Statement {
	switch c.Kind {
	case types.Int:
		n, _ := strconv.ParseInt(c.Text, 10, 64) // ir has checked it
		if boxed {
			return jen.Int64().Parens(jen.Lit(int(n)))
		}
		return jen.Lit(int(n))
	case types.Bool:
		return jen.Lit(c.Text == "true")
	}
	return jen.Lit(c.Text)
}
