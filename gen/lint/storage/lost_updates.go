package storage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/sql/statement"
	"github.com/flowc-dev/flowc/gen/trace"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var LostUpdates = rule.Rule{Code: diag.FC315, Run: lostUpdates, Needs: ir.Proved}

// lostUpdates reports columns, and keys of Local Storage, that are set to a value computed from what the same execution
// read there before.
func lostUpdates(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		if s.Mistaken() {
			return
		}
		overwrittenColumns(p, s)
		overwrittenKey(p, s)
	})
}

func overwrittenColumns(p *rule.Pass, s *ir.Step) {
	query, params := s.Query()
	if query.Statement == nil || !query.Known {
		return
	}
	for i, c := range query.Statement.Changes {
		for j, a := range c.Assigned {
			read := lostBy(p, s, i, j)
			if read == nil {
				continue
			}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.InQuery(a.Start, a.End),
				Message: fmt.Sprintf("%q sets %q to a value computed from what %q read: %s",
					s.Node.ID.Value, a.Column, read.Node.ID.Value, overwrites),
				Hint: computeHint(read, s, a, params), Related: readHere(read),
			})
		}
	}
}

const overwrites = "of two requests at once, one overwrites the other's change"

func readHere(read *ir.Step) []diag.Related {
	return []diag.Related{{File: read.Node.Workflow.File, Span: read.Node.ID.Span, Message: "the value is read here"}}
}

// lostBy returns the step that reads what a change of a statement computes a column from and may overwrite, by the
// places of both in the statement; nil where there is none.
func lostBy(p *rule.Pass, s *ir.Step, change, column int) *ir.Step {
	g, does := p.Values(), statementOf(s)
	c := does.Changes[change]
	a := c.Assigned[column]
	itself := slices.Contains(a.Value.Columns, statement.Column{Table: c.Table, Name: a.Column})
	if c.Verb != statement.Update || itself || moves(c, does.Every()) {
		return nil
	}
	read := computedFrom(g, g.Assigned(s, change, column), g.Column(g.Program(s), c.Table, a.Column))
	switch {
	case read == nil || facts.Database(read) != facts.Database(s) || isolated(read, s):
		return nil
	case claims(read) || !facts.SameRow(g, read, s) || facts.ComparesRead(g, p.Tables, read, s):
		return nil
	}
	return read
}

// computeHint says how a column gets its value without a gap between reading and writing it.
func computeHint(read, s *ir.Step, a statement.Assigned, params []*ir.Typed) string {
	operator := "+"
	if a.Param > 0 && a.Param <= len(params) && params[a.Param-1].Type.Kind == types.String {
		operator = "||"
	}
	computed := fmt.Sprintf("compute it in the statement (%s = %s %s …)", a.Column, a.Column, operator)
	around := facts.TransactionOn(s, facts.Database(s))
	if around != nil && read.Flow == s.Flow && read.Region.Within(around) {
		return fmt.Sprintf("%s, or read the row FOR UPDATE, or leave the isolation of %q to flowc",
			computed, around.Step.Node.ID.Value)
	}
	return fmt.Sprintf("%s, or put %q and %q in one Transaction", computed, read.Node.ID.Value, s.Node.ID.Value)
}

// computedFrom returns the step that reads what is at one place, of which a value for that place is computed; nil where
// there is none.
func computedFrom(g *values.Graph, v, place trace.Value) *ir.Step {
	const computed = 1
	walk := trace.Walk{
		Through: trace.Followed | trace.Read | trace.Loaded,
		Mark: func(mark uint8, e trace.Edge) uint8 {
			if computes(g.About(e.To).Expr, e.Way) {
				return computed
			}
			return mark
		},
		Stop: func(v trace.Value) bool { return v == place },
	}
	for at := range g.Back(walk, v) {
		if at.Value == place && at.Mark == computed && at.Before != nil && g.Kind(at.Before.Value) == trace.Output {
			return g.About(at.Before.Value).Step
		}
	}
	return nil
}

// computes reports whether an operand that goes into an expression in some way is counted with, or gets a text beside
// it. In a statement, it stands beside something else then.
func computes(e *expr.Expr, way trace.Way) bool {
	return way == trace.Joined || way == trace.Derived && e != nil && (e.Op == expr.OpBinary || e.Op == expr.OpNegate)
}

// moves reports whether a change gives a column another value than the one that rows are found by: of several requests
// at once, one finds the row.
func moves(c statement.Change, every []statement.Comparison) bool {
	return slices.ContainsFunc(every, func(is statement.Comparison) bool { return !is.Inside && gives(c, is) })
}

// claims reports whether a step finds rows by a column that it sets: nobody else finds them then.
func claims(read *ir.Step) bool {
	does := statementOf(read)
	return slices.ContainsFunc(does.Changes, func(c statement.Change) bool {
		return slices.ContainsFunc(does.Compared, func(is statement.Comparison) bool { return gives(c, is) })
	})
}

// gives reports whether a change gives a column a value that a comparison says to be equal to another one.
func gives(c statement.Change, compared statement.Comparison) bool {
	if compared.How != statement.Equals && compared.How != statement.Is || compared.Not || len(compared.Left) != 1 {
		return false
	}
	column := compared.Left[0]
	return column.IsColumn() && slices.ContainsFunc(c.Assigned, func(a statement.Assigned) bool {
		return strings.EqualFold(a.Column, column.Column.Name)
	})
}

// isolated reports whether both steps are in a transaction in which what the first one reads stays so, or may be.
func isolated(read, s *ir.Step) bool {
	around := facts.TransactionOn(s, facts.Database(s))
	if around == nil {
		return s.Flow.CalledInTransaction() || read.Flow != s.Flow && facts.InTransaction(read)
	}
	if read.Flow == s.Flow && !read.Region.Within(around) {
		return false
	}
	return facts.TransactionOf(around).Isolation != templates.ReadCommitted || statementOf(read).Access.Locks
}

// overwrittenKey looks at what a step stores in Local Storage under the key that it was read under.
func overwrittenKey(p *rule.Pass, s *ir.Step) {
	if t := s.Node.Template; t == nil || t.Store.Keeps == nil || !s.Kept().Stores || s.Node.Key() == "" {
		return
	}
	g := p.Values()
	for _, f := range s.Checked() {
		if f.Shape != templates.JSON || f.Sink != templates.Stored {
			continue
		}
		read := computedFrom(g, g.Typed(s.Value[f.Name]), g.Key(s, ""))
		if read == nil || !sameKey(g, read, s) {
			continue
		}
		p.ReportNode(s.Node, diag.Diagnostic{
			Span: KeySpan(s.Node),
			Message: fmt.Sprintf("%q stores a value computed from what %q read under the same key: %s",
				s.Node.ID.Value, read.Node.ID.Value, overwrites),
			Hint:    "count under a key of its own with \"storageOperation\" increment, which adds in one step",
			Related: readHere(read),
		})
	}
}

// sameKey reports whether two steps use the same key of Local Storage, with the same values in it.
func sameKey(g *values.Graph, a, b *ir.Step) bool {
	of, other := keyParts(a), keyParts(b)
	return a.Node.Key() == b.Node.Key() && slices.EqualFunc(of, other, func(one, other *ir.Typed) bool {
		return g.Alike(g.Typed(one), g.Typed(other))
	})
}

// statementOf returns what the statement of a step that has one does.
func statementOf(s *ir.Step) *statement.Statement {
	query, _ := s.Query()
	return query.Statement
}
