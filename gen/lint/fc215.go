package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/statement"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc215 = Rule{Code: diag.FC215, Run: unlimitedChanges, Needs: ir.Proved}

func unlimitedChanges(p *Pass) {
	p.Steps(func(s *ir.Step) {
		query, _ := s.Query()
		if query.Statement == nil {
			return
		}
		for _, c := range query.Statement.Changes {
			if verb := unlimited(c); verb != "" {
				p.ReportNode(s.Node, diag.Diagnostic{
					Span:    s.Node.InQuery(c.Start, c.Start+len(verb)),
					Message: fmt.Sprintf("%s without WHERE: each request that comes here %s every row of %q", verb, does[verb], c.Table),
					Hint:    "add WHERE; where all rows are meant, WHERE true says so",
				})
			}
		}
	})
}

// does says what a verb of SQL does.
var does = map[string]string{"UPDATE": "changes", "DELETE": "deletes"}

// unlimited is the verb of a change of every row, "" of any other.
func unlimited(c statement.Change) string {
	switch {
	case c.Where:
	case c.Verb == statement.Update:
		return "UPDATE"
	case c.Verb == statement.Delete:
		return "DELETE"
	}
	return ""
}
