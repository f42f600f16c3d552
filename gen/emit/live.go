package emit

import (
	"maps"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/types"
)

// value is something that a handler holds in a variable.
type value struct {
	kind valueKind
	node *ir.Node // that yields it; of arrived, the one that reads it
	name string   // of arrived: the field
}

type valueKind uint8

const (
	result  valueKind = iota // what a node yields; of the entry point, the request
	present                  // whether a node's row is there
	arrived                  // a field of what arrived at a join
)

type values map[value]bool

func nodeValue(_ *ir.Flow, n *ir.Node) value { return value{kind: result, node: n} }

// wanted are the names that a value's variable may have, best first.
func (v value) wanted() []string {
	switch v.kind {
	case present:
		return []string{"found", v.node.GoName + "Found"}
	case arrived:
		return []string{local(v.name), local("input " + v.name)}
	}
	return []string{v.node.GoName, v.node.GoName + types.GoName(v.node.Template.Title)}
}

// typ is the type of a field of what arrived.
func (v value) typ(fl *flow) types.Type {
	for _, s := range fl.ir.Steps {
		if s.Node == v.node {
			f, _ := s.ArrivedType().Field(v.name)
			return f.Type
		}
	}
	return types.Type{}
}

// liveness finds, for each step, which values it and what follows it read. What a step
// itself reads is found by writing it once, for nothing.
func (w *workflow) liveness(fl *flow) map[*ir.Step]values {
	live := make(map[*ir.Step]values, len(fl.ir.Steps))
	trial := newWorkflow(w.ir)
	for i := len(fl.ir.Steps) - 1; i >= 0; i-- {
		s := fl.ir.Steps[i]
		reads := trial.reads(fl, s)
		for _, out := range s.Outs {
			if out.Next != nil {
				maps.Copy(reads, across(out, live[out.Next]))
			}
		}
		delete(reads, value{kind: result, node: s.Node})
		delete(reads, value{kind: present, node: s.Node})
		live[s] = reads
	}
	return live
}

// across are the values that must be there before out is taken, for what is live behind it.
func across(out *ir.Out, behind values) values {
	before := values{}
	for v := range behind {
		if v.kind == arrived && v.node == out.Next.Node {
			from, _ := out.Sender()
			v = value{kind: result, node: from}
		}
		before[v] = true
	}
	return before
}

// reads writes a step and notes which values it asks for.
func (w *workflow) reads(fl *flow, s *ir.Step) values {
	fn := &function{w: w, flow: fl, taken: locals{}, vars: map[value]string{}, step: s}
	st := &step{Pass: ir.NewPass(s), fn: fn, ir: s, reads: values{}}
	s.Node.Template.Emit(st)
	return st.reads
}

// used reports whether anything behind a step reads v.
func (fl *flow) used(s *ir.Step, v value) bool {
	for _, out := range s.Outs {
		if out.Next != nil && across(out, fl.live[out.Next])[v] {
			return true
		}
	}
	return false
}
