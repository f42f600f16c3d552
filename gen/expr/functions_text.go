package expr

import (
	"go/constant"
	"go/token"
	"regexp"

	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// textFunctions look into texts and make new ones.
var textFunctions = []Function{
	{
		Name: "contains", Pieces: true, Doc: "whether a text holds another, or a list an element. Of a claim that is not declared, an element: of a text, all of it; an absent one has none",
		Params: []Param{param("in", types.String, types.List, types.Any), param("x")}, Result: types.Of(types.Bool),
		rule: containsRule, emit: emitContains,
		Ways:    []trace.Way{trace.Compared, trace.Compared},
		Example: `contains("workflow", "flow")`, Is: `true`,
	},
	{
		Name: "startsWith", Pieces: true, Doc: "whether `text` begins with `prefix`",
		Params: []Param{param("text", types.String), param("prefix", types.String)}, Result: types.Of(types.Bool),
		emit:    plain("strings", "HasPrefix"),
		Ways:    []trace.Way{trace.Compared, trace.Compared},
		Example: `startsWith("workflow", "work")`, Is: `true`,
	},
	{
		Name: "endsWith", Pieces: true, Doc: "whether `text` ends with `suffix`",
		Params: []Param{param("text", types.String), param("suffix", types.String)}, Result: types.Of(types.Bool),
		emit:    plain("strings", "HasSuffix"),
		Ways:    []trace.Way{trace.Compared, trace.Compared},
		Example: `endsWith("workflow", "flow")`, Is: `true`,
	},
	{
		Name: "matches", Pieces: true, Doc: "whether the regular expression `pattern` ([RE2](https://github.com/google/re2/wiki/Syntax)) matches in `text`",
		Params: []Param{param("text", types.String), {Name: "pattern", Kinds: []types.Kind{types.String}, Literal: true}}, Result: types.Of(types.Bool),
		rule: matchesRule, emit: emitMatches,
		Ways:    []trace.Way{trace.Compared, trace.Compared},
		Example: `matches("A-17", "^[A-Z]-[0-9]+$")`, Is: `true`,
	},
	{
		Name: "lower", Doc: "`text` in small letters",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.String),
		form: small, emit: plain("strings", "ToLower"),
		Ways:    []trace.Way{trace.Cased},
		Example: `lower("Ann")`, Is: `"ann"`,
	},
	{
		Name: "upper", Doc: "`text` in capital letters",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.String),
		form: capital, emit: plain("strings", "ToUpper"),
		Ways:    []trace.Way{trace.Cased},
		Example: `upper("Ann")`, Is: `"ANN"`,
	},
	{
		Name: "trim", Doc: "`text` without white space at both ends",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.String),
		form: trimmed, emit: plain("strings", "TrimSpace"),
		Ways:    []trace.Way{trace.Cased},
		Example: `trim("  Ann ")`, Is: `"Ann"`,
	},
	{
		Name: "split", Pieces: true, Doc: "the pieces of `text` between the occurrences of `separator`",
		Params: []Param{param("text", types.String), param("separator", types.String)}, Result: types.ListOf(types.Of(types.String)),
		emit: plain("strings", "Split"),
		cut:  true, Ways: []trace.Way{trace.Element, trace.Compared},
		Example: `split("a,b", ",")`, Is: `["a","b"]`,
	},
	{
		Name: "join", Doc: "the texts of `list`, with `separator` between them",
		Params: []Param{param("list", types.List, types.Any), param("separator", types.String)}, Result: types.Of(types.String),
		rule: joinRule, emit: plain("strings", "Join"),
		Ways:    []trace.Way{trace.Joined, trace.Joined},
		Example: `join(split("a b", " "), ", ")`, Is: `"a, b"`,
	},
	{
		Name: "replace", Doc: "`text` with each `old` replaced by `new`",
		Params: []Param{param("text", types.String), param("old", types.String), param("new", types.String)}, Result: types.Of(types.String),
		rest: restOfReplace, emit: plain("strings", "ReplaceAll"),
		Ways:    []trace.Way{trace.Within, trace.Compared, trace.Within},
		Example: `replace("a-b-c", "-", "/")`, Is: `"a/b/c"`,
	},
	{
		Name: "substring", Pieces: true,
		Doc: "the characters of `text` from the one numbered `from`, the first being 0, " +
			"up to the one before `to`, or all of them; beyond the end is the end",
		Params: []Param{param("text", types.String), param("from", types.Int), {Name: "to", Kinds: []types.Kind{types.Int}, optional: true}},
		Result: types.Of(types.String),
		rule:   substringRule, rest: restOfSubstring, emit: emitSubstring,
		Ways:    []trace.Way{trace.Within, trace.Compared, trace.Compared},
		Example: `substring("hello", 1, 3)`, Is: `"el"`,
	},
	{
		Name: "htmlEscape", Doc: "`text` with `<`, `>`, `&` and quotes escaped for HTML that is no page of its own, as in a mail; in a page placeholders are escaped already",
		Params: []Param{param("text", types.String)}, Result: types.Of(types.String),
		form: ofHTML, emit: plain("html", "EscapeString"),
		Ways:    []trace.Way{trace.Within},
		Example: `htmlEscape("a < b")`, Is: `"a &lt; b"`,
	},
}

// substringRule refuses positions that can only be meant otherwise.
func substringRule(c *checker, call *Expr) *Expr {
	for _, position := range call.Args[1:] {
		if v, ok := position.Const(); ok && constant.Sign(v) < 0 {
			text := c.source(call.Args[0])
			return c.mistake(position, diag.FC203, quote(c.source(call))+": want a position from 0 on, got "+v.ExactString(),
				"write len("+text+") - "+constant.UnaryOp(token.SUB, v, 0).ExactString()+", for a position from the end")
		}
	}
	if len(call.Args) == 2 {
		return call.unlessUnknown()
	}
	from, ok := call.Args[1].Const()
	to, known := call.Args[2].Const()
	if ok && known && !constant.Compare(from, token.LSS, to) {
		return c.mistake(call, diag.FC203, quote(c.source(call))+" is always empty", "the third argument is the position behind the last character, no length")
	}
	return call.unlessUnknown()
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
