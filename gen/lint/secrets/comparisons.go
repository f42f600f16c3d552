package secrets

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/lint/sql"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

var Oracles = rule.Rule{Code: diag.FC402SQLOracle, Run: oracles}

// oracles reports a statement whose rows, or whether there are any, reveal a secret to the caller: a LIKE with a value
// of the request yields a hash in as many requests as it has characters, times those of its alphabet.
func oracles(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		_, params := s.Query()
		for _, t := range s.Shows(unanswerable | types.Token) {
			of := fmt.Sprintf("column %q", t.Column)
			if t.Param > 0 {
				of = sql.Compared{Params: params}.Source(t.Param)
			}
			message := fmt.Sprintf("this compares a part of %s, a %s, with a value that the caller chooses: enough requests reveal all of it", of, t.Labels)
			if t.Table != "" {
				message = fmt.Sprintf("a trigger, rule, CHECK or generated column of table %q compares a part of %s, a %s, with a value that the caller writes: "+
					"enough requests reveal all of it", t.Table, of, t.Labels)
			}
			if t.With != "" {
				message = fmt.Sprintf("this compares a part of %s, a %s, with column %q: a caller who can change that column learns all of it in enough requests", of, t.Labels, t.With)
			}
			if t.Whole {
				message = fmt.Sprintf("which rows are returned reveals %s, a %s", of, t.Labels)
			}
			span := s.Node.InQuery(t.Start, t.End)
			if t.Place == (statement.Place{}) { // in a view
				span = sql.StatementSpan(s.Node)
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: span, Message: message, Hint: "compare it as a whole, by =; check a password by a Hash verify",
			})
		}
	})
}
