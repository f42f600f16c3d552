package ir

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/expr"
)

// StoredIn says where the values in e are stored: "users.password_hash", "env.ADMIN_HASH", "what is kept under
// \"user:\"". What comes from elsewhere is not among them.
func (s *Step) StoredIn(e *expr.Expr) []string {
	var list []string
	for _, src := range s.Origins(e) {
		switch {
		case src.Kind == FromEnv:
			list = append(list, "env."+src.Name)
		case src.Kind != FromNode:
		case src.Node.query != nil && src.Node.query.Statement != nil:
			list = append(list, src.Node.columnsIn(src.Field)...)
		case src.Node.Key() != "":
			list = append(list, fmt.Sprintf("what is kept under %q", src.Node.Key()))
		}
	}
	return list
}

// columnsIn are the columns of tables that flow into one of the node's results.
func (n *Node) columnsIn(name string) []string {
	var list []string
	for i, c := range n.query.Columns {
		if c.Name != name {
			continue
		}
		for _, from := range flowsInto(n.query.Statement, i, name, len(n.query.Columns)).Columns {
			list = append(list, from.Table+"."+from.Name)
		}
	}
	return list
}
