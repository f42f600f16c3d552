package paths

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/gen/values"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

var HeldOrKept = rule.Rule{Code: diag.FC310, Run: heldOrKept, Needs: ir.Proved}

// heldOrKept reports what waits while a transaction holds the database, and what no rollback takes back.
func heldOrKept(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		around := transactionAround(s)
		if around == nil || !onDatabase(facts.TransactionOf(around).Database) || s.Node.Template.Store.Database != nil && !onDatabase(facts.Database(s)) {
			return // nobody knows of which database it is
		}
		heldInside(p, s, around)
		n := s.Node
		d := diag.Diagnostic{Span: n.ID.Span, Hint: fmt.Sprintf("move it ahead of %q, or behind its done", around.Step.Node.ID.Value)}
		switch holds := waits(s); {
		case changesBeside(s):
			d.Message = fmt.Sprintf("what %s %q does is not taken back where %q is", n.Template.Title, n.ID.Value, around.Step.Node.ID.Value)
		case holds != "":
			d.Message = fmt.Sprintf("%s %q %s, and %q holds the database meanwhile", n.Template.Title, n.ID.Value, holds, around.Step.Node.ID.Value)
		default:
			return
		}
		p.ReportNode(n, d)
	})
}

// onDatabase reports whether a variable is one that holds the address of a database. Where it is refused, or named as
// one that everybody may know (FC506), another one is meant.
func onDatabase(database string) bool {
	return database != "" && !strings.HasPrefix(database, "PUBLIC_")
}

// transactionAround is the innermost region around a step that is a transaction, or nil.
func transactionAround(s *ir.Step) *ir.Region {
	for r := s.Region; r != nil; r = r.Outer {
		if facts.TransactionOf(r) != nil {
			return r
		}
	}
	return nil
}

// changesBeside reports whether a step changes something that is on no database of a transaction around it. Which one
// that is may have been refused.
func changesBeside(s *ir.Step) bool {
	if t := s.Node.Template; t != nil && t.Store.Database != nil && facts.Database(s) == "" {
		return false
	}
	return changes(s) && (facts.Database(s) == "" || facts.TransactionOn(s, facts.Database(s)) == nil)
}

// changes reports whether a step itself changes something.
func changes(s *ir.Step) bool {
	t := s.Node.Template
	if t == nil {
		return false
	}
	if t.Store.Keeps != nil && t.Store.Keeps(ir.NewPass(s)).Stores {
		return true
	}
	return t.Effect.Changes != nil && t.Effect.Changes(ir.NewPass(s)) && !facts.Safe(s)
}

// waits says how a step takes long, "" where it does not.
func waits(s *ir.Step) string {
	t := s.Node.Template
	switch {
	case t.Crypto.Costly:
		return "takes long on purpose"
	case t.Region.Retries:
		return "waits between its attempts"
	case s.URL() != nil:
		return "waits for another service"
	}
	return ""
}

var TakenBack = rule.Rule{Code: diag.FC311, Run: takenBack, Needs: ir.Proved, Whole: true}

// takenBack reports writes that the answer of a refusal takes back although they are about that refusal.
func takenBack(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		database := writtenTo(s)
		if database == "" {
			return
		}
		around := facts.TransactionOn(s, database)
		if around == nil || facts.TransactionOf(around).KeepsRefused {
			return
		}
		if answer := losing(p.Values(), s, around); answer != nil {
			hint := fmt.Sprintf("move %q out of %q, or set \"transactionKeep\": true", s.Node.ID.Value, around.Step.Node.ID.Value)
			if before := decidedBefore(p.Values(), s, answer, around); before != nil {
				hint = fmt.Sprintf("decide %q ahead of %q, ", before.Node.ID.Value, around.Step.Node.ID.Value) + hint
			}
			by := diag.Related{File: s.Node.Workflow.File, Span: answer.Node.ID.Span, Message: "the answer that takes it back"}
			p.ReportNode(s.Node, diag.Diagnostic{
				Span: s.Node.ID.Span,
				Message: fmt.Sprintf("what %q writes is taken back: %q answers with a status from 400 on inside of %q",
					s.Node.ID.Value, answer.Node.ID.Value, around.Step.Node.ID.Value),
				Hint: hint, Related: []diag.Related{by}, Cause: by,
			})
		}
	})
}

// writtenTo is the variable of the database that a step, or a workflow that it calls, changes; "" where none does.
func writtenTo(s *ir.Step) string {
	writes := func(s *ir.Step) bool {
		t := s.Node.Template
		return t != nil && t.Effect.Changes != nil && facts.Database(s) != "" && t.Effect.Changes(ir.NewPass(s))
	}
	if writes(s) {
		return facts.Database(s)
	}
	database := ""
	s.Inside(func(inner *ir.Step) bool {
		if writes(inner) && facts.TransactionOn(inner, facts.Database(inner)) == nil && facts.TransactionOn(s, facts.Database(inner)) != nil {
			database = facts.Database(inner)
		}
		return database == ""
	})
	return database
}

// losing finds an answer that takes back what a step writes and was not meant to: it is the end of every way, a guard
// that comes after the step has not let the caller through, or what decides on it was known before the region. Whatever
// else is found out after a write may be why it is taken back.
func losing(g *values.Graph, s *ir.Step, around *ir.Region) *ir.Step {
	var refusing *ir.Step
	kept := false
	inside := func(s *ir.Step) []*ir.Step {
		var next []*ir.Step
		for _, out := range s.Outs {
			switch {
			case out.Missing:
				kept = true // who knows where it leads
			case out.Next == nil || out.After:
			case out.Next.Region.Within(around):
				next = append(next, out.Next)
			default:
				kept = true
			}
		}
		return next
	}
	var unguarded *ir.Step
	for at := range flow.Walk(s, inside) {
		switch t := at.Node.Template; {
		case !at.Node.Known():
			kept = true // who knows what it does
		case t.Answer.Status != nil && t.Answer.Status(ir.NewPass(at)) >= 400:
			refusing = at
			if refusedBetween(s, at) || decidedBefore(g, s, at, around) != nil {
				unguarded = at
			}
		case t.Answer.Ends, endsInside(at):
			kept = true
		}
	}
	if kept {
		return unguarded
	}
	return refusing
}

// endsInside reports whether a branch of a region ends at a step.
func endsInside(s *ir.Step) bool {
	if s.Protects != nil {
		return s.Protects.Exit.Next == nil
	}
	for _, out := range s.Outs {
		if out.Next == nil && !out.Missing {
			return true
		}
	}
	return false
}

// refusedBetween reports whether every way to an answer crosses, after a step, the output of a guard that lets nobody
// through.
func refusedBetween(s, answer *ir.Step) bool {
	for d, out := range answer.Dominators() {
		if d == s {
			return false
		}
		if out != nil && !out.Guard && surelyGuards(d) && d.Below(s) {
			return true
		}
	}
	return false
}

// decidedBefore returns a step after s by which every way to an answer goes, and that chooses by what was known before
// a region; nil where there is none, or where s leads there by an output of its own, such as that of a conflict.
func decidedBefore(g *values.Graph, s, answer *ir.Step, around *ir.Region) *ir.Step {
	var before *ir.Step
	for d, out := range answer.Dominators() {
		switch {
		case d == s && (out == nil || out == s.Outs[0]):
			return before
		case d == s:
			return nil
		case out != nil && d.Below(s) && chooses(d) && !readsInside(g, d, around):
			before = d
		}
	}
	return nil
}

// chooses reports whether a step does nothing but choose an output by a value.
func chooses(s *ir.Step) bool {
	outputs := s.Node.Outputs()
	return len(outputs) > 1 && !slices.ContainsFunc(outputs, func(o *templates.Output) bool { return o.Proves == "" && o.Rest == "" })
}

// readsInside reports whether a value that a step reads is made in a region. What only gives it a name makes none.
func readsInside(g *values.Graph, s *ir.Step, r *ir.Region) bool {
	within := func(by *ir.Step) bool { return by.Region.Within(r) || by.Protects == r }
	inside := false
	gives := func(e *expr.Expr) {
		switch src := ir.SourceOf(e); src.Kind {
		case ir.FromItem:
			inside = true
		case ir.FromEach, ir.FromError, ir.FromErrors:
			inside = inside || slices.ContainsFunc(s.Flow.Runs(src.Node), within)
		}
	}
	for _, f := range s.Checked() {
		for at := range g.Back(g.InExecution(), g.Sink(s, f.Name)) {
			a := g.About(at.Value)
			inside = inside || a.Out != nil && !names(a.Step.Node) && within(a.Step)
			if a.Typed != nil {
				a.Expr.Walk(gives)
			}
		}
	}
	return inside
}

// names reports whether a node only gives names to values.
func names(n *ir.Node) bool {
	return n.Known() && !n.Template.Fails && n.Template.Entry == nil && n.Template.Region.Does == "" && len(n.Template.Outputs) == 1
}

// surelyGuards reports whether an output of a step is a guard, and not only taken for one because something of it was
// refused.
func surelyGuards(s *ir.Step) bool {
	query, parameters := s.Query()
	return s.Guards() && s.Node.Template != nil && (query.Known || s.Node.Shaped(templates.Query) == nil) &&
		!slices.ContainsFunc(parameters, func(t *ir.Typed) bool { return t.Type.Kind == types.Unknown })
}

var Nested = rule.Rule{Code: diag.FC314, Run: nested, Needs: ir.Proved}

// nested reports regions that can't be inside of one another.
func nested(p *rule.Pass) {
	p.Steps(func(s *ir.Step) {
		nestedInside(p, s)
		if around := transactionAround(s); around != nil && s.Protects != nil && s.Protects.Parallel() {
			reportParallel(p, s, around, "it does")
		}
		if s.Protects == nil || facts.TransactionOf(s.Protects) == nil {
			return
		}
		database := facts.TransactionOf(s.Protects).Database
		if around := facts.TransactionOn(s, database); around != nil {
			reportNested(p, s, around, fmt.Sprintf("both are of %s, which has one at a time", database))
		}
	})
}

// reportParallel reports what does items at the same time in a transaction, which runs one statement after the other.
func reportParallel(p *rule.Pass, s *ir.Step, around *ir.Region, does string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span,
		Message: fmt.Sprintf("%s %q can't be inside of %s %q: %s several items at the same time, and a transaction one thing after the other",
			s.Node.Template.Title, s.Node.ID.Value, around.Step.Node.Template.Title, around.Step.Node.ID.Value, does),
		Hint:    "leave \"eachParallel\" out, or give each item a transaction of its own inside",
		Related: []diag.Related{{File: s.Node.Workflow.File, Span: around.Step.Node.ID.Span, Message: "the region around it"}},
	})
}

func reportNested(p *rule.Pass, s *ir.Step, around *ir.Region, why string) {
	p.ReportNode(s.Node, diag.Diagnostic{
		Span: s.Node.ID.Span,
		Message: fmt.Sprintf("%s %q can't be inside of %s %q: %s", s.Node.Template.Title, s.Node.ID.Value,
			around.Step.Node.Template.Title, around.Step.Node.ID.Value, why),
		Hint:    fmt.Sprintf("remove %q: a Try/Catch inside of %q takes back a part alone", s.Node.ID.Value, around.Step.Node.ID.Value),
		Related: []diag.Related{{File: s.Node.Workflow.File, Span: around.Step.Node.ID.Span, Message: "the region around it"}},
	})
}

// heldInside is heldOrKept for what a step calls.
func heldInside(p *rule.Pass, s *ir.Step, around *ir.Region) {
	s.Inside(func(inner *ir.Step) bool {
		if transactionAround(inner) != nil {
			return true // it is reported there
		}
		beside := changes(inner) && (facts.Database(inner) == "" || facts.TransactionOn(s, facts.Database(inner)) == nil)
		holds := waits(inner)
		n := inner.Node
		d := diag.Diagnostic{
			Span: s.Node.ID.Span, Hint: fmt.Sprintf("move it ahead of %q, or behind its done", around.Step.Node.ID.Value),
			Related: []diag.Related{{File: n.Workflow.File, Span: n.ID.Span, Message: "in what it calls"}},
		}
		switch {
		case beside:
			d.Message = fmt.Sprintf("what %q calls has %s %q, and what that does is not taken back where %q is", s.Node.ID.Value, n.Template.Title, n.ID.Value, around.Step.Node.ID.Value)
		case holds != "":
			d.Message = fmt.Sprintf("what %q calls has %s %q, which %s, and %q holds the database meanwhile", s.Node.ID.Value, n.Template.Title, n.ID.Value, holds, around.Step.Node.ID.Value)
		default:
			return true
		}
		p.ReportNode(s.Node, d)
		return false
	})
}

// nestedInside is nested for what a step calls.
func nestedInside(p *rule.Pass, s *ir.Step) {
	s.Inside(func(inner *ir.Step) bool {
		if around := transactionAround(s); around != nil && inner.Protects != nil && inner.Protects.Parallel() {
			reportParallel(p, s, around, fmt.Sprintf("%q in it does", inner.Node.ID.Value))
			return false
		}
		if inner.Protects == nil || facts.TransactionOf(inner.Protects) == nil {
			return true
		}
		database := facts.TransactionOf(inner.Protects).Database
		around := facts.TransactionOn(s, database)
		if around == nil {
			return true
		}
		reportNested(p, s, around, fmt.Sprintf("%q in it is one too, of %s, which has one at a time", inner.Node.ID.Value, database))
		return false
	})
}
