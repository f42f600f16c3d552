package lint

import (
	"fmt"
	"strconv"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

// searched reports what a statement looks for as part of a column that says what somebody may. One that neither changes anything nor is
// given a value makes a list of many: nobody is let through by it.
func searched(p *Pass, s *ir.Step) {
	query, params := s.Query()
	if query.Statement == nil || !query.Statement.Writes && len(params) == 0 {
		return
	}
	for _, search := range query.Statement.Searches {
		for _, c := range search.Of {
			if !isRight(c.Name) {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span:    s.Node.InQuery(search.Start, search.End),
				Message: fmt.Sprintf("this authorizes by a substring of %q, which other values contain too: %s", c.Name, strconv.Quote("non"+search.Word)),
				Hint: fmt.Sprintf("compare the whole value by =, or match an element with its separators: ',' || %s || ',' LIKE '%%,%s,%%'",
					c.Name, search.Word),
			})
			break
		}
	}
}
