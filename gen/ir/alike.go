package ir

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
)

// alike reports a value that is the very one that it is compared with (FC203). Most often the name of a field of the
// request was written that nothing declares, and that a node before has too: the column password.
func (c *checker) alike(v *Value) bool {
	other := c.step.Node.Fields[v.Field.Unlike]
	if other == nil || other.Tree == nil {
		return false
	}
	mine, its := c.reads(v), c.reads(other)
	if mine == nil || its == nil || mine.Key != its.Key {
		return false
	}
	d := diag.Diagnostic{
		Code: diag.FC203, Span: v.JSON.Span,
		Message: fmt.Sprintf("%q: %s is what %q is too", v.Field.Name, mine.Key, other.Field.Name),
		Hint:    "write what the caller has sent",
	}
	if name, by := c.step.Supplied(mine); by != nil && !c.step.Flow.Declared {
		d.Hint = fmt.Sprintf("declare %q in the fields of %q: {{%s}} is what the caller has sent then", name, c.step.Flow.Entry.ID.Value, name)
	}
	c.step.Node.report(&c.b.list, d)
	c.step.Value[v.Field.Name] = &Typed{Tree: v.Tree, Expr: &expr.Expr{Op: expr.OpBad}}
	return true
}

// reads is the value that a text reads, where it is one placeholder that names it; else nil.
func (c *checker) reads(v *Value) *expr.Expr {
	if v.Tree.Text == nil || !v.Tree.Text.Whole() {
		return nil
	}
	e, _ := v.Tree.Text.Check(&scope{step: c.step, value: v.JSON}, expr.Want{Type: types.Type{Nullable: true}, ZeroNull: true, Rows: true})
	if e == nil || e.Key == "" {
		return nil
	}
	return e
}
