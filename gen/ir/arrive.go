package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// input resolves {{input}} and its fields: the value that the wires into this node bring.
func (sc *scope) input(path []expr.Name) (*expr.Ref, int, *expr.Problem) {
	if sc.step.Node.Ends != nil {
		return nil, 0, &expr.Problem{
			Code: diag.FC204, Start: path[0].Start, End: path[0].End, Message: `no wire leads to the end of a region: "input" is nothing there`,
			Hint: "name the node whose output is meant",
		}
	}
	wires := sc.step.Arrivals()
	if len(wires) == 0 {
		return nil, 0, &expr.Problem{Code: diag.FC204, Message: "nothing arrives at an entry point"}
	}
	t := sc.step.ArrivedType()
	if sc.step.Flow.graph.CrossedInto(sc.step.Node.index) {
		t = types.Type{} // as a wire into it was left out, and reported
	}
	ref := &expr.Ref{Key: "input", Type: t, Data: Source{Kind: FromInput, Node: sc.step.Node}}
	if len(wires) > 1 && len(path) > 1 && t.Kind == types.Object {
		return sc.arrivedField(t, path[1])
	}
	if len(wires) == 1 {
		from := wires[0].Wire.From
		ref.Data = Source{Kind: FromNode, Node: from, Rejected: wires[0].Refuses()}
		refused := wires[0].Refuses()
		if from == sc.step.Flow.Entry && !refused && !sc.step.decoded() {
			return nil, 0, sc.undecoded(path)
		}
		if from == sc.step.Flow.Entry && !refused {
			ref.Data = Source{Kind: FromEntry, Node: from}
		}
		if ref.Key = from.Name.Value; wires[0].maybeArriving() {
			ref.Row = from.Name.Value
		}
	}
	return ref, 1, nil
}

// arrivedField is a field that all wires into a join bring.
func (sc *scope) arrivedField(t types.Type, name expr.Name) (*expr.Ref, int, *expr.Problem) {
	f, ok := t.Field(name.Text)
	if !ok {
		return nil, 0, sc.notCommon(t, name)
	}
	return &expr.Ref{
		Key: "input." + f.Name, Type: f.Type, From: f.Sent, Claim: f.Claim,
		Data: Source{Kind: FromInput, Node: sc.step.Node, Field: f.Name},
	}, 2, nil
}

// notCommon says why a join has no such field: a wire does not bring it (FC204), or may not, with the row that it is
// of, or they bring it with different types (FC206).
func (sc *scope) notCommon(t types.Type, name expr.Name) *expr.Problem {
	p := &expr.Problem{
		Code: diag.FC204, Start: name.Start, End: name.End,
		Message: fmt.Sprintf("not every wire into %q brings a field %q", sc.step.Node.Name.Value, name.Text),
	}
	var kinds []string
	for _, in := range sc.step.Arrivals() {
		f, ok := in.arriving().Field(name.Text)
		if !ok {
			var known []string
			for _, f := range t.Fields {
				known = append(known, f.Name)
			}
			p.Hint = oneOf(name.Text, sorted(known))
			return p
		}
		if in.maybeArriving() && p.Code != diag.FC206 {
			p.Code = diag.FC206
			p.Message = fmt.Sprintf("the row that %q brings to %q may be absent", in.Wire.From.Name.Value, sc.step.Node.Name.Value)
			p.Hint = fmt.Sprintf("wire output \"notFound\" of %q, or name what is wanted with a Set before they meet", in.Wire.From.Name.Value)
		}
		if f.Type.Kind == types.Unknown {
			return &expr.Problem{} // what it is was refused, and reported
		}
		kinds = append(kinds, f.Type.String())
	}
	if p.Code == diag.FC206 {
		return p
	}
	slices.Sort(kinds)
	p.Code = diag.FC206
	p.Message = fmt.Sprintf("the wires into %q bring %q as %s", sc.step.Node.Name.Value, name.Text, strings.Join(slices.Compact(kinds), " and as "))
	p.Hint = "make it one type before they meet"
	return p
}

// ArrivedType is the type of {{input}} at a step: the fields that all wires into it bring. A row that may be absent
// brings nothing to a join: nobody there could tell whether it is.
func (s *Step) ArrivedType() types.Type {
	var ts []types.Type
	arrivals := s.Arrivals()
	for _, in := range arrivals {
		if len(arrivals) > 1 && in.maybeArriving() {
			return types.ObjectOf()
		}
		ts = append(ts, in.arriving())
	}
	return common(ts)
}

// Sender is the node that the wire into o.Next leaves, and the type of what it brings.
func (o *Out) Sender() (*Node, types.Type) { return o.Wire.From, o.arriving() }

// Arrivals returns one way to s for each wire by which it is reached.
func (s *Step) Arrivals() []*Out {
	var outs []*Out
	for _, in := range s.In {
		if !slices.ContainsFunc(outs, func(o *Out) bool { return o.Wire.From == in.Wire.From && o.Wire.Output == in.Wire.Output }) {
			outs = append(outs, in)
		}
	}
	return outs
}

// arriving is the type of what comes by the wire that o follows.
func (o *Out) arriving() types.Type {
	if o.Wire.From == o.Step.Flow.Entry && !o.Refuses() {
		return o.Step.Flow.inputType()
	}
	if sent := o.sent(); sent != nil {
		return sent.Type
	}
	return types.Type{}
}

func (o *Out) maybeArriving() bool {
	sent := o.sent()
	return sent != nil && sent.maybe
}

// sent is the output that the wire leaves; after a branch of a sequence, that is not o.
func (o *Out) sent() *Out {
	for _, s := range o.Step.Flow.Runs(o.Wire.From) {
		for _, out := range s.Outs {
			if out.Name == o.Wire.Output {
				return out
			}
		}
	}
	return nil
}
