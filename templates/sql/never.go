package sql

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/statement"
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
		return "an INSERT with RETURNING that leaves out no row always gives one"
	}
	return "the statement always gives a row"
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
		return "the statement only reads"
	}
	if changes := q.Statement.Changes; changes[0].Verb == statement.Delete {
		return fmt.Sprintf("no foreign key keeps rows of %q from being deleted", changes[0].Table)
	}
	return fmt.Sprintf("no unique or foreign key of %q can refuse what the statement gives it", q.Statement.Changes[0].Table)
}
