package ir

import (
	"fmt"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
)

// constant refuses an expression that is the same for every execution, where none can mean that (FC203). A list may be:
// of three regions, say, each of which is told.
func (c *checker) constant(v *Value) {
	chosen := v.Field.Shape == templates.Cond || v.Field.Shape == templates.Bare && !v.Field.Listed
	if !v.Field.Varies && !chosen {
		return
	}
	if !c.step.Value[v.Field.Name].Expr.Same() || v.Tree.Text.IsNull() {
		return
	}
	d := diag.Diagnostic{
		Code: diag.FC203, Span: v.JSON.Span, Message: fmt.Sprintf("%q: %q is the same for every execution", v.Field.Name, v.JSON.Text),
		Hint: "write what it depends on as a placeholder: " + c.placeholder(v) + nullHint(v.Field),
	}
	if readsAny(c.step.Value[v.Field.Name].Expr) {
		d.Hint = "remove what settles it: true, a value that is compared with itself, or two comparisons of which one always holds (a != 1 || a != 2)"
	}
	if v.Field.ZeroNull && v.JSON.Text == "" {
		d.Fix = []diag.Edit{{File: c.step.Flow.Workflow.File, Span: v.JSON.Span, Text: `"{{null}}"`}}
	}
	c.step.Node.report(&c.b.list, d)
}

// readsAny reports whether an expression reads a value of the workflow.
func readsAny(e *expr.Expr) bool {
	reads := false
	e.Walk(func(e *expr.Expr) { reads = reads || e.Op == expr.OpRef })
	return reads
}

// placeholder is a text as the placeholder that it was to be, where it is a name that means something here.
func (c *checker) placeholder(v *Value) string {
	if name := v.JSON.Text; c.step.Holds(name) {
		return "{{" + name + "}}"
	}
	return "{{…}}"
}

// nullHint says how a check against nothing is written, where that can be meant.
func nullHint(f *templates.Field) string {
	if !f.ZeroNull {
		return ""
	}
	return ", or {{null}} to check against nobody"
}
