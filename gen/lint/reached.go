package lint

import (
	"fmt"
	"slices"

	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/guards"
	"github.com/flowc-dev/flowc/gen/lint/paths"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema/diag"
)

var reachedRule = rule.Rule{Code: diag.FC107, Run: reached}

func reached(p *rule.Pass) {
	loose := looseEnds(p)
	for _, w := range p.Workflows {
		neverTaken(p, w)
		paths.Uncalled(p, w)
		ends := loose[w]
		for _, n := range paths.FirstUnreached(w) {
			if ends.lacks(n) {
				continue // the wire that is missing is reported where it begins
			}
			p.ReportNode(n, diag.Diagnostic{
				Span:    n.ID.Span,
				Message: fmt.Sprintf("no entry point reaches %q", n.ID.Value),
				Hint:    "wire it, or remove it",
			})
		}
	}
}

// ends counts the outputs of a workflow from which a wire may lead to nodes that are not reached.
type ends struct {
	refusing   map[end]bool // FC301
	missing    map[end]bool // FC302
	unanswered map[end]bool // FC303
	letOn      map[end]bool // who is not let through goes on by them (FC305, FC404)
	unguarded  int          // flows that are reached without a guard, or a verifier (FC404, FC405)
	misled     int          // wires that lead elsewhere, and nodes that were removed, as what is read there shows (FC204 to FC206, FC306)
	used       int
}

// end is an output of a node.
type end struct {
	node   *ir.Node
	output string
}

// beyond is how many nodes an output that lacks its wire can leave without a way to them: what stood there, and was
// removed, led to one by each of its outputs, which are seldom more than two. Who is refused is sent to one.
const beyond = 2

// lacks reports whether an output may lack the wire to n. A path that ends without an answer lacks the wire to a
// Response, or to one behind which work continued; a flow without a guard lacks a guard whose rejection led to a
// Response.
func (e *ends) lacks(n *ir.Node) bool {
	if e == nil {
		return false
	}
	most := len(e.refusing) + len(e.letOn) + e.misled + beyond*(len(e.missing)+len(e.unanswered))
	if leadsToAnswer(n) {
		most += beyond * e.unguarded
	}
	if e.used >= most {
		return false
	}
	e.used++
	return true
}

// leadsToAnswer reports whether a node may answer, or one that it leads to.
func leadsToAnswer(n *ir.Node) bool {
	return flow.Leads(n, (*ir.Node).Next, func(n *ir.Node) bool { return n.Template == nil || n.Template.Answer.Ends })
}

// looseEnds finds the outputs that lack a wire (FC301 to FC303), by workflow.
func looseEnds(p *rule.Pass) map[*ir.Workflow]*ends {
	loose := map[*ir.Workflow]*ends{}
	in := func(w *ir.Workflow) *ends {
		if loose[w] == nil {
			loose[w] = &ends{refusing: map[end]bool{}, missing: map[end]bool{}, unanswered: map[end]bool{}, letOn: map[end]bool{}}
		}
		return loose[w]
	}
	of := func(s *ir.Step) *ends { return in(s.Node.Workflow) }
	p.Flows(func(f *ir.Flow) {
		in(f.Workflow).misled += f.MisledNodes() + f.AbsentRows() + f.UnknownNames() + paths.Misplaced(f)
		if s := guards.FirstExposed(p.As(&guards.Unprotected), f); s != nil && !ignores(f.Entry, diag.FC404) {
			for _, out := range paths.LetOn(s) {
				in(f.Workflow).letOn[end{out.Step.Node, out.Name}] = true
			}
			if len(paths.LetOn(s)) == 0 {
				in(f.Workflow).unguarded++
			}
		}
		if guards.VerifiesNobody(p.As(&guards.UnknownSenders), f) && !ignores(f.Entry, diag.FC405) {
			in(f.Workflow).unguarded++
		}
	})
	paths.Welcomed(p.As(&paths.RefusalStatus), func(out *ir.Out, s *ir.Step, _ int64) {
		if !ignores(s.Node, diag.FC305) {
			of(s).letOn[end{out.Step.Node, out.Name}] = true
		}
	})
	paths.Refused(p.As(&paths.InvalidWired), func(s *ir.Step, output string) { of(s).refusing[end{s.Node, output}] = true })
	paths.Required(p.As(&paths.RequiredWired), func(s *ir.Step, output string) { of(s).missing[end{s.Node, output}] = true })
	paths.Unanswered(p.As(&paths.Answered), func(s *ir.Step, output string) { of(s).unanswered[end{s.Node, output}] = true })
	return loose
}

// neverTaken reports nodes that wires lead to of which none is ever taken, and that no other such node leads to.
func neverTaken(p *rule.Pass, w *ir.Workflow) {
	if w.Broken || leftOut(w) {
		return
	}
	for _, from := range w.Nodes {
		for _, wire := range from.Wires {
			if n := wire.To; runs(from) && n.Reached && n.Trust != ir.Lost && !runs(n) {
				p.ReportNode(n, diag.Diagnostic{
					Span:    n.ID.Span,
					Message: fmt.Sprintf("%q never runs: output %q of %q is never taken", n.ID.Value, wire.Output, from.ID.Value),
					Hint:    fmt.Sprintf("end a branch of the region of %q without a Response, or remove %q", from.ID.Value, n.ID.Value),
					Related: []diag.Related{{File: w.File, Span: wire.Span, Message: "by this wire"}},
				})
			}
		}
	}
}

// runs reports whether the node is a step of any entry point.
func runs(n *ir.Node) bool {
	return slices.ContainsFunc(n.Workflow.Flows, func(f *ir.Flow) bool { return paths.RunsIn(f, n) })
}

// leftOut reports whether wires were left out, or are missing, that another rule reports (FC301, FC302, FC306, FC308),
// or whether outputs are not known: what is not reached may be their fault.
func leftOut(w *ir.Workflow) bool {
	return slices.ContainsFunc(w.Flows, func(f *ir.Flow) bool {
		return len(f.Misfits) > 0 || f.Overflow != nil || len(f.Crossing) > 0 || slices.ContainsFunc(f.Steps, lacksWire)
	})
}

func lacksWire(s *ir.Step) bool {
	return !s.Node.Known() || slices.ContainsFunc(s.Outs, func(o *ir.Out) bool { return o.Missing })
}
