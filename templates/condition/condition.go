// Package condition is the node type Condition: it chooses one of two ways.
//
// It is imported by templates/all only.
package condition

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "condition",
	Title: "Condition",
	Face: templates.Face{Group: templates.GroupLogic, Icon: []string{
		"M3 12h4c4.8 0 3.4-6 8.2-6h5.3",
		"M7 12c4.8 0 3.4 6 8.2 6h5.3",
		"M17.7 3.2L20.5 6l-2.8 2.8",
		"M17.7 15.2l2.8 2.8-2.8 2.8",
	}},
	Docs: templates.DocsSpec{Also: []string{"if", "branch"}, Words: []string{"filter", "else", "boolean"}},
	Doc:  "Chooses one of two paths. Each path knows what the condition says about null: has(x), x != null.",
	Fields: []templates.Field{
		{Name: "conditionExpression", Shape: templates.Cond, Required: true, Doc: "An expression of type bool; braces are optional."},
	},
	Outputs: []templates.Output{
		{Name: "true", Required: true, Proves: "conditionExpression", Outcome: true, Guard: wantsKey,
			Doc: "The condition holds. It is a guard where that needs a key: `env.KEY == or(request.headers[\"x-key\"], \"\")`, or " +
				"`hmacSha256(env.KEY, x)` in place of the variable, alone or joined by &&; env.KEY is no PUBLIC_ variable, and " +
				"the other side is a whole value of the request, or all of one behind a fixed prefix: `substring(h, 7)`."},
		{Name: "false", Required: true, Doc: "The condition does not hold.", Proves: "conditionExpression"},
	},
	Equal: true,
	Emit:  emit,
}

// wantsKey reports whether the condition holds only for callers who have sent a key of the environment.
func wantsKey(p templates.Pass) bool { return p.Proof("conditionExpression") }

func emit(s templates.Step) {
	holds := s.Exec().Dot("LogIf").Call(s.Input("conditionExpression"))
	switch {
	case !s.Differs("true") && !s.Differs("false"):
		s.Add(jen.Comment("Both outputs lead on alike."), holds)
	case s.Straight() == "false":
		s.Early(holds, "true")
	default:
		s.Early(jen.Op("!").Add(holds), "false")
	}
}
