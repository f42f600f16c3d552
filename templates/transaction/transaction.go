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
	Face: templates.Face{Group: templates.GroupLogic, Icon: []string{
		"M7.5 3.75H6A2.5 2.5 0 0 0 3.5 6.25v11.5a2.5 2.5 0 0 0 2.5 2.5h1.5",
		"M16.5 3.75H18a2.5 2.5 0 0 1 2.5 2.5v11.5a2.5 2.5 0 0 1-2.5 2.5h-1.5",
		"M8.2 12.2l2.6 2.6 5-5.6",
	}},
	Docs: templates.DocsSpec{Words: []string{"commit", "rollback", "atomic"}},
	Doc: "Commits what the SQL nodes of its region do on one database as a whole, or not at all. All of them " +
		"run on its connection, those that read too. The end of the region commits; a failure and the " +
		"deadline roll back. A Response inside is sent after the commit, so that an answer is true. On " +
		"PostgreSQL, a serializable region that another transaction interrupts runs again by itself, for at " +
		"most half of the time that is left, where it holds nothing but SQL of its database and nodes " +
		"without effects.",
	Fails: true, Passing: true,
	Region: templates.RegionSpec{
		Does:   "runs the nodes that %s commits as a whole",
		Suffix: "Tx",
		Transaction: func(p templates.Pass) templates.Transaction {
			return templates.Transaction{
				Database: p.Text("transactionDatabase"), KeepsRefused: p.Bool("transactionKeep"),
				Isolation: templates.Isolation(p.Text("transactionIsolation")),
			}
		},
	},
	Fields: []templates.Field{
		{Name: "transactionDatabase", Shape: templates.Secret, Default: "{{env.DATABASE_URL}}", Doc: "The database's URL."},
		{Name: "transactionIsolation", Shape: templates.Choice, Default: "auto", Was: "default", Enum: []string{"auto", "serializable", "readCommitted"},
			Doc: "What it sees of concurrent transactions, the same on both engines. auto is serializable, " +
				"as if there were no others, where rows are read that are not changed and something is " +
				"changed afterwards, unless the first statement locks what it reads (`FOR UPDATE`, an " +
				"UPDATE). It is a read-only snapshot where nothing is changed, and readCommitted elsewhere. " +
				"Serializable holds between Transactions: a statement outside of one is protected row by row."},
		{Name: "transactionKeep", Shape: templates.Bool, Default: "false",
			Doc: "Whether a Response with a status from 400 on keeps what was done before it, too."},
	},
	Outputs: []templates.Output{
		{Name: "try", Required: true, Role: templates.Try, Doc: "The region that commits as a whole."},
		{Name: "done", Role: templates.Done, Doc: "What follows the commit."},
	},
	Needs: templates.NeedsSpec{
		Engines: func(templates.Pass) []string { return []string{templates.Postgres, templates.SQLite} },
	},
	Emit: emit,
}

// levels are the runtime's names of isolations.
var levels = map[templates.Isolation]string{
	templates.ReadOnly: "ReadOnly", templates.ReadCommitted: "ReadCommitted", templates.Serializable: "Serializable",
}

func emit(s templates.Step) {
	level, reruns := s.Isolation()
	args := []jen.Code{s.Setup(), jen.Lit(s.Text("transactionDatabase")), jen.Qual(templates.Database, levels[level])}
	if reruns && level == templates.Serializable {
		args = append(args, jen.Qual(templates.Database, "Rerun"))
	}
	if s.Bool("transactionKeep") {
		args = append(args, jen.Qual(templates.Database, "KeepRefused"))
	}
	if s.Stores() {
		args = append(args, jen.Qual(templates.Database, "Stores"))
	}
	begun := s.Prepared(jen.Op("*").Qual(templates.Database, "Transaction"), jen.Qual(templates.Database, "NewTransaction").Call(args...))
	region := templates.Wrap(s)
	transact := jen.Qual(templates.Database, "Transact"+region.Suffix).Call(s.Exec(), begun, region.Func)
	s.Call(transact, region.Vars...)
	s.Answered()
}
