// Package foreach is the node type For each: what is in its region is done for each item of a list.
//
// It is imported by templates/all only.
package foreach

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// yield is the field that every end of the region is asked for.
var yield = templates.Field{
	Name: "eachYield", Shape: templates.JSON, Suffix: "Yield", Noun: "result for each item",
	Doc: "The result of each item: a value with placeholders, evaluated wherever the region ends. `done` has " +
		"all of them as results.",
}

// Template is the node type.
var Template = templates.Template{
	Type:  "forEach",
	Title: "For each",
	Face: templates.Face{Group: templates.GroupLogic, Icon: []string{
		"M17 2.8L20.2 6 17 9.2",
		"M20 6H8a4.5 4.5 0 0 0-4.5 4.5v.7",
		"M7 21.2L3.8 18 7 14.8",
		"M4 18h12a4.5 4.5 0 0 0 4.5-4.5v-.7",
		"M8.7 11.55a0.45 0.45 0 1 0 0 0.9a0.45 0.45 0 1 0 0 -0.9",
		"M12 11.55a0.45 0.45 0 1 0 0 0.9a0.45 0.45 0 1 0 0 -0.9",
		"M15.3 11.55a0.45 0.45 0 1 0 0 0.9a0.45 0.45 0 1 0 0 -0.9",
	}},
	Docs: templates.DocsSpec{Also: []string{"loop", "each"}, Words: []string{"iterate", "items", "batch"}},
	Doc: "Runs what `each` leads to once for each item of a list, in order or several at a time. The item " +
		"and its place have names of their own there, which win over all others. A failure ends the loop and " +
		"continues outward; a Try/Catch inside limits it to one item. A Response inside answers and ends the " +
		"loop, where items run one at a time. No caller waits for one item, so a branch may end at an output " +
		"that must be connected elsewhere.",
	Fails: true,
	Region: templates.RegionSpec{
		Does: "runs the nodes of %s for one item", Suffix: "Item",
		Each:  &templates.Each{Items: "eachItems", Name: "eachName", Index: "eachIndex", Parallel: "eachParallel"},
		AtEnd: &end,
	},
	Fields: []templates.Field{
		{Name: "eachItems", Shape: templates.Bare, Required: true, Listed: true, Doc: "The list: an " +
			"expression; braces are optional."},
		{Name: "eachName", Shape: templates.Text, Default: "item", Doc: "The name of the item inside the region."},
		{Name: "eachIndex", Shape: templates.Text, Default: "index", Doc: "The name of the item's place, " +
			"counted from 0. Without it, `index` is the place in the innermost For each."},
		{Name: "eachParallel", Shape: templates.Int, Default: "1", Min: 1, Max: 64,
			Doc: "The most items at the same time. The first failure ends the others; results keep the " +
				"items' order."},
		{Name: "eachMax", Shape: templates.Int, Default: "1000", Min: 1, Max: 1_000_000,
			Doc: "The most items. More fail the node before the first item, as a 400 where the caller sent them."},
		yield,
	},
	Outputs: []templates.Output{
		{Name: "each", Required: true, Role: templates.Try, Doc: "The region that runs for each item."},
		{Name: "done", Role: templates.Done, Of: results, Doc: "What follows the last item, or an empty " +
			"list. It has count, and results with eachYield."},
	},
	Emit: emit,
}

// end is the end of the region.
var end = templates.Template{
	Type: "forEach", Title: "For each", Doc: "What an item yields.", Fields: []templates.Field{yield},
	Outputs: []templates.Output{{Name: "out", Doc: "Always."}}, Emit: emitEnd,
}

// results is what done carries.
func results(p templates.Pass) types.Type {
	t := types.ObjectOf(types.F("count", types.Of(types.Int)))
	one, ends := p.Yields()
	switch {
	case one.Kind != types.Unknown:
		t.Fields = append(t.Fields, types.F("results", types.ListOf(one)))
	case ends:
		t.Fields = append(t.Fields, types.F("results", types.Type{})) // what it yields was refused
	}
	return t
}

func emit(s templates.Step) {
	list := s.Input("eachItems")
	call, vars := s.Protected()
	function, one, yielded := all(s, call, vars)
	if returned, has := s.Returned(); returned != nil {
		function, one, yielded = until(s, call, vars, returned, has)
	}
	repeat := jen.Qual(templates.Runtime, function).Call(s.Exec(), list, bound(s), one)
	s.Call(repeat, s.Result(jen.Qual(templates.Runtime, "Iteration").Types(yielded), false))
	s.Answered()
}

// all is the runtime's function that does all items, what does one, and the type of what that yields.
func all(s templates.Step, call *jen.Statement, vars []*jen.Statement) (function string, one, yielded jen.Code) {
	function, yielded = "Each", jen.Struct()
	params, results := []jen.Code{s.EachIndex().Int64(), s.EachItem().Add(s.ItemType())}, jen.Error()
	if s.Int("eachParallel") > 1 { // each is done by an execution of its own, under the same name
		function = "EachParallel"
		params = append([]jen.Code{s.Exec().Op("*").Qual(templates.Runtime, "Exec")}, params...)
	}
	if len(vars) == 1 {
		function += "Value"
		yielded = s.TypeOf(vars[0])
		results = jen.Params(s.TypeOf(vars[0]), jen.Error())
	}
	return function, jen.Func().Params(params...).Add(results).Block(jen.Return(call)), yielded
}

// until is all where the workflow may return by an item: no other one is done then.
func until(s templates.Step, call *jen.Statement, vars []*jen.Statement, returned, has *jen.Statement) (function string, one, yielded jen.Code) {
	yielded = jen.Struct()
	result, value, assigned := jen.Id("_").Struct(), jen.Struct().Values(), []jen.Code{returned, jen.Err()}
	if len(vars) == 2 {
		yielded = s.TypeOf(vars[0])
		result, value, assigned = vars[0].Clone().Add(s.TypeOf(vars[0])), vars[0].Clone(), []jen.Code{vars[0], returned, jen.Err()}
	}
	one = jen.Func().Params(s.EachIndex().Int64(), s.EachItem().Add(s.ItemType())).Params(result, jen.Id("ended").Bool(), jen.Err().Error()).Block(
		jen.List(assigned...).Op("=").Add(call),
		jen.Return(value, has, jen.Err()),
	)
	return "EachUntil", one, yielded
}

// bound is how many items there may be, and whose fault it is where there are more.
func bound(s templates.Step) *jen.Statement {
	values := []jen.Code{jen.Id("Most").Op(":").Lit(int(s.Int("eachMax")))}
	if field := s.FieldOf("eachItems"); field != "" {
		values = append(values, jen.Id("Field").Op(":").Lit(field))
	}
	if n := s.Int("eachParallel"); n > 1 {
		values = append(values, jen.Id("Parallel").Op(":").Lit(int(n)))
	}
	return jen.Qual(templates.Runtime, "EachBound").Values(values...)
}

func emitEnd(s templates.Step) {
	value := s.Input(yield.Name)
	s.Let(s.Result(s.GoType(s.Type(yield.Name)), true), value)
}
