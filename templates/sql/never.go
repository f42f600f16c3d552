package sql

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// refusal is what the output conflict carries.
var refusal = []types.Field{types.F("kind", types.Of(types.String).OrNull()), types.F("column", types.Of(types.String).OrNull())}

// alwaysFound says why there is always a row.
func alwaysFound(p templates.Pass) string {
	q := p.Query("sqlQuery")
	switch {
	case !q.Known || !q.Statement.Sure:
		return ""
	case q.Writes:
		return "this INSERT with RETURNING always returns its row"
	case q.OneRow:
		return "the statement is a SELECT of aggregates or without FROM, which always returns one row"
	}
	return "the statement is a SELECT that always returns a row"
}

// neverConflicts says why no key can refuse the statement. A function of PostgreSQL's database may change anything.
func neverConflicts(p templates.Pass) string {
	q := p.Query("sqlQuery")
	if !q.Known || q.Statement == nil || q.Statement.Calls && p.Text("sqlDialect") == "postgres" {
		return ""
	}
	keys, sure := q.Statement.Violates()
	switch {
	case !sure || len(keys) > 0:
		return ""
	case len(q.Statement.Changes) == 0:
		return "the statement is a SELECT, which changes nothing"
	}
	changes := q.Statement.Changes
	if changes[0].Verb == statement.Delete {
		return fmt.Sprintf("the statement is a DELETE, and no foreign key refers to rows of %q", changes[0].Table)
	}
	verb := "an INSERT"
	if changes[0].Verb == statement.Update {
		verb = "an UPDATE"
	}
	return fmt.Sprintf("the statement is %s, and no unique or foreign key of %q can reject its values", verb, changes[0].Table)
}
