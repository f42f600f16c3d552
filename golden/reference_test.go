package golden_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/golden"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// generatedNote begins what is made from the source.
const generatedNote = "<!-- Written by go test ./golden -run TestReferences -update. DO NOT EDIT. -->\n\n"

// TestReferences holds the references of rules, node types and variables to what these say of themselves, and that of the
// runtime to its tests; -update rewrites them.
func TestReferences(t *testing.T) {
	for path, want := range map[string]string{
		"../gen/lint/README.md":  ruleReference(t),
		"../templates/README.md": nodeReference(t),
		"../runtime/README.md":   securityReference(t),
		"../gen/expr/README.md":  expressionReference(t),
		"../gen/flow/README.md":  flowReference(t),

		"../cmd/flowc/docs/configuration.md": variableReference(t),
	} {
		have, err := os.ReadFile(path)
		if err == nil && string(have) == want {
			continue
		}
		if !*update {
			t.Errorf("%s is out of date (%v); go test ./golden -run TestReferences -update rewrites it", path, err)
			continue
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// ruleReference describes each rule, with the example that TestLint runs.
func ruleReference(t *testing.T) string {
	var b strings.Builder
	b.WriteString("# Rules\n\n" + generatedNote)
	b.WriteString("What `flowc lint` finds. Each example is a test: the workflows with the mistake, what lint prints of them, and\nthe fix. `flowc explain CODE` prints the same.\n\n")
	b.WriteString("| code | severity | finds |\n|---|---|---|\n")
	for _, c := range diag.Codes() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", c.Name, strings.ToLower(c.Name), c.Severity, cell(c.Title))
	}
	for _, c := range diag.Codes() {
		fmt.Fprintf(&b, "\n## %s\n\n%s: %s.\n\n%s\n", c.Name, c.Severity, c.Title, strings.TrimSpace(c.Doc))
		if c.Flow {
			b.WriteString("\nIn which order nodes run: [control flow](../flow/README.md).\n")
		}
		example, ok := golden.LintExample(c.Name)
		if !ok {
			t.Errorf("%s has no example", c.Name)
		}
		fmt.Fprintf(&b, "\n<details><summary>Example</summary>\n\n%s\n", example.Why)
		codeBlock(&b, language(example.Bad), example.Bad)
		codeBlock(&b, "", example.Want)
		codeBlock(&b, "diff", mending(example))
		b.WriteString("\n</details>\n")
		for _, f := range c.Findings {
			findingReference(t, &b, f)
		}
	}
	return b.String()
}

// findingReference describes one finding of a code, with what lint reports in its example.
func findingReference(t *testing.T, b *strings.Builder, f *diag.Code) {
	example, ok := golden.LintExample(f.String())
	if !ok {
		t.Errorf("%s is in no case", f)
	}
	fmt.Fprintf(b, "\n### %s\n\n%s\n\n%s\n", f, f.Title, f.Doc)
	codeBlock(b, "", example.First)
}

func codeBlock(b *strings.Builder, language, code string) {
	fmt.Fprintf(b, "\n```%s\n%s\n```\n", language, strings.TrimRight(code, "\n"))
}

// language is JSON for a document alone.
func language(code string) string {
	if strings.HasPrefix(code, "{") {
		return "json"
	}
	return ""
}

// mending is what the example's workflows without the mistake have otherwise, a hunk each.
func mending(e golden.Example) string {
	text := string(diff.Diff("bad", []byte(e.Bad), "good", []byte(e.Good)))
	if _, hunks, ok := strings.Cut(text, "\n@@"); ok {
		return "@@" + hunks
	}
	return text
}

// expressionReference is written by hand, but for its table of functions.
func expressionReference(t *testing.T) string {
	return withTable(t, expr.Reference(), "functions", expr.FunctionTable())
}

// variableReference is a page on configuration, written by hand but for its table of variables.
func variableReference(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| variable | default | meaning |\n|---|---|---|\n")
	for _, v := range rt.KnownVariables() {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", v.Name, cell(v.Default), cell(v.Doc))
	}
	return withTable(t, read(t, "../cmd/flowc/docs/configuration.md"), "variables", b.String())
}

// withTable returns a page with a table between the comments NAME and "end of NAME".
func withTable(t *testing.T, page, name, table string) string {
	t.Helper()
	begin, end := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->"
	before, after, ok := strings.Cut(page, begin)
	_, after, ok2 := strings.Cut(after, end)
	if !ok || !ok2 {
		t.Fatalf("a page has no place for its %s", name)
	}
	return before + begin + table + end + after
}

// nodeReference describes each node type, with a node of it that tests compile.
func nodeReference(t *testing.T) string {
	var b strings.Builder
	b.WriteString("# Node types\n\n" + generatedNote)
	b.WriteString("What the nodes of a workflow may be. `flowc nodes TYPE` prints the same. Fields marked * must be given, outputs marked *\nmust be wired. What may stand between `{{` and `}}`, and the types of fields: [expressions](../gen/expr/README.md). Each example\nis a node of a case that tests compile, with the wires that leave it.\n\n")
	for _, n := range all.Templates() {
		fmt.Fprintf(&b, "- [%s](#%s): `%s`\n", n.Title, anchor(n), n.Type)
	}
	for _, n := range all.Templates() {
		fmt.Fprintf(&b, "\n## %s\n\n`%s`", n.Title, n.Type)
		if n.Entry != nil {
			b.WriteString(", an entry point")
		}
		fmt.Fprintf(&b, ". %s\n", n.Doc)
		nodeFields(&b, n)
		nodeOutputs(&b, n)
		example, err := golden.NodeExample(n.Type)
		if err != nil {
			t.Fatal(err)
		}
		if example != "" {
			codeBlock(&b, "json", example)
		}
	}
	return b.String()
}

// anchor is what a heading's link is called.
func anchor(t *templates.Template) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(t.Title), " ", "-"), "/", "")
}

func nodeFields(b *strings.Builder, t *templates.Template) {
	if len(t.Fields) > 0 {
		b.WriteString("\n| field | takes | default | meaning |\n|---|---|---|---|\n")
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		initial := ""
		if f.Default != "" {
			initial = "`" + f.Default + "`"
		}
		fmt.Fprintf(b, "| `%s`%s | %s | %s | %s |\n", f.Name, star(f.Required), cell(f.Takes()), initial, cell(f.About()))
	}
}

func nodeOutputs(b *strings.Builder, t *templates.Template) {
	if len(t.Outputs) > 0 || t.Further != nil {
		b.WriteString("\n| output | carries | meaning |\n|---|---|---|\n")
	}
	if t.Further != nil {
		fmt.Fprintf(b, "| … | | %s |\n", cell(t.Docs.Further))
	}
	for i := range t.Outputs {
		o := &t.Outputs[i]
		fmt.Fprintf(b, "| `%s`%s | %s | %s |\n", o.Name, star(o.Required), cell(o.Carries()), cell(o.About()))
	}
}

func star(marked bool) string {
	if marked {
		return "*"
	}
	return ""
}

// cell writes text so that it stays within one cell of a table.
func cell(text string) string { return strings.NewReplacer("|", `\|`, "<", "&lt;").Replace(text) }
