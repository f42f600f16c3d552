package facts

import (
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
)

// ProvedBy says which engines have prepared a node's statement, with the tables of the project; "" of a node without
// one, and of one with a mistake.
func ProvedBy(n *ir.Node) string {
	q := n.SQL()
	switch {
	case q.Statement == nil || !q.Known:
		return ""
	case len(q.Proved) > 1:
		return strings.Join(q.Proved, " and ") + " have proved the statement."
	case len(q.Proved) == 1 && q.Awaits:
		return q.Proved[0] + " has proved the statement. PostgreSQL has not: run flowc generate where there is one."
	case len(q.Proved) == 1:
		return q.Proved[0] + " has proved the statement."
	case q.Awaits:
		return "No engine has proved the statement: run flowc generate where there is a PostgreSQL."
	}
	return "No engine has proved the statement: there are no tables for it beside the workflows."
}
