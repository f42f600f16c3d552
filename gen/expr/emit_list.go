package expr

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
)

// over writes a loop over the elements of list. Body adds what is done with each; w of it knows the element.
func (w writer) over(list *jen.Statement, of *element, body func(w writer, item string)) {
	item := w.Element(len(w.names))
	inner := w
	inner.names = maps.Clone(w.names)
	if inner.names == nil {
		inner.names = map[*element]string{}
	}
	inner.names[of] = item
	of.read = false
	block := w.Block(func() { body(inner, item) })
	loop := jen.Range().Add(list)
	if of.read {
		loop = jen.List(jen.Id("_"), jen.Id(item)).Op(":=").Range().Add(list)
	}
	w.Add(jen.For(loop).Block(block...))
}

// plurals is what a list is called of what has a name.
func plurals(name string) string {
	if name == "" || name == elementName {
		return "mapped"
	}
	return strings.TrimSuffix(name, "s") + "s"
}

func emitMap(w writer, call *Expr) code {
	list := w.steady(call.Args[0])
	mapped := w.Temp(plurals(NameOf(call.Args[1], "")))
	elem := goType(*call.Type.Elem)
	w.Add(jen.Id(mapped).Op(":=").Make(jen.Index().Add(elem), jen.Lit(0), jen.Len(list.Clone())))
	w.over(list, call.of, func(w writer, _ string) {
		value := w.expr(call.Args[1]).Statement
		w.Add(jen.Id(mapped).Op("=").Append(jen.Id(mapped), value))
	})
	return primary(jen.Id(mapped))
}

// emitFilter begins with a slice of no elements and no room: the list itself stays as it is.
func emitFilter(w writer, call *Expr) code {
	list := w.steady(call.Args[0])
	kept := w.Temp("kept")
	w.Add(jen.Id(kept).Op(":=").Add(list.Clone()).Index(jen.Empty(), jen.Lit(0), jen.Lit(0)))
	w.over(list, call.of, func(w writer, item string) {
		condition := w.expr(call.Args[1]).Statement
		call.of.read = true
		w.Add(jen.If(condition).Block(jen.Id(kept).Op("=").Append(jen.Id(kept), jen.Id(item))))
	})
	return primary(jen.Id(kept))
}

// emitEnd emits first and last. Where elements may be null themselves, no further pointer is wanted.
func emitEnd(name string) emitFunction {
	return func(w writer, call *Expr) code {
		end := fn(name).Call(w.expr(call.Args[0]).Statement)
		if storesNull(*call.Args[0].Type.Elem) {
			return primary(fn("Deref").Call(end))
		}
		return primary(end)
	}
}

func emitSort(w writer, call *Expr) code {
	values := jen.Qual("slices", "Values").Call(w.expr(call.Args[0]).Statement)
	if call.Type.Elem.Day() {
		return primary(jen.Qual("slices", "SortedFunc").Call(values, rt("Date").Dot("Compare")))
	}
	if call.Type.Elem.Kind == types.Time {
		return primary(jen.Qual("slices", "SortedFunc").Call(values, jen.Qual("time", "Time").Dot("Compare")))
	}
	return primary(jen.Qual("slices", "Sorted").Call(values))
}

func emitSum(w writer, call *Expr) code {
	name := "Sum"
	if call.Type.Kind == types.Float {
		name = "SumFloat"
	}
	return w.fallible("sum", fn(name).Call(w.arguments(call)...))
}

func emitKeys(w writer, call *Expr) code {
	x := w.expr(call.Args[0])
	if call.Args[0].Type.Kind == types.Any {
		return w.fallibleAny("keys", x.atLeast(bindsPrimary).Dot("Keys").Call())
	}
	return primary(fn("Keys").Call(x.Statement))
}

// emitCSV writes the rows of a list whose fields are known one by one, and has the runtime look at any others.
func emitCSV(w writer, call *Expr) code {
	list := call.Args[0]
	elem := list.Type.Elem
	if elem.Kind == types.Any {
		return w.fallible("csv", rt("CSV").Call(w.expr(list).Statement))
	}
	rows := w.expr(list).Statement
	table := w.Temp("table")
	order := declaredOrder(*elem)
	names := make([]jen.Code, len(order))
	for i, at := range order {
		names[i] = jen.Lit(elem.Fields[at].Name)
	}
	w.Add(jen.Id(table).Op(":=").Add(rt("NewTable")).Call(names...))
	row := w.Temp("row")
	cells := make([]jen.Code, len(order))
	fields := types.GoFields(*elem)
	for i, at := range order {
		cells[i] = jen.Id(row).Dot(fields[at])
	}
	loop := jen.List(jen.Id("_"), jen.Id(row)).Op(":=").Range().Add(rows)
	w.Add(jen.For(loop).Block(jen.Id(table).Dot("Row").Call(cells...)))
	return primary(jen.Id(table).Dot("String").Call())
}

// declaredOrder returns the fields of an object, by their index, in the order in which the document declares them, if
// it does.
func declaredOrder(object types.Type) []int {
	order := make([]int, len(object.Fields))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(object.Fields[a].Place, object.Fields[b].Place) })
	return order
}
