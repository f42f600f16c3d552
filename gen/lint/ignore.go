package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Ignore splits a list into what is reported and what the documents ask to leave out, for a reason that each of those
// then carries. Ignores that match nothing are reported (FC508).
func Ignore(folders []*rule.Folder, list diag.List) (kept, ignored diag.List) {
	s := sieve{kept: list, unfinished: map[*diag.File]bool{}}
	for _, d := range list {
		s.unfinished[d.File] = s.unfinished[d.File] || d.Severity() == diag.Error
	}
	for _, f := range folders {
		s.finished(f, list)
	}
	for _, w := range workflows(folders) {
		for _, n := range w.Nodes {
			for _, i := range n.Ignores {
				s.ignore(w, n, i)
			}
		}
		for _, i := range w.Ignores {
			s.ignore(w, nil, i)
		}
	}
	return s.kept, s.ignored
}

// finished leaves out what was found to match nothing in a folder's defaults.json where not all that it may match was
// looked at.
func (s *sieve) finished(f *rule.Folder, list diag.List) {
	unfinished := func(w *ir.Workflow) bool {
		return slices.ContainsFunc(list, func(d diag.Diagnostic) bool {
			return d.File == w.File && d.Severity() == diag.Error && !ignorable(d.Code)
		})
	}
	if f.Defaults == nil || !f.Program.Lost && !slices.ContainsFunc(f.Program.Workflows, unfinished) {
		return
	}
	s.kept = slices.DeleteFunc(slices.Clone(s.kept), func(d diag.Diagnostic) bool {
		return d.Code == diag.FC508Names && d.File == f.Defaults.File
	})
}

// sieve holds what passed the ignores that were applied, and what did not.
type sieve struct {
	kept, ignored diag.List
	unfinished    map[*diag.File]bool // has errors: what an ignore would match may not have been looked for
}

// ignore applies one ignore, of a node or of the whole document.
func (s *sieve) ignore(w *ir.Workflow, n *ir.Node, i schema.Ignore) {
	var kept diag.List
	for _, d := range s.kept {
		if names := i.Rule.Value; d.Code.Name != names && d.Code.String() != names || d.File != w.File || n != nil && d.Node != n.ID.Value || !ignorable(d.Code) {
			kept = append(kept, d)
			continue
		}
		d.Ignored = i.Reason.Value
		s.ignored.Add(d)
	}
	matched := len(kept) < len(s.kept)
	s.kept = kept
	message := why(i.Rule.Value)
	if matched || message == "" && (s.unfinished[w.File] || n != nil && !n.Reached && !w.Broken) {
		return // nobody has looked, as nothing leads there
	}
	d := diag.Diagnostic{
		Code: diag.FC508Ignore, File: w.File, Span: i.Span,
		Message: cmp.Or(message, fmt.Sprintf("ignore of %q matches nothing", i.Rule.Value)), Hint: "remove it",
	}
	if n != nil {
		d.Node = n.ID.Value
	}
	s.kept.Add(d)
}

// why says why an ignore of a rule can never match, or "".
func why(name string) string {
	code := diag.FindCode(name)
	switch {
	case code == nil || code.String() != name:
		return fmt.Sprintf("there is no rule %q to ignore", name)
	case !ignorable(code):
		return fmt.Sprintf("%q is an error that can't be ignored", name)
	}
	return ""
}

// ignorable reports whether diagnostics of a code may be silenced: not what keeps a program from
// having a meaning.
func ignorable(code *diag.Code) bool {
	return code.Severity != diag.Error || strings.HasPrefix(code.Name, "FC4") || strings.HasPrefix(code.Name, "FC5")
}

// ignores reports whether a document asks to leave out what a rule says of a node.
func ignores(n *ir.Node, code *diag.Code) bool {
	asks := func(i schema.Ignore) bool { return i.Rule.Value == code.Name }
	return slices.ContainsFunc(n.Ignores, asks) || slices.ContainsFunc(n.Workflow.Ignores, asks)
}
