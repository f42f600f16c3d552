package golden_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/sql/lineage"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// followedRules are the rules that follow values on the graph, and should not depend on what columns and variables are
// called.
var followedRules = []string{"FC402", "FC403", "FC407", "FC408", "FC412", "FC413", "FC416", "FC417", "FC418", "FC419", "FC420"}

// TestRenamed renames every column and variable of the cases of followedRules, by machine, and lists in renamed.md what
// is not found any more: what only a name said. All else is found by what the schema says, and by how values go.
func TestRenamed(t *testing.T) {
	var lost, gained []string
	found := 0
	for _, file := range archives(t, "lint") {
		if !slices.Contains(followedRules, ruleOf(file)) {
			continue
		}
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"bad/", "good/"} {
			files := below(archive, part)
			before, after := problemsOf(t, file, files), problemsOf(t, file, calledOtherwise(t, files))
			for _, line := range before {
				if found++; !slices.Contains(after, line) {
					lost = append(lost, line)
				}
			}
			for _, line := range after {
				if !slices.Contains(before, line) {
					gained = append(gained, line)
				}
			}
		}
	}
	const page = "renamed.md"
	got := fmt.Sprintf("# What names alone say\n\nOf %d diagnostics of %s in golden/lint, these are gone once every column and variable has another name. Each "+
		"rests on a label, which a name gives.\n\n%s\nAnd these come with it:\n\n%s",
		found, strings.Join(followedRules, ", "), bullets(lost), bullets(gained))
	if *update {
		if err := os.WriteFile(page, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", page, diff)
	}
}

func bullets(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		fmt.Fprintf(&b, "- %s\n", line)
	}
	return b.String()
}

// problemsOf are what the rule of a case finds in a folder: the case, the workflow and the node. There are no errors of
// other rules: a renamed folder means the same.
func problemsOf(t *testing.T, file string, files fileSet) []string {
	t.Helper()
	var list []string
	for _, d := range gen.Lint(files.folder()) {
		switch {
		case d.Code.Name == ruleOf(file):
			list = append(list, fmt.Sprintf("%s: %s, node %q", caseName(file), d.File.Name, d.Node))
		case d.Severity() == diag.Error:
			t.Errorf("%s: %s %s: %s", file, d.File.Name, d.Code, d.Message)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// renaming gives columns and variables other names.
type renaming struct {
	columns, variables map[string]string
	nodes              []string // of the document, which keep theirs
}

var (
	insideBraces = regexp.MustCompile(`\{\{.*?\}\}`)
	pathField    = regexp.MustCompile(`\{(\w+)\}`)
	// word matches a name, a text in quotes, and a part of the request, of which the first alone is renamed.
	word = regexp.MustCompile(`'[^']*'|"[^"]*"|\brequest(?:\.\w+|\[[^\]]*\])*|\benv\.\w+|\.?\b[A-Za-z_]\w*\b\(?`)
)

// calledOtherwise is a folder whose columns and variables are called otherwise.
func calledOtherwise(t *testing.T, files fileSet) fileSet {
	t.Helper()
	r := renaming{columns: map[string]string{}, variables: map[string]string{}}
	for _, name := range files.names() {
		if !strings.HasSuffix(name, ".sql") {
			continue
		}
		for _, table := range lineage.ReadSchema(string(files[name])).Tables() {
			for _, c := range table.Columns {
				if r.columns[c.Name] == "" {
					r.columns[c.Name] = fmt.Sprintf("c%d", len(r.columns)+1)
				}
			}
		}
	}
	other := fileSet{}
	for _, name := range files.names() {
		switch {
		case strings.HasSuffix(name, ".sql"):
			other[name] = []byte(r.words(string(files[name])))
		case strings.HasSuffix(name, ".flow.json"):
			other[name] = r.document(t, files[name])
		default:
			other[name] = files[name]
		}
	}
	return other
}

// document is a document in other names.
func (r *renaming) document(t *testing.T, text []byte) []byte {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	r.nodes = nil
	for _, n := range doc["nodes"].([]any) {
		node := n.(map[string]any)
		r.nodes = append(r.nodes, node["id"].(string))
		if data, ok := node["data"].(map[string]any); ok && data["name"] != nil {
			r.nodes = append(r.nodes, data["name"].(string))
		}
	}
	for _, n := range doc["nodes"].([]any) {
		node := n.(map[string]any)
		data, _ := node["data"].(map[string]any)
		for key, value := range data {
			data[key] = r.field(shapeOf(node["type"].(string), key), value)
		}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(doc); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func shapeOf(nodeType, field string) templates.Shape {
	for _, tmpl := range all.Templates() {
		for _, f := range tmpl.Fields {
			if tmpl.Type == nodeType && f.Name == field {
				return f.Shape
			}
		}
	}
	return templates.Text
}

// field is the value of a field in other names, by its shape.
func (r *renaming) field(shape templates.Shape, value any) any {
	text, isText := value.(string)
	switch {
	case isText && (shape == templates.Query || shape == templates.Cond || shape == templates.Bare):
		return r.words(text)
	case isText && strings.HasPrefix(text, "/"):
		return pathField.ReplaceAllStringFunc(text, r.words)
	case shape == templates.Fields || shape == templates.Types:
		return r.keys(value, func(v any) any { return v })
	}
	return r.tree(value)
}

// tree is a value whose members are called otherwise, and the placeholders in it.
func (r *renaming) tree(value any) any {
	switch v := value.(type) {
	case string:
		return insideBraces.ReplaceAllStringFunc(v, r.words)
	case []any:
		for i := range v {
			v[i] = r.tree(v[i])
		}
	case map[string]any:
		return r.keys(v, r.tree)
	}
	return value
}

func (r *renaming) keys(value any, member func(any) any) any {
	object, ok := value.(map[string]any)
	if !ok {
		return value
	}
	other := map[string]any{}
	for key, v := range object {
		if name := r.columns[key]; name != "" {
			key = name
		}
		other[key] = member(v)
	}
	return other
}

// words are a text of SQL or an expression in other names.
func (r *renaming) words(text string) string {
	return word.ReplaceAllStringFunc(text, func(w string) string {
		if name, is := strings.CutPrefix(w, "env."); is {
			return "env." + r.variable(name)
		}
		name := strings.TrimPrefix(w, ".")
		if other := r.columns[name]; other != "" && (name != w || !slices.Contains(r.nodes, name)) {
			return strings.TrimSuffix(w, name) + other
		}
		return w
	})
}

// variable is the other name of a variable: PUBLIC_ says what it is, and stays.
func (r *renaming) variable(name string) string {
	if r.variables[name] == "" {
		prefix := ""
		if strings.HasPrefix(name, "PUBLIC_") {
			prefix = "PUBLIC_"
		}
		r.variables[name] = fmt.Sprintf("%sV%d", prefix, len(r.variables)+1)
	}
	return r.variables[name]
}
