package expr

import (
	"go/constant"
	"regexp"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// textFunctions look into texts and make new ones.
var textFunctions = []Function{
	{
		Name: "contains", Doc: "whether a text holds another, or a list an element",
		Params: []Param{param("in", types.String, types.List, types.Any), param("x")}, Result: types.Of(types.Bool),
		rule: containsRule, emit: emitContains,
	},
	{
		Name: "startsWith", Doc: "whether `text` begins with `prefix`",
		Params: []Param{param("text", types.String), param("prefix", types.String)}, Result: types.Of(types.Bool),
		emit: plain("strings", "HasPrefix"),
	},
	{
		Name: "endsWith", Doc: "whether `text` ends with `suffix`",
		Params: []Param{param("text", types.String), param("suffix", types.String)}, Result: types.Of(types.Bool),
		emit: plain("strings", "HasSuffix"),
	},
	{
		Name: "matches", Doc: "whether the regular expression `pattern` ([RE2](https://github.com/google/re2/wiki/Syntax)) matches in `text`",
		Params: []Param{param("text", types.String), {Name: "pattern", Kinds: []types.Kind{types.String}, Literal: true}}, Result: types.Of(types.Bool),
		rule: matchesRule, emit: emitMatches,
	},
	{
		Name: "lower", Doc: "`text` in small letters",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.String),
		emit: plain("strings", "ToLower"),
	},
	{
		Name: "upper", Doc: "`text` in capital letters",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.String),
		emit: plain("strings", "ToUpper"),
	},
	{
		Name: "trim", Doc: "`text` without white space at both ends",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.String),
		emit: plain("strings", "TrimSpace"),
	},
	{
		Name: "split", Doc: "the pieces of `text` between the occurrences of `separator`",
		Params: []Param{param("text", types.String), param("separator", types.String)}, Result: types.ListOf(types.Of(types.String)),
		emit: plain("strings", "Split"),
	},
	{
		Name: "join", Doc: "the texts of `list`, with `separator` between them",
		Params: []Param{param("list", types.List, types.Any), param("separator", types.String)}, Result: types.Of(types.String),
		rule: joinRule, emit: plain("strings", "Join"),
	},
	{
		Name: "replace", Doc: "`text` with each `old` replaced by `new`",
		Params: []Param{param("text", types.String), param("old", types.String), param("new", types.String)}, Result: types.Of(types.String),
		emit: plain("strings", "ReplaceAll"),
	},
}

// containsRule makes the second argument what the first one is made of.
func containsRule(c *checker, call *Expr) *Expr {
	in, x := call.Args[0], call.Args[1]
	place := quote(c.source(call))
	switch in.Type.Kind {
	case types.String, types.Any:
		call.Args[1] = c.operand(x, place, types.String)
	case types.List:
		return c.containsElement(call, place)
	}
	return call.unlessUnknown()
}

// containsElement checks contains of a list: only what Go compares with == can be looked for.
func (c *checker) containsElement(call *Expr, place string) *Expr {
	elem := *call.Args[0].Type.Elem
	switch {
	case elem.Kind == types.Any:
		call.Args[1] = c.operand(call.Args[1], place, types.String, types.Int, types.Float, types.Bool)
	case comparedAsAny(elem.Kind) && !elem.Nullable:
		call.Args[1] = c.operand(call.Args[1], place, elem.Kind)
	case elem.Kind != types.Unknown:
		message := place + ": want list of string, int, float, bool or any, got " + call.Args[0].Type.String()
		return c.mistake(call.Args[0], diag.FC206, message, "")
	}
	return call.unlessUnknown()
}

// unlessUnknown returns the call as one that can't be emitted where an argument is of unknown type.
func (e *Expr) unlessUnknown() *Expr {
	for _, arg := range e.Args {
		if arg.Type.Kind == types.Unknown {
			e.Op = OpBad
		}
	}
	return e
}

func matchesRule(c *checker, call *Expr) *Expr {
	pattern, ok := call.Args[1].Const()
	if !ok {
		return call.unlessUnknown()
	}
	if _, err := regexp.Compile(constant.StringVal(pattern)); err != nil {
		return c.mistake(call.Args[1], diag.FC203, quote(constant.StringVal(pattern))+" is not a regular expression: "+err.Error(), "")
	}
	return call.unlessUnknown()
}

func joinRule(c *checker, call *Expr) *Expr {
	list := call.Args[0]
	texts := c.convert(list, types.ListOf(types.Of(types.String)))
	if texts == nil {
		return c.mismatch(list, quote(c.source(call)), types.ListOf(types.Of(types.String)))
	}
	call.Args[0] = texts
	return call.unlessUnknown()
}
