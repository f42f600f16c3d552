package sql

import (
	"github.com/dave/jennifer/jen"

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
	run(s, call, s.Result(row, false), found)
	if s.Wired("notFound") {
		s.Early(jen.Op("!").Add(found), "notFound")
	}
}

func emitMany(s templates.Step) {
	row := s.Struct(row(s), "each row")
	args := append([]jen.Code{s.Exec(), jen.Lit(int(s.Int("sqlMaxRows")))}, s.Args("sqlQuery")...)
	result := s.Result(jen.Qual(templates.Database, "Rows").Types(row), false)
	run(s, query(s, row).Dot("Many").Call(args...), result)
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
func query(s templates.Step, row *jen.Statement) *jen.Statement {
	return s.Prepared(
		jen.Op("*").Qual(templates.Database, "Query").Types(row),
		jen.Qual(templates.Database, "NewQuery").Types(row).Call(source(s)...),
	)
}

// source are the constructor's arguments: where the database is, and the statement.
func source(s templates.Step) []jen.Code {
	return []jen.Code{s.Setup(), jen.Lit(s.Text("sqlDatabase")), s.Const("SQL", s.Query("sqlQuery").Text)}
}

// run calls the database; a conflict goes its own way where it has one.
func run(s templates.Step, call jen.Code, results ...*jen.Statement) {
	if !s.Wired("conflict") {
		s.Call(call, results...)
		return
	}
	conflict := jen.Qual("errors", "Is").Call(jen.Err(), jen.Qual(templates.Database, "ErrConflict"))
	s.CallOr(call, conflict, s.Branch("conflict"), results...)
}
