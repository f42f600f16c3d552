package facts

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
)

// Unproved says why it is not proved what a node's statement does, or "".
func Unproved(n *ir.Node) string {
	q := n.SQL()
	switch {
	case q.Statement == nil || !q.Known:
		return ""
	case q.Statement.Unproved != "" && q.Statement.Returns:
		return q.Statement.Unproved + ", so it is taken to hand on all that it reads"
	case q.Unasked != "":
		return q.Unasked
	case q.Statement.Unproved == "" && len(q.Statement.Endless) > 0:
		c := q.Statement.Endless[0]
		return fmt.Sprintf("column %q of %q is NOT NULL and may hold infinity or NaN: in JSON, its greatest or least value stands for them", c.Name, c.Table)
	}
	return q.Statement.Unproved
}
