package lint

import (
	"fmt"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

var fc508 = Rule{Rule: diag.Rule{
	Code: "FC508", Severity: diag.Warning, Title: "an ignore that matches nothing",
	Doc: "`lint.ignore` silences a rule, for a reason that is stated. One that silences nothing is out of date, or " +
		"names a rule that can't be ignored: errors FC0xx to FC3xx.",
}}

// Ignore leaves out what the documents ask to leave out, and reports ignores that match
// nothing (FC508).
func Ignore(p *ir.Program, list diag.List) diag.List {
	for _, w := range p.Workflows {
		for _, i := range w.Ignores {
			list = ignore(list, w, nil, i)
		}
		for _, n := range w.Nodes {
			for _, i := range n.Ignores {
				list = ignore(list, w, n, i)
			}
		}
	}
	return list
}

// ignore applies one ignore, of a node or of the whole document.
func ignore(list diag.List, w *ir.Workflow, n *ir.Node, i schema.Ignore) diag.List {
	var kept diag.List
	for _, d := range list {
		if d.Code != i.Rule.Value || d.File != w.File || n != nil && d.Node != n.ID.Value || !ignorable(d) {
			kept = append(kept, d)
		}
	}
	if len(kept) < len(list) {
		return kept
	}
	d := diag.Diagnostic{
		Code: fc508.Code, Severity: fc508.Severity, File: w.File, Span: i.Span,
		Message: fmt.Sprintf("ignore of %q matches nothing", i.Rule.Value), Hint: "remove it",
	}
	if n != nil {
		d.Node = n.ID.Value
	}
	return append(kept, d)
}

// ignorable reports whether a diagnostic may be silenced: not what keeps a program from
// having a meaning.
func ignorable(d diag.Diagnostic) bool {
	return d.Severity == diag.Warning || strings.HasPrefix(d.Code, "FC4") || strings.HasPrefix(d.Code, "FC5")
}
