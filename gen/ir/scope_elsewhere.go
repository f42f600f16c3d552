package ir

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/knowledge"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates"
)

// elsewhere reports a field that n has on another output than the one taken to here (FC204), where it is first read:
// the wire is wrong then, and shows at all that read such fields. It returns nil for a field that is there, or nowhere.
// t is what n carries here.
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
	if sc.step.Node.Trust == Lost || sc.toldBefore(cause{kind: otherField, node: n}, field.Start) {
		return &expr.Problem{} // without a code: the wire was reported
	}
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

// lacking reports a field that n would have if it were set otherwise (FC204), where the first such field is read: one
// setting mends all that read it.
func (sc *scope) lacking(n *Node, t types.Type, field expr.Name) *expr.Problem {
	taken := sc.step.taken(n)
	if t.Kind != types.Object || len(taken) != 1 || taken[0].Spec == nil || taken[0].Spec.Lacks == nil {
		return nil
	}
	known := slices.Sorted(slices.Values(fieldNames(t)))
	if slices.Contains(known, field.Text) || diag.DidYouMean(field.Text, known) != "" {
		return nil
	}
	mend := cmp.Or(manyMend(n, t, field.Text), taken[0].Spec.Lacks(NewPass(sc.step.Flow.Runs(n)[0])))
	if mend == "" {
		return nil
	}
	if sc.step.Node.Trust == Lost || sc.toldBefore(cause{kind: otherField, node: n}, field.Start) {
		return &expr.Problem{} // without a code: the setting was reported
	}
	return &expr.Problem{
		Code: diag.FC204, Start: field.Start, End: field.End, Hint: mend,
		Message: fmt.Sprintf("%q has no field %q, it has %s", n.Name.Value, field.Text, strings.Join(known, ", ")),
	}
}

// manyMend says what the number of the rows of n is called, and the rows, in place of a name that others have for it;
// "" where it is that of a column.
func manyMend(n *Node, t types.Type, field string) string {
	rows, many := t.Field("rows")
	if !many || rows.Type.Elem == nil {
		return ""
	}
	if _, column := rows.Type.Elem.Field(field); column {
		return ""
	}
	switch name := strings.ToLower(field); {
	case knowledge.Names.Counts.Has(name):
		return "write " + n.Name.Value + ".count"
	case knowledge.Names.Many.Has(name):
		return "write " + n.Name.Value + ".rows"
	}
	return ""
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
