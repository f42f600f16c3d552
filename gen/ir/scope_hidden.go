package ir

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
)

// hide notes a reference to a node that has the name of a declared field of the request, which it hides, where the
// field has what is referred to.
func (sc *scope) hide(n *Node, path []expr.Name) {
	f := sc.step.Flow
	in := f.inputs[path[0].Text]
	if in == nil || in.Uses != nil || n == f.Entry || !isName(f.Entry.Name.Value) {
		return
	}
	if field, _ := f.inputType().Field(in.Name); len(path) > 1 {
		if _, has := field.Type.Field(path[1].Text); !has {
			return
		}
	}
	sc.hidden = append(sc.hidden, path)
}

// mend says, of what is wrong with a reference to a node that hides a field of the request, how the field is read: it
// is what the author meant, where the node has not run or is not what is wanted.
func (sc *scope) mend(problems []expr.Problem) []expr.Problem {
	for i := range problems {
		p := &problems[i]
		if p.Code == diag.FC206 {
			p.Related = append(p.Related, sc.step.Flow.nullGivers(sc.fields)...)
		}
		if p.Code != diag.FC204 && p.Code != diag.FC205 && p.Code != diag.FC206 || p.Row != "" {
			continue
		}
		for _, path := range sc.hidden {
			if first, last := path[0], path[len(path)-1]; p.Start <= last.Start && first.End <= p.End {
				p.Hint = fmt.Sprintf("write %s.%s: the node %q hides the field of the request", sc.step.Flow.Entry.Name.Value, first.Text, first.Text)
				break
			}
		}
	}
	return problems
}
