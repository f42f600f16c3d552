package lineage

import (
	"cmp"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/sql/tree"
)

// faulty are functions that refuse a value, by the fault and the arguments that may have it: from one on, before
// another.
var faulty = map[string]struct {
	fault        statement.Fault
	from, before int
}{
	"mod": {statement.Divisor, 1, 2}, "div": {statement.Divisor, 1, 2},
	"regexp_count": {statement.Regexp, 1, 9}, "regexp_instr": {statement.Regexp, 1, 9},
	"regexp_like":  {statement.Regexp, 1, 9},
	"regexp_match": {statement.Regexp, 1, 9}, "regexp_matches": {statement.Regexp, 1, 9},
	"regexp_replace":        {statement.Regexp, 1, 9},
	"regexp_split_to_array": {statement.Regexp, 1, 9}, "regexp_split_to_table": {statement.Regexp, 1, 9},
	"regexp_substr": {statement.Regexp, 1, 9},
	"substr":        {statement.Length, 2, 3}, "overlay": {statement.Length, 2, 4}, "repeat": {statement.Length, 1, 2},
	"lpad": {statement.Length, 1, 2}, "rpad": {statement.Length, 1, 2},
	"split_part": {statement.Length, 2, 3}, "generate_series": {statement.Length, 2, 3},
	"to_tsquery": {statement.Syntax, 0, 2}, "date_trunc": {statement.Syntax, 0, 1},
	"date_part": {statement.Syntax, 0, 1}, "decode": {statement.Syntax, 0, 2},
	"encode": {statement.Syntax, 1, 2},
}

// faultsOf finds what the faults of a query are those of. Views and routines compute with values that its text does not
// show.
func (r *resolver) faultsOf(q *tree.Query) (found statement.Faults) {
	b := &blame{r: r}
	v := &tree.Visit{Core: func(*tree.Core) {}, Expr: b.expr, All: true}
	v.Query(q)
	for _, c := range r.changes {
		for _, a := range c.Assigned {
			b.mixed[statement.Operand] = b.mixed[statement.Operand] || len(a.Value.Columns) > 0 || a.Value.Unproved != ""
		}
	}
	for f, params := range b.params {
		if !b.mixed[f] && !b.unsure && len(r.views) == 0 {
			found[f] = params
		}
	}
	return found
}

// blame gathers what expressions may be refused for.
type blame struct {
	r      *resolver
	params statement.Faults
	mixed  [statement.FaultKinds]bool // a stored value may have the fault
	unsure bool
}

// expr adds what an expression itself may be refused for.
func (b *blame) expr(e *tree.Expr) {
	switch name := strings.ToLower(tree.Last(e.Path)); {
	case e.Op == tree.Call && b.r.schema.Schema != nil && b.r.schema.Routines[name] != nil:
		b.unsure = true
	case e.Op == tree.Call && name == "substring" && len(e.Args) > 1:
		b.add(statement.Length, e.Args[len(e.Args)-1:])
		if !tree.IsNumber(e.Args[1].Text) {
			b.add(statement.Regexp, e.Args[1:])
		}
	case e.Op == tree.Call && faulty[name].before > 0:
		of := faulty[name]
		b.add(of.fault, e.Args[min(of.from, len(e.Args)):min(of.before, len(e.Args))])
	case e.Op == tree.Test && strings.EqualFold(e.Pattern, "TO"):
		b.add(statement.Pattern, e.Tests[1:])
		b.add(statement.Regexp, e.Tests[1:])
	case e.Op == tree.Test && (e.Pattern != "" || slices.Contains(tree.Matching, e.Text)):
		b.add(matched(e.Text), e.Tests[1:])
	case e.Op == tree.List && slices.Contains(tree.Matching, e.Text):
		b.add(matched(e.Text), e.Beside)
	case len(e.Args) == 2 && (e.Op == tree.Strict || e.Op == tree.Loose) && (e.Text == "/" || e.Text == "%"):
		b.add(statement.Divisor, e.Args[1:])
	case e.Computing():
		b.add(statement.Operand, e.Args)
	}
}

// matched is the fault of a pattern by its operator, "" of LIKE.
func matched(operator string) statement.Fault {
	if operator == "" || strings.Contains(operator, "~~") {
		return statement.Pattern
	}
	return statement.Regexp
}

// add notes that one of some operands may have a fault.
func (b *blame) add(f statement.Fault, operands []*tree.Expr) {
	for _, operand := range operands {
		params, stored := operand.Sources()
		b.params[f] = statement.Union(b.params[f], params, cmp.Compare)
		b.mixed[f] = b.mixed[f] || stored
	}
}
