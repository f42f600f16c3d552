// Package transaction is the node type Transaction: what is in its region is kept as a whole, or not at all.
//
// It is imported by templates/all only.
package transaction

import (
	"github.com/dave/jennifer/jen"

	"github.com/flowc-dev/flowc/templates"
)

// Template is the node type.
var Template = templates.Template{
	Type:  "transaction",
	Title: "Transaction",
	Doc: "Keeps what the SQL nodes that its output try leads to do on one database as a whole, or takes all of it back: all of them, " +
		"those that read too, run on its connection. Its end commits; a failure and the deadline roll back. A Response inside is " +
		"written when that is done, so that what was answered is so.",
	Fails: true, Passing: true, Region: "what %s does as a whole",
	Transaction: func(p templates.Pass) templates.Transaction {
		return templates.Transaction{Database: p.Text("transactionDatabase"), KeepsRefused: p.Bool("transactionKeep")}
	},
	Fields: []templates.Field{
		{Name: "transactionDatabase", Shape: templates.Secret, Default: "{{env.DATABASE_URL}}", Doc: "The database's URL."},
		{Name: "transactionIsolation", Shape: templates.Choice, Default: "default", Enum: []string{"default", "serializable"},
			Doc: "Serializable is as if no other transaction ran meanwhile: PostgreSQL may refuse to go on then, which a Retry around it " +
				"mends. SQLite's always are."},
		{Name: "transactionKeep", Shape: templates.Bool, Default: "false",
			Doc: "Whether a Response with a status from 400 on keeps what was done before it, too."},
	},
	Outputs: []templates.Output{
		{Name: "try", Required: true, Role: templates.Try, Doc: "What is kept as a whole."},
		{Name: "done", Role: templates.Done, Doc: "What follows the commit."},
	},
	Engines: func(templates.Pass) []string { return []string{templates.Postgres, templates.SQLite} },
	Emit:    emit,
}

func emit(s templates.Step) {
	args := []jen.Code{s.Setup(), jen.Lit(s.Text("transactionDatabase"))}
	if s.Text("transactionIsolation") == "serializable" {
		args = append(args, jen.Qual(templates.Database, "Serializable"))
	}
	if s.Bool("transactionKeep") {
		args = append(args, jen.Qual(templates.Database, "KeepRefused"))
	}
	begun := s.Prepared(jen.Op("*").Qual(templates.Database, "Transaction"), jen.Qual(templates.Database, "NewTransaction").Call(args...))
	region := templates.Wrap(s)
	transact := jen.Qual(templates.Database, "Transact"+region.Suffix).Call(s.Exec(), jen.Lit(s.Node()), begun, region.Func)
	s.Call(transact, region.Vars...)
	s.Answered()
}
