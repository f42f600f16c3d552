package sql

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

func emit(s templates.Step) {
	switch mode(s) {
	case "one":
		emitOne(s)
	case "many":
		emitMany(s)
	default:
		emitExec(s)
	}
}

func emitOne(s templates.Step) {
	row := s.Struct(row(s), "row")
	call := query(s, row).Dot("One").Call(append([]jen.Code{s.Exec()}, s.Args("sqlQuery")...)...)
	found := s.Present(s.Wired("notFound") && s.Differs("notFound"))
	if sharesRefusal(s) {
		missing := jen.Err().Op("==").Nil().Op("&&").Op("!").Add(found)
		refused := jen.If(isConflict().Op("||").Add(missing)).Block(s.Branch("conflict")...)
		s.CallOr(call, refused, s.Result(row, false), found)
		return
	}
	run(s, call, s.Result(row, false), found)
	if s.Wired("notFound") {
		s.Early(jen.Op("!").Add(found), "notFound")
	}
}

// sharesRefusal reports whether a conflict and a missing row are answered by the same call.
func sharesRefusal(s templates.Step) bool {
	return s.Wired("notFound") && s.Differs("notFound") && s.Shares("conflict", "notFound")
}

func emitMany(s templates.Step) {
	row := s.Struct(row(s), "each row")
	args := append([]jen.Code{s.Exec()}, s.Args("sqlQuery")...)
	result := s.Result(jen.Qual(templates.Database, "Rows").Types(row), false)
	most := jen.Qual(templates.Database, "MaxRows").Call(jen.Lit(int(s.Int("sqlMaxRows"))))
	run(s, query(s, row, most).Dot("Many").Call(args...), result)
}

func emitExec(s templates.Step) {
	statement := s.Prepared(
		jen.Op("*").Qual(templates.Database, "Statement"),
		jen.Qual(templates.Database, "NewStatement").Call(source(s)...),
	)
	call := statement.Dot("Exec").Call(append([]jen.Code{s.Exec()}, s.Args("sqlQuery")...)...)
	run(s, call, s.Result(jen.Qual(templates.Database, "Result"), false))
}

// query is the prepared query of rows of type row.
func query(s templates.Step, row *jen.Statement, further ...jen.Code) *jen.Statement {
	return s.Prepared(
		jen.Op("*").Qual(templates.Database, "Query").Types(row),
		jen.Qual(templates.Database, "NewQuery").Types(row).Call(slices.Concat(source(s), named(s), clocks(s), further)...),
	)
}

// clocks are the columns, from 1, that hold what a clock shows.
func clocks(s templates.Step) []jen.Code {
	var list []jen.Code
	for i, c := range s.Query("sqlQuery").Columns {
		if c.Type.Format == types.Clock {
			list = append(list, jen.Lit(i+1))
		}
	}
	if list == nil {
		return nil
	}
	return []jen.Code{jen.Qual(templates.Database, "Clocks").Call(list...)}
}

// named are the names of the columns, where a table that has got more of them gives more.
func named(s templates.Step) []jen.Code {
	q := s.Query("sqlQuery")
	if !q.Statement.Unnamed {
		return nil
	}
	var names []jen.Code
	for _, c := range q.Columns {
		names = append(names, jen.Lit(c.Name))
	}
	return []jen.Code{jen.Qual(templates.Database, "Columns").Call(names...)}
}

// source are the constructor's arguments: where the database is, the statement, which node it is of, which parameters
// no log may show, which columns may refuse what a caller sent, and which keys may be violated where a branch asks for
// that.
func source(s templates.Step) []jen.Code {
	list := []jen.Code{
		s.Setup(), jen.Lit(s.Text("sqlDatabase")), s.Const("SQL", s.Query("sqlQuery").Text),
		jen.Qual(templates.Database, "At").Call(jen.Lit(s.Workflow()), jen.Lit(s.Node())),
	}
	if labelled := s.Labelled("sqlQuery"); len(labelled) > 0 {
		list = append(list, jen.Qual(templates.Database, "Hide").Call(literals(s, labelled)...))
	}
	if columns := refusable(s); len(columns) > 0 {
		list = append(list, jen.Qual(templates.Database, "Sent").Call(columns...))
	}
	if q := s.Query("sqlQuery"); q.Writes && q.ReturnsRows && len(q.Statement.Changes) == 0 {
		list = append(list, jen.Qual(templates.Database, "Writes").Call())
	}
	if kept := documents(s); len(kept) > 0 {
		list = append(list, jen.Qual(templates.Database, "JSON").Call(literals(s, kept)...))
	}
	if of := days(s.Query("sqlQuery")); len(of) > 0 {
		list = append(list, jen.Qual(templates.Database, "Days").Call(literals(s, of)...))
	}
	list = append(list, misfits(s)...)
	if s.Reads("conflict") {
		list = append(list, keys(s)...)
	}
	if s.Wired("conflict") && s.InTransaction() {
		list = append(list, jen.Qual(templates.Database, "Part").Call())
	}
	return list
}

// keys returns the keys that the statement may violate, for engines whose error holds only the name of one, or less.
func keys(s templates.Step) []jen.Code {
	var list []jen.Code
	violates, _ := s.Query("sqlQuery").Statement.Violates()
	for _, k := range violates {
		kind, args := "Unique", []jen.Code{jen.Lit(k.Name)}
		if k.Foreign {
			kind = "ForeignKey"
		}
		for _, name := range k.Columns {
			args = append(args, jen.Lit(name))
		}
		list = append(list, jen.Qual(templates.Database, kind).Call(args...))
	}
	return list
}

// refusable are the columns that are given what a caller sent, and may refuse it: by a CHECK, or as it may be NULL. Of
// a parameter of its own that is known before, but for one that may be any JSON. So are the domains that it is made a
// value of.
func refusable(s templates.Step) []jen.Code {
	sent, bound := s.Sent("sqlQuery"), s.Bound("sqlQuery")
	anything := func(n int) bool { return n > 0 && n <= len(bound) && bound[n-1].Type.Kind == types.Any }
	var names []string
	for _, c := range s.Query("sqlQuery").Statement.Changes {
		for _, a := range c.Assigned {
			null := a.Refuses && (a.Param == 0 && a.Value.MayBeNull() || anything(a.Param))
			of := slices.ContainsFunc(a.Value.Params, func(n int) bool { return slices.Contains(sent, n) })
			if of && (null || a.Checked) && !slices.Contains(names, a.Column) {
				names = append(names, a.Column)
			}
		}
	}
	for _, c := range s.Query("sqlQuery").Statement.Casts {
		of := slices.ContainsFunc(c.Params, func(n int) bool { return slices.Contains(sent, n) })
		if of && !slices.Contains(names, c.Domain) {
			names = append(names, c.Domain)
		}
	}
	var columns []jen.Code
	for _, name := range names {
		columns = append(columns, jen.Lit(name))
	}
	return columns
}

// documents are the parameters that go into columns of JSON as they are, also where coalesce or CASE chooses one, and
// that engines would keep as something else: those of type any, and bools. One that is a text is JSON already, as
// {{json(x)}} is.
func documents(s templates.Step) []int {
	bound := s.Bound("sqlQuery")
	written := func(n int) bool {
		return n > 0 && n <= len(bound) && (bound[n-1].Type.Kind == types.Any || bound[n-1].Type.Kind == types.Bool)
	}
	var numbers []int
	for _, c := range s.Query("sqlQuery").Statement.Changes {
		for _, a := range c.Assigned {
			for _, t := range a.From {
				if a.JSON && t.IsParam() && written(t.Param) {
					numbers = append(numbers, t.Param)
				}
			}
		}
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// days are the parameters of the type DATE.
func days(q templates.SQL) []int {
	var list []int
	for i := range max(len(q.Params), len(q.Takes)) {
		if i < len(q.Params) && q.Params[i].Day() || i < len(q.Takes) && strings.TrimSuffix(q.Takes[i], "[]") == "date" {
			list = append(list, i+1)
		}
	}
	return list
}

// literals are the numbers that parameters are sent under, as an option of a statement takes them.
func literals(s templates.Step, parameters []int) []jen.Code {
	var list []jen.Code
	q := s.Query("sqlQuery")
	for _, n := range firsts(q, parameters) {
		list = append(list, jen.Lit(q.SentAs(n)))
	}
	return list
}

// run calls the database; a conflict goes its own way where it has one.
func run(s templates.Step, call jen.Code, results ...*jen.Statement) {
	if !s.Wired("conflict") {
		s.Call(call, results...)
		return
	}
	typ := jen.Op("*").Qual(templates.Database, "Conflict")
	of := jen.Qual(templates.Database, "ConflictOf").Call(jen.Err())
	s.CallOr(call, s.Refused("conflict", typ, of, isConflict()), results...)
}

// isConflict is the Go condition that the statement violates a key.
func isConflict() *jen.Statement {
	return jen.Qual("errors", "Is").Call(jen.Err(), jen.Qual(templates.Database, "ErrConflict"))
}
