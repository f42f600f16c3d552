package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// said holds, by its cause, the place where a misled reference was reported: the first. One wire that leads elsewhere shows at
// all references behind it.
type said struct {
	missed  map[*Node]place  // nodes that are read where they have not run (FC205)
	misled  map[*Node]place  // nodes of which a field is read that another output has (FC204)
	unknown map[string]place // names that mean nothing and of which something is read (FC204)
	// undecoded is where the payload of a Webhook is read that is not decoded there (FC205).
	undecoded place
}

func newSaid() said {
	return said{missed: map[*Node]place{}, misled: map[*Node]place{}, unknown: map[string]place{}}
}

// elsewhere reports a field that n has on another output than the one taken to here (FC204), where it is first read: the
// wire is wrong then, and shows at all that read such fields. It returns nil for a field that is there, or nowhere. t is
// what n carries here.
func (sc *scope) elsewhere(n *Node, t types.Type, field expr.Name) *expr.Problem {
	if t.Kind != types.Object {
		return nil
	}
	if _, there := t.Field(field.Text); there {
		return nil
	}
	output := sc.step.outputWith(n, field.Text)
	taken := sc.step.taken(n)
	lacking := slices.DeleteFunc(slices.Clone(taken), func(o *Out) bool { _, has := o.Type.Field(field.Text); return has })
	if output == "" || len(lacking) == 0 {
		return nil
	}
	here := place{sc.value, field.Start}
	if at, reported := sc.step.Flow.said.misled[n]; sc.step.Node.Trust == Lost || reported && at != here {
		return &expr.Problem{} // without a code: the wire was reported
	}
	sc.step.Flow.said.misled[n] = here
	mend := fmt.Sprintf("output %q has it: lead that one here, or read it below that", output)
	if len(taken) > 1 {
		mend = fmt.Sprintf("output %q has it: lead %q elsewhere", output, lacking[0].Name)
	}
	return &expr.Problem{
		Code: diag.FC204, Start: field.Start, End: field.End,
		Message: fmt.Sprintf("%q has no field %q below output %q", n.Name.Value, field.Text, lacking[0].Name),
		Hint:    mend,
	}
}

// lacking reports a field that n would have if it were set otherwise (FC204), where the first such field is read: one setting
// mends all that read it.
func (sc *scope) lacking(n *Node, t types.Type, field expr.Name) *expr.Problem {
	taken := sc.step.taken(n)
	if t.Kind != types.Object || len(taken) != 1 || taken[0].Spec == nil || taken[0].Spec.Lacks == nil {
		return nil
	}
	known := slices.Sorted(slices.Values(fieldNames(t)))
	if slices.Contains(known, field.Text) || diag.DidYouMean(field.Text, known) != "" {
		return nil
	}
	mend := taken[0].Spec.Lacks(NewPass(sc.step.Flow.Runs(n)[0]))
	if mend == "" {
		return nil
	}
	here := place{sc.value, field.Start}
	if at, reported := sc.step.Flow.said.misled[n]; reported && at != here {
		return &expr.Problem{} // without a code: the setting was reported
	}
	sc.step.Flow.said.misled[n] = here
	return &expr.Problem{
		Code: diag.FC204, Start: field.Start, End: field.End, Hint: mend,
		Message: fmt.Sprintf("%q has no field %q, it has %s", n.Name.Value, field.Text, strings.Join(known, ", ")),
	}
}

// outputWith is an output of n that carries a field; "" where there is none.
func (s *Step) outputWith(n *Node, field string) string {
	for _, step := range s.Flow.Runs(n) {
		for _, out := range step.Outs {
			if _, has := out.Type.Field(field); has {
				return out.Name
			}
			if done := out.Spec != nil && out.Spec.Role == templates.Done; done && n.yields(field) {
				return out.Name // which is not checked before its region
			}
		}
	}
	return ""
}

// unknownBefore reports whether a name was reported before of which something is read and that means nothing: that of one
// node, which was removed or has another name.
func (sc *scope) unknownBefore(name expr.Name) bool {
	here := place{sc.value, name.Start}
	at, reported := sc.step.Flow.said.unknown[name.Text]
	if !reported {
		sc.step.Flow.said.unknown[name.Text] = here
	}
	return reported && at != here
}

// Misled reports whether n is read where another output of it was taken, or where it has not run on every path (FC204,
// FC205), or the payload where n has not verified its sender: a wire leads elsewhere than its author wants.
func (f *Flow) Misled(n *Node) bool {
	return f.Missed(n) || f.said.misled[n] != place{} || n.Verifies() && f.said.undecoded != place{}
}

// MisledNodes counts such nodes.
func (f *Flow) MisledNodes() int { return len(f.said.missed) + len(f.said.misled) }

// UnknownNames counts the names that mean nothing and of which something is read (FC204): nodes that were removed, perhaps.
func (f *Flow) UnknownNames() int { return len(f.said.unknown) }
