package ir

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// What one workflow returns is taken and read by all that call it: where it is wrong, that is one mistake.

// Places are where it is written how a workflow begins and ends that others call. They mean nothing, and are told by
// its stem alone.
type Places struct {
	Stem   string
	file   *diag.File
	begins diag.Span            // id of the entry point
	ends   map[string]diag.Span // by output, the id of the first Return
}

// places are those of a workflow that others call.
func (w *Workflow) places() *Places {
	p := &Places{Stem: w.Stem, file: w.File, begins: w.entryCalled().ID.Span, ends: map[string]diag.Span{}}
	for _, n := range w.Nodes {
		if _, there := p.ends[n.Returns()]; !there && n.Returns() != "" {
			p.ends[n.Returns()] = n.ID.Span
		}
	}
	return p
}

// notReturned is the cause of all that takes an output of a Call by which what is called never ends; zero for other
// nodes.
func (n *Node) notReturned(output string) diag.Related {
	if n.called == nil {
		return diag.Related{}
	}
	p := n.called.places
	return diag.Related{File: p.file, Span: p.begins, Message: fmt.Sprintf("%q has no Return with the output %q", p.Stem, output)}
}

// notTaken is the cause of all that gives a workflow something which that does not take; zero for other nodes.
func (n *Node) notTaken(key string) diag.Related {
	if n.called == nil {
		return diag.Related{}
	}
	p := n.called.places
	return diag.Related{File: p.file, Span: p.begins, Message: fmt.Sprintf("%q takes no %q", p.Stem, key)}
}

// returnedAs is the cause of what is wrong with the type of an expression that is a field of what a Call is returned:
// the Return that it is of. It is zero for others.
func (s *Step) returnedAs(e *expr.Expr) diag.Related {
	if e == nil || e.Op != expr.OpRef && e.Op != expr.OpField {
		return diag.Related{}
	}
	src := sourceOf(e)
	if src.Kind != FromNode || src.Node == nil || src.Node.called == nil {
		return diag.Related{}
	}
	p := src.Node.called.places
	for _, out := range s.taken(src.Node) {
		span, ends := p.ends[out.Name]
		if f, has := out.Type.Field(src.Field); ends && has && f.Type.Kind != types.Unknown {
			return diag.Related{File: p.file, Span: span, Message: fmt.Sprintf("%q is returned as %s here", src.Field, f.Type.Plain().NotNull())}
		}
	}
	return diag.Related{}
}
