// Package sql is the node type SQL: one statement against the project's database.
//
// It is imported by templates/all only.
package sql

import (
	"embed"
	"fmt"
	"net/http"
	"slices"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

//go:embed presets
var presetFiles embed.FS

// Template is the node type.
var Template = templates.Template{
	Type:  "sql",
	Title: "SQL",
	Face: templates.Face{Presets: presetFiles, Group: templates.GroupData, Icon: []string{
		"M4.5 6.4c0-1.6 3.4-2.9 7.5-2.9s7.5 1.3 7.5 2.9-3.4 2.9-7.5 2.9-7.5-1.3-7.5-2.9",
		"M4.5 6.4v11.2c0 1.6 3.4 2.9 7.5 2.9s7.5-1.3 7.5-2.9V6.4",
		"M4.5 12c0 1.6 3.4 2.9 7.5 2.9s7.5-1.3 7.5-2.9",
	}, Says: says},
	Docs: templates.DocsSpec{
		Also: []string{"database", "db", "query"},
		Words: []string{
			"select", "insert", "update", "delete", "upsert", "table", "row", "postgres", "sqlite", "mysql",
		},
	},
	Doc: "Runs one SQL statement. Every placeholder becomes a bound parameter. Columns and parameters get " +
		"their types from the tables of the migrations beside the workflows, or of schema.sql and " +
		"schema.postgres.sql.",
	Fails: true, Passing: true,
	Fields: []templates.Field{
		{Name: "sqlQuery", Shape: templates.Query, Required: true, Sink: templates.Stored, Doc: "The " +
			"statement. A list is one parameter: `IN ({{ids}})`, `= ANY({{ids}})`, `<> ALL({{ids}})`, on " +
			"both engines. A list that is null contains nothing: `(NOT {{has(ids)}} OR id IN ({{ids}}))` is " +
			"a filter that may be left out. A placeholder for LIMIT or OFFSET rejects a negative number, on " +
			"both engines."},
		{Name: "sqlMode", Shape: templates.Choice, Enum: []string{"one", "many", "exec"},
			Doc: "What comes back: one row, many rows, or a count. Without it, many where the statement " +
				"returns rows, else exec."},
		{Name: "sqlDatabase", Shape: templates.Secret, Default: "{{env.DATABASE_URL}}", Doc: "The database's URL."},
		{Name: "sqlColumns", Shape: templates.Types, Doc: "Types of columns that the schema does not " +
			"determine, by name."},
		{Name: "sqlDialect", Shape: templates.Choice, Default: "any", Enum: []string{"any", "sqlite", "postgres"},
			Doc: "The one engine that the statement is for. A PostgreSQL prepares a postgres statement, " +
				"where there are tables for it and `flowc generate` finds a server."},
		{Name: "sqlMaxRows", Shape: templates.Int, Default: "1000", Min: 1, Max: 1_000_000, Most: true,
			Doc: "The most rows of mode many. More is a failure, never a cut, and rolls back what a " +
				"statement with RETURNING has changed."},
	},
	Outputs: []templates.Output{
		{Name: "out", Doc: "The row's columns, or `rows` and `count`, or `rowsAffected`. In mode one, with " +
			"notFound connected, it is a guard where the WHERE has `column = {{sha256(x)}}` or `column = " +
			"{{hmacSha256(env.KEY, x)}}`, alone or joined by AND: x is a cookie, the header Authorization or " +
			"X-API-Key, or a field that holds a token (or `or(x, \"\")`), and the column is UNIQUE or named " +
			"*_hash.",
			Of: out, Maybe: maybeAbsent, Guard: isProof, Lacks: lacks},
		{Name: "notFound", Doc: "There is no row. Without an edge, execution continues at `out`, where " +
			"nothing may read the row unless it is proved to be there.",
			Class: templates.Absent, Unwired: templates.Falls, Never: alwaysFound, When: templates.Is("sqlMode", "one")},
		{Name: "conflict", Doc: "A unique or foreign key rejected the statement, or an EXCLUDE constraint of " +
			"PostgreSQL. `kind` is \"unique\", \"foreignKey\" or \"exclusion\", and `column` the one column " +
			"of that key. It is null for a key of several columns, for an EXCLUDE, and where SQLite does not " +
			"report which of several foreign keys it was.",
			Reply:   templates.Reply{Status: http.StatusConflict, Body: `{"error": "it is there already"}`},
			Refuses: "conflict", ByField: true, Unwired: templates.Fails, Fields: refusal, Never: neverConflicts},
	},
	Store: templates.StoreSpec{Database: func(p templates.Pass) string { return p.Text("sqlDatabase") }},
	Effect: templates.EffectSpec{
		Changes: func(p templates.Pass) bool { return p.Query("sqlQuery").Writes },
		Repeats: func(p templates.Pass) bool { return p.Query("sqlQuery").Repeats },
		Touches: touches,
	},
	Needs: templates.NeedsSpec{Engines: engines},
	Guard: templates.GuardSpec{
		Scheme: func(p templates.Pass) *templates.Scheme { return p.Credential("sqlQuery") },
	},
	Check:     check,
	Constants: []string{"SQL"},
	Emit:      emit,
}

// lacks says how a statement that gives no row, or many of them, gives the columns of one.
func lacks(p templates.Pass) string {
	switch {
	case mode(p) == "one":
		return ""
	case p.Query("sqlQuery").ReturnsRows:
		return "columns of one row: set \"sqlMode\" to one"
	}
	return "columns of a row that was written: end the statement with RETURNING and their names, and set \"sqlMode\" to one"
}

// isProof reports whether finding the row identifies the caller: the row stores the hash of the caller's own token.
func isProof(p templates.Pass) bool {
	return p.Text("sqlMode") == "one" && p.Wired("notFound") && p.Proof("sqlQuery")
}

// engines are those that a statement can run on.
func engines(p templates.Pass) []string {
	switch p.Text("sqlDialect") {
	case "sqlite":
		return []string{templates.SQLite}
	case "postgres":
		return []string{templates.Postgres}
	}
	return []string{templates.Postgres, templates.SQLite}
}

// touches are the tables, with the database where it is another one than the default.
func touches(p templates.Pass) []string {
	of := ""
	if name := p.Text("sqlDatabase"); name != "DATABASE_URL" {
		of = " of " + name
	}
	var list []string
	for _, t := range p.Query("sqlQuery").Tables {
		how := "read"
		if t.Writes {
			how = "written"
		}
		list = append(list, fmt.Sprintf("table %s%s (%s)", t.Name, of, how))
	}
	return list
}

func check(p templates.Pass) {
	q := p.Query("sqlQuery")
	if q.Text == "" {
		return
	}
	if m := p.Text("sqlMode"); m != "" && m != "exec" && !q.ReturnsRows && q.Columns == nil && q.Known {
		p.Report(templates.Problem{
			Code: diag.FC209, Field: "sqlQuery", Message: "sqlMode \"" + m + "\" wants rows, and this statement returns none",
			Hint: "add RETURNING, or set sqlMode to exec",
		})
	}
	if q.Known && mode(p) != "exec" {
		checkNames(p, q)
	}
	if q.Columns == nil {
		return
	}
	for _, d := range p.Declared("sqlColumns") {
		checkColumn(p, q, d)
	}
}

// checkColumn compares a type that the document gives a column with what the schema says of it.
func checkColumn(p templates.Pass, q templates.SQL, d templates.Declared) {
	i := slices.IndexFunc(q.Columns, func(c types.Field) bool { return c.Name == d.Name })
	if i < 0 {
		p.Report(templates.Problem{
			Code: diag.FC204, Field: "sqlColumns", Key: d.Name, Message: fmt.Sprintf("the statement has no column %q", d.Name),
			Hint: meant(d.Name, q),
		})
		return
	}
	known := q.Columns[i].Type
	if known.Kind != types.Any && known.Kind != types.Unknown && !(computed(q, i) && mayBe(d.Type, known)) && !known.NotNull().Equal(d.Type.NotNull()) {
		p.Report(templates.Problem{
			Code: diag.FC206, Field: "sqlColumns", Key: d.Name,
			Message: fmt.Sprintf("column %q is %s in the database, and %s here", d.Name, known.NotNull(), d.Type.NotNull()),
			Hint:    "remove it: sqlColumns is for what the schema can't tell",
		})
	}
}

// meant is the hint that names the column which was probably meant, or "".
func meant(name string, q templates.SQL) string {
	var names []string
	for _, c := range q.Columns {
		names = append(names, c.Name)
	}
	return diag.DidYouMean(name, names)
}
