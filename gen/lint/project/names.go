package project

import (
	"fmt"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/lint/rule"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

var Identities = rule.Rule{Code: diag.FC502, Run: identities, Wide: true}

func identities(p *rule.Pass) {
	sharing := map[string][]*ir.Workflow{}
	for _, w := range p.Workflows {
		if w.ID.Value != "" {
			sharing[w.ID.Value] = append(sharing[w.ID.Value], w)
		}
	}
	for _, w := range p.Workflows {
		all := sharing[w.ID.Value]
		if len(all) == 0 || all[0] == w {
			continue
		}
		other, name := all[0], strconv.Quote(all[0].Name.Value)
		if w.Name.Value == all[0].Name.Value {
			name = "in " + path.Base(all[0].File.Name)
		}
		p.Report(diag.Diagnostic{
			File: w.File, Span: w.ID.Span,
			Message: fmt.Sprintf("workflow %q has the id of workflow %s", w.Name.Value, name),
			Hint:    "copy a workflow with flowc duplicate, which gives it an id of its own",
			Related: []diag.Related{{File: other.File, Span: other.ID.Span, Message: "the other one"}},
			Fix:     newIdentity(w, all),
		})
	}
}

// newIdentity gives w an id of its own, or where w is the original of all, the first of the others; and where a copy
// has its name too, that of its file, so that its Go names are its own.
func newIdentity(w *ir.Workflow, all []*ir.Workflow) []diag.Edit {
	if original(all) == w {
		w = all[0]
	}
	edits := []diag.Edit{{File: w.File, Span: w.ID.Span, Text: strconv.Quote(schema.NewID())}}
	if slices.ContainsFunc(all, func(o *ir.Workflow) bool { return o != w && o.GoName == w.GoName }) {
		edits = append(edits, diag.Edit{File: w.File, Span: w.Name.Span, Text: strconv.Quote(w.Stem)})
	}
	return edits
}

// original is the workflow whose file was probably copied: people and programs name a copy by adding something.
func original(all []*ir.Workflow) *ir.Workflow {
	for _, w := range all {
		if !slices.ContainsFunc(all, func(o *ir.Workflow) bool { return !strings.Contains(o.Stem, w.Stem) }) {
			return w
		}
	}
	return all[0]
}

var GoNames = rule.Rule{Code: diag.FC504, Run: goNames}

func goNames(p *rule.Pass) {
	taken := map[string]rule.Name{}
	for _, n := range p.Names {
		taken[n.Name] = n
	}
	packageNames(p, taken)
	seen := map[identity]bool{}
	for _, w := range p.Program.Workflows {
		is := identity{w.ID.Value, w.GoName}
		if seen[is] {
			continue // FC502 says of a copy that it is one: all of its names are taken
		}
		seen[is] = true
		if token.IsKeyword(w.GoName) {
			p.Report(diag.Diagnostic{
				File: w.File, Span: w.Name.Span, Hint: "rename it",
				Message: fmt.Sprintf("workflow %q becomes the Go keyword %q", w.Name.Value, w.GoName),
			})
		}
		workflowNames(p, taken, w)
	}
}

// workflowNames takes the names of a workflow and its nodes. Where one is taken by a generated name, all that begins
// with it would only repeat that.
func workflowNames(p *rule.Pass, taken map[string]rule.Name, w *ir.Workflow) {
	clashed := map[*ir.Node]bool{}
	for _, n := range w.GoNames() {
		if clashed[n.Node] || !goName(p, taken, w, n) {
			continue
		}
		if n.Node == nil {
			return
		}
		clashed[n.Node] = true
	}
}

// identity is what a copy of a workflow's file has in common with it.
type identity struct{ id, goName string }

// packageNames takes the names that are generated for the package itself.
func packageNames(p *rule.Pass, taken map[string]rule.Name) {
	for _, name := range []string{"Env", "Flows", "New", "migrations", "schemaSQL"} {
		if n, clash := taken[name]; clash && (name != "migrations" && name != "schemaSQL" || len(p.Program.Embeds) > 0) {
			p.Report(diag.Diagnostic{
				File: n.File, Span: n.Span, Hint: "rename it",
				Message: fmt.Sprintf("Go name %q is generated for the package", name),
			})
		}
		taken[name] = rule.Name{Name: name}
	}
}

// goName reports a generated name that is taken, or takes it. The result is whether another
// generated name has it.
func goName(p *rule.Pass, taken map[string]rule.Name, w *ir.Workflow, n ir.GoName) bool {
	other, clash := taken[n.Name]
	if !clash {
		taken[n.Name] = rule.Name{Name: n.Name, File: w.File, Span: placeOf(w, n)}
		return false
	}
	d := diag.Diagnostic{
		File: w.File, Span: placeOf(w, n), Hint: "rename one of them",
		Message: fmt.Sprintf("workflow %q becomes the Go name %q, which is taken", w.Name.Value, n.Name),
	}
	if n.Node != nil {
		d.Node = n.Node.ID.Value
		d.Message = fmt.Sprintf("node %q becomes the Go name %q, which is taken", n.Node.Name.Value, n.Name)
		d.Hint = "rename one of them; data.name gives a node another name"
	}
	if other.File != nil {
		d.Related = []diag.Related{{File: other.File, Span: other.Span, Message: "the other one"}}
	}
	p.Report(d)
	return !slices.Contains(p.Names, other)
}

func placeOf(w *ir.Workflow, n ir.GoName) diag.Span {
	if n.Node != nil {
		return n.Node.Name.Span
	}
	return w.Name.Span
}
