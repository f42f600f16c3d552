package lint

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

var fc414 = Rule{Code: diag.FC414, Run: otherRounds, Wide: true}

// hasher is a node that hashes passwords or checks them.
type hasher struct {
	node *ir.Node
	templates.Hashing
}

func otherRounds(p *Pass) {
	var verifiers []hasher
	makers := map[templates.Hashing]bool{}
	var first *hasher
	p.Nodes(func(s *ir.Step) {
		if s.Node.Template.Hashes == nil || s.Node.Loose {
			return
		}
		h := hasher{s.Node, s.Node.Template.Hashes(ir.NewPass(s))}
		if h.Verifies {
			verifiers = append(verifiers, h)
			return
		}
		makers[h.Hashing] = true
		if first == nil {
			first = &h
		}
	})
	for _, v := range verifiers {
		made := v.Hashing
		if made.Verifies = false; first != nil && !makers[made] {
			reportRounds(p, v, *first)
		}
	}
}

func reportRounds(p *Pass, v, maker hasher) {
	p.ReportNode(v.node, diag.Diagnostic{
		Span: v.node.ID.Span,
		Message: fmt.Sprintf("%q takes the time of %s where there is no such user, and the hashes of %q in %q are of %s: an unknown user is told by the time",
			v.node.ID.Value, v.Hashing, maker.node.ID.Value, maker.node.Workflow.Name.Value, maker.Hashing),
		Hint:    "give both the same hashAlgorithm and hashRounds",
		Related: []diag.Related{{File: maker.node.Workflow.File, Span: maker.node.ID.Span, Message: "makes the hashes"}},
	})
}
