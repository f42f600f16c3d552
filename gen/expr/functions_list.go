package expr

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// aList is the parameter of a function of lists.
var aList = param("list", types.List, types.Any)

// listFunctions look into lists and make new ones. Where noLabels stands, the type of the result has all the labels
// that there are: those of the elements, and not of what else is in them.
var listFunctions = []Function{
	{
		Name: "map", Doc: "what `expression` gives for each element of `list`, which `item` is in it: no object",
		Params: []Param{aList, {Name: "expression", null: true, each: true}}, Results: "list", rule: mapRule, labels: noLabels, emit: emitMap,
		Ways:    []trace.Way{trace.Compared, trace.Element},
		Example: `map(split("a,b", ","), upper(item) + "!")`, Is: `["A!","B!"]`,
	},
	{
		Name: "filter", Doc: "the elements of `list` for which `test` is true, each being `item` in it",
		Params: []Param{aList, {Name: "test", null: true, each: true}}, Results: "list", rule: filterRule, labels: noLabels, emit: emitFilter,
		Ways:    []trace.Way{trace.Element, trace.Compared},
		Example: `filter(split("ann,bob,al", ","), startsWith(item, "a"))`, Is: `["ann","al"]`,
	},
	{
		Name: "first", Pieces: true, Doc: "the first element of `list`; null where it has none",
		Params: []Param{aList}, Results: "an element, or null", rule: endRule, labels: noLabels, emit: emitEnd("First"),
		Ways:    []trace.Way{trace.Element},
		Example: `first(split("a,b,c", ","))`, Is: `"a"`,
	},
	{
		Name: "last", Pieces: true, Doc: "the last element of `list`; null where it has none",
		Params: []Param{aList}, Results: "an element, or null", rule: endRule, labels: noLabels,
		rest: restOfLast, emit: emitEnd("Last"),
		Ways:    []trace.Way{trace.Element},
		Example: `last(split("a,b,c", ","))`, Is: `"c"`,
	},
	{
		Name: "sort", Doc: "the elements of `list`, the smallest first: texts by their bytes",
		Params: []Param{aList}, Results: "list", rule: elementsRule(types.Int, types.Float, types.String, types.Time), emit: emitSort,
		Ways:    []trace.Way{trace.Element},
		Example: `sort(split("b,c,a", ","))`, Is: `["a","b","c"]`,
	},
	{
		Name: "unique", Doc: "the elements of `list`, each once, where it is first",
		Params: []Param{aList}, Results: "list",
		rule: elementsRule(types.Int, types.Float, types.String, types.Bool), emit: plain(fnPath, "Unique"),
		Ways:    []trace.Way{trace.Element},
		Example: `unique(split("a,b,a", ","))`, Is: `["a","b"]`,
	},
	{
		Name: "sum", Doc: "the numbers of `list` added up; 0 of none",
		Params: []Param{aList}, Results: "int or float", rule: sumRule, emit: emitSum,
		Ways:    []trace.Way{trace.Derived},
		Example: `sum(map(split("1,2,39", ","), int(item)))`, Is: `42`,
	},
	{
		Name: "keys", Doc: "the names of the members of `x`, sorted",
		Params: []Param{param("x", types.Map, types.Any)}, Result: types.ListOf(types.Of(types.String)),
		emit:    emitKeys,
		Ways:    []trace.Way{trace.Element},
		Example: `keys(parseJson('{"b": 1, "a": 2}'))`, Is: `["a","b"]`,
	},
	{
		Name: "csv", Doc: "`list`, of objects, as comma-separated values (RFC 4180), the names of their fields first, in the order in which they are declared. A text that a spreadsheet would run " +
			"as a formula begins with a `'`",
		Params: []Param{aList}, Result: types.Of(types.String), rule: csvRule, emit: emitCSV,
		Ways:    []trace.Way{trace.Within},
		Example: `csv(parseJson('[{"name": "Ann", "note": "=1+1"}]'))`, Is: `"name,note\r\nAnn,'=1+1\r\n"`,
	},
}

func mapRule(c *checker, call *Expr) *Expr {
	body := call.Args[1]
	switch {
	case call.unlessUnknown().Op == OpBad:
		return call
	case body.Type.Kind == types.Null:
		return c.mistake(body, diag.FC206, quote(c.source(call))+": want a value, got null", "")
	case holdsObject(body.Type):
		return c.mistake(body, diag.FC206, quote(c.source(call))+": want one value for each element, got "+body.Type.String(),
			"name a field of it, such as map(list, item.name)")
	}
	call.Type = types.ListOf(body.Type)
	return call
}

func filterRule(c *checker, call *Expr) *Expr {
	call.Args[1] = c.operand(call.Args[1], quote(c.source(call)), types.Bool)
	call.Type = call.Args[0].Type
	return call.unlessUnknown()
}

// endRule gives first and last their type. What is known of one use is known of all: the list is the same.
func endRule(c *checker, call *Expr) *Expr {
	list := c.listed(call.Args[0], quote(c.source(call)))
	if call.Args[0] = list; list.Type.Kind != types.List {
		call.Op = OpBad
		return call
	}
	call.Type = list.Type.Elem.With(list.Type.Labels)
	call.Type.Nullable = call.Type.Nullable || call.Type.Kind != types.Any
	if list.Key != "" {
		call.Key = call.Name + "(" + list.Key + ")"
	}
	return c.narrow(call)
}

// elementsRule is the rule of functions that take a list of one of some kinds, and return such a list.
func elementsRule(kinds ...types.Kind) rule {
	return func(c *checker, call *Expr) *Expr {
		call.Type = c.listOfKinds(call, kinds...).Type
		return call.unlessUnknown()
	}
}

func sumRule(c *checker, call *Expr) *Expr {
	list := c.listOfKinds(call, types.Int, types.Float)
	if call.unlessUnknown().Op != OpBad {
		call.Type = types.Of(list.Type.Elem.Kind)
	}
	return call
}

// listOfKinds makes the argument of call a list with elements of one of some kinds.
func (c *checker) listOfKinds(call *Expr, kinds ...types.Kind) *Expr {
	list := c.listed(call.Args[0], quote(c.source(call)))
	if call.Args[0] = list; list.Type.Kind != types.List || list.Type.Elem.Kind == types.Unknown {
		return list
	}
	elem := list.Type.Elem
	if slices.Contains(kinds, elem.Kind) && !elem.Nullable {
		return list
	}
	names := kindNames(kinds)
	call.Args[0] = c.mistake(list, diag.FC206, quote(c.source(call))+": want list of "+names+", got "+list.Type.String(),
		elementMend(call.Name, c.source(list), elem, kinds))
	return call.Args[0]
}

// elementMend says how a list of one kind is made of another one.
func elementMend(function, list string, elem *types.Type, kinds []types.Kind) string {
	item := elementName
	switch {
	case elem.Kind == types.Object:
		item += ".name"
	case elem.Nullable:
		item = "or(item, …)"
	case elem.Kind == types.Any && slices.Contains(kinds, types.String):
		item = "string(item)"
	case elem.Kind == types.Any || elem.Kind == types.String:
		item = "int(item)"
	default:
		return ""
	}
	return "write " + function + "(map(" + list + ", " + item + "))"
}

// csvRule takes rows: their fields are known, or nothing is.
func csvRule(c *checker, call *Expr) *Expr {
	list := c.listed(call.Args[0], quote(c.source(call)))
	if call.Args[0] = list; list.Type.Kind != types.List {
		call.Op = OpBad
		return call
	}
	elem := list.Type.Elem
	if elem.Kind == types.Object && !elem.Nullable || elem.Kind == types.Any || elem.Kind == types.Unknown {
		return call.unlessUnknown()
	}
	return c.mistake(list, diag.FC206, quote(c.source(call))+": want list of objects or any, got "+list.Type.String(), "write join(list, \",\") for one line")
}
