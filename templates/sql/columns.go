package sql

import (
	"fmt"

	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// checkNames reports a column that can't be read under a name: one without a name or with one that no reference can
// spell, two of one name, or those behind a * that nothing declares. Statements that SQLite prepares were checked then.
func checkNames(p templates.Pass, q templates.SQL) {
	if q.ReturnsRows && (q.Partial || q.Columns == nil) {
		p.Report(templates.Problem{
			Code: diag.FC209, Field: "sqlQuery", Start: q.Statement.Open.Start, End: q.Statement.Open.End,
			Message: "the columns of the result are not known",
			Hint:    "name them one by one, or declare what they are of in schema.sql",
		})
		return
	}
	seen := map[string]bool{}
	for i, c := range q.Columns {
		switch {
		case c.Name != "" && !types.IsName(c.Name):
			message, hint := types.NotSpelled(c.Name)
			report(p, q, i, message, hint)
		case c.Name == "":
			report(p, q, i, fmt.Sprintf("column %d of the result has no name", i+1), "write `AS name` after it")
		case seen[c.Name]:
			report(p, q, i, fmt.Sprintf("two columns of the result are named %q", c.Name), "write `AS` and another name after one of them")
		}
		seen[c.Name] = true
	}
}

// report reports a column where it is written.
func report(p templates.Pass, q templates.SQL, i int, message, hint string) {
	r := templates.Problem{Code: diag.FC209, Field: "sqlQuery", Message: message, Hint: hint}
	if len(q.Statement.Columns) == len(q.Columns) {
		r.Start, r.End = q.Statement.Columns[i].Start, q.Statement.Columns[i].End
	}
	p.Report(r)
}
