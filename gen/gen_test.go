package gen_test

import (
	"bytes"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/emit"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

const table = "CREATE TABLE notes (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL);\n"

// broken has ten mistakes that have nothing to do with one another.
const broken = `{
  "version": 1,
  "id": "t2e3n4m5i6s7t2a3k4e5s6t2e3",
  "name": "broken",
  "nods": [],
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "notes/{id}"}},
    {"id": "who", "type": "auth", "data": {"authSecret": "secret"}},
    {"id": "list", "type": "sql", "data": {"sqlQuery": "SELECT id, titel FROM notes"}},
    {"id": "count", "type": "set", "data": {"setValues": {"n": "{{1 + 'a'}}"}}},
    {"id": "many", "type": "condition", "data": {"conditionExpression": "count.n > 100 &&"}},
    {"id": "big", "type": "response", "data": {"responseStatus": 99, "responseBody": "{{nothing.at.all}}"}},
    {"id": "no", "type": "response", "data": {"responseStatus": 401, "responseBody": "{{env.KEY}}"}}
  ],
  "edges": [
    {"source": "in", "target": "who"},
    {"source": "who", "sourceHandle": "valid", "target": "list"},
    {"source": "who", "sourceHandle": "invalid", "target": "no"},
    {"source": "list", "target": "count"},
    {"source": "count", "target": "many"},
    {"source": "many", "sourceHandle": "true", "target": "big"}
  ]
}
`

func TestEveryMistakeInOneRun(t *testing.T) {
	want := []string{
		"5:3 FC002", "7:91 FC203", "8:58 FC401", "9:68 FC209", "10:67 FC206",
		"11:12 FC302", "11:90 FC210", "12:66 FC203", "12:89 FC204", "13:89 FC402",
	}
	files, list, err := gen.Compile(folderOf("broken", []byte(broken)))
	if err != nil || files != nil {
		t.Errorf("Compile returned %d files and the error %v of a document with mistakes", len(files), err)
	}
	if got := places(list); !slices.Equal(got, want) {
		t.Errorf("diagnostics are\n%s\nwant\n%s\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"), text(list))
	}
}

// folderOf is a folder of one document and a table.
func folderOf(stem string, src []byte) *gen.Folder {
	return &gen.Folder{
		Package: "flows", Templates: all.Templates(), Schema: diag.NewFile("schema.sql", []byte(table)),
		Documents: []*diag.File{diag.NewFile(stem+".flow.json", src)}, Imports: imports(),
	}
}

// places says of each diagnostic where it is and of which rule.
func places(list diag.List) []string {
	var got []string
	for _, d := range list {
		line, column := d.File.Position(d.Span.Start)
		got = append(got, fmt.Sprintf("%d:%d %s", line, column, d.Code.Name))
	}
	return got
}

func text(list diag.List) string {
	var b strings.Builder
	_ = diag.WriteText(&b, list, false) // a Builder takes everything
	return b.String()
}

// TestSeverityIsTheRules holds what is reported to what `flowc explain` says of it.
func TestSeverityIsTheRules(t *testing.T) {
	paths, err := filepath.Glob("../golden/lint/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases (%v)", err)
	}
	seen := map[string]bool{}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range gen.Lint(below(archive, "bad/")) {
			seen[d.Code.Name] = true
		}
	}
	for _, c := range diag.Codes() {
		if !seen[c.Name] && c != diag.FC505 { // found by comparing with what is committed, not by Lint
			t.Errorf("no case shows %s", c.Name)
		}
	}
}

// below makes the files of an archive whose names begin with prefix a folder.
func below(archive *txtar.Archive, prefix string) *gen.Folder {
	f := &gen.Folder{Package: "flows", Templates: all.Templates(), Imports: imports()}
	for _, file := range archive.Files {
		name, ok := strings.CutPrefix(file.Name, prefix)
		switch source := diag.NewFile(name, file.Data); {
		case !ok:
		case name == "schema.sql":
			f.Schema = source
		case name == schema.DefaultsFile:
			f.Defaults = source
		case strings.HasSuffix(name, ".go"):
			f.Sources = append(f.Sources, source)
		default:
			f.Documents = append(f.Documents, source)
		}
	}
	return f
}

// TestBounds compiles what nobody draws: it must end soon, with Go or with a message.
func TestBounds(t *testing.T) {
	for _, c := range []struct {
		name string
		src  []byte
		want string // code of the one diagnostic, "" for none
	}{
		{"10,000 nodes in a chain", chain(10_000), ""},
		{"50 MB", slices.Concat([]byte(`{"version": 1, "x-filler": "`), bytes.Repeat([]byte("a"), 50<<20), []byte(`"}`)), "FC001"},
		{"100,000 arrays", slices.Concat(bytes.Repeat([]byte("["), 100_000), bytes.Repeat([]byte("]"), 100_000)), "FC001"},
		{"100,000 arrays in a node", []byte(`{"nodes": [{"data": ` + strings.Repeat("[", 100_000)), "FC001"},
		{"truncated", chain(10)[:300], "FC001"},
		{"binary", []byte("\x7fELF\x02\x01\x01\x00\xff\xfe"), "FC001"},
		{"UTF-16", []byte("\xff\xfe{\x00}\x00"), "FC001"},
		{"empty", nil, "FC001"},
		{"100,000 wires between two nodes", fan(100_000), "FC308"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files, list := compileSoon(t, c.src)
			switch {
			case c.want == "" && (len(list) > 0 || len(files) == 0):
				t.Errorf("%d files, diagnostics %v", len(files), cut(text(list)))
			case c.want != "" && (len(list) != 1 || list[0].Code.Name != c.want):
				t.Errorf("want %s alone, got %d: %s", c.want, len(list), cut(text(list)))
			}
			if printed := text(list); len(printed) > 2000 {
				t.Errorf("%d bytes are printed", len(printed))
			}
		})
	}
}

// compileSoon compiles one document and fails where that takes minutes.
func compileSoon(t *testing.T, src []byte) ([]emit.File, diag.List) {
	t.Helper()
	type result struct {
		files []emit.File
		list  diag.List
		err   error
	}
	done := make(chan result, 1)
	go func() {
		files, list, err := gen.Compile(folderOf("big", src))
		done <- result{files, list, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			t.Fatal(r.err)
		}
		return r.files, r.list
	case <-time.After(time.Minute):
		t.Fatal("takes more than a minute")
		return nil, nil
	}
}

func cut(s string) string { return s[:min(len(s), 1000)] }

// chain is a document whose n nodes are Sets, each of which reads the one before it, and
// Conditions that answer early.
func chain(n int) []byte {
	d := &document{name: "chain"}
	d.node("in", "apiEndpoint", `{"endpointMethod": "GET", "endpointPath": "/chain/{n}"}`)
	d.node("s0", "set", `{"setValues": {"v": "{{int(n)}}"}}`)
	d.wire("in", "", "s0")
	last, output := "s0", ""
	for i := 1; i < n/3; i++ {
		set, cond, res := fmt.Sprintf("s%d", i), fmt.Sprintf("c%d", i), fmt.Sprintf("r%d", i)
		d.node(set, "set", fmt.Sprintf(`{"setValues": {"v": "{{s%d.v + 1}}"}}`, i-1))
		d.node(cond, "condition", fmt.Sprintf(`{"conditionExpression": "%s.v < %d"}`, set, n))
		d.node(res, "response", fmt.Sprintf(`{"responseStatus": 400, "responseBody": {"at": "{{%s.v}}"}}`, set))
		d.wire(last, output, set)
		d.wire(set, "", cond)
		d.wire(cond, "false", res)
		last, output = cond, "true"
	}
	d.node("ok", "response", `{"responseStatus": 200}`)
	d.wire(last, output, "ok")
	return d.bytes()
}

// fan is a document with n equal wires.
func fan(n int) []byte {
	d := &document{name: "fan"}
	d.node("in", "apiEndpoint", `{"endpointMethod": "GET", "endpointPath": "/fan"}`)
	d.node("ok", "response", `{"responseStatus": 200}`)
	for range n {
		d.wire("in", "", "ok")
	}
	return d.bytes()
}

// document writes a workflow.
type document struct {
	name         string
	nodes, wires []string
}

func (d *document) node(id, kind, data string) {
	d.nodes = append(d.nodes, fmt.Sprintf(`{"id": %q, "type": %q, "data": %s}`, id, kind, data))
}

func (d *document) wire(from, output, to string) {
	handle := ""
	if output != "" {
		handle = fmt.Sprintf(`"sourceHandle": %q, `, output)
	}
	d.wires = append(d.wires, fmt.Sprintf(`{"source": %q, %s"target": %q}`, from, handle, to))
}

func (d *document) bytes() []byte {
	return fmt.Appendf(nil, "{\"version\": 1, \"id\": \"b2o3u4n5d6s7b2o3u4n5d6s7\", \"name\": %q, \"nodes\": [\n%s\n], \"edges\": [\n%s\n]}\n",
		d.name, strings.Join(d.nodes, ",\n"), strings.Join(d.wires, ",\n"))
}

// FuzzLint mutates documents that people might write. Nothing may panic, every diagnostic
// lies inside its document and can be printed, and what has no errors becomes Go.
func FuzzLint(f *testing.F) {
	for _, pattern := range []string{"../golden/apps/*/flows/*.flow.json", "../golden/lint/*.txtar", "../golden/nodes/*.txtar"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			f.Fatalf("%s: no seeds (%v)", pattern, err)
		}
		for _, path := range paths {
			seed(f, path)
		}
	}
	schema, err := os.ReadFile("../golden/apps/auth/flows/migrations/00001_begin.sql")
	if err != nil {
		f.Fatal(err)
	}
	schema, _, _ = bytes.Cut(schema, []byte("-- +goose Down"))
	f.Fuzz(func(t *testing.T, src []byte) {
		folder := folderOf("login", src)
		folder.Schema = diag.NewFile("schema.sql", append([]byte(table), schema...))
		files, list, err := gen.Compile(folder)
		if err != nil {
			t.Fatal(err)
		}
		checkDiagnostics(t, list)
		for _, file := range files {
			checkGo(t, file)
		}
	})
}

// seed adds a document, or those of an archive.
func seed(f *testing.F, path string) {
	b, err := os.ReadFile(path)
	if err != nil {
		f.Fatal(err)
	}
	if !strings.HasSuffix(path, ".txtar") {
		f.Add(b)
		return
	}
	for _, file := range txtar.Parse(b).Files {
		if strings.HasSuffix(file.Name, ".flow.json") {
			f.Add(file.Data)
		}
	}
}

func checkDiagnostics(t *testing.T, list diag.List) {
	t.Helper()
	for _, d := range list {
		if d.File == nil || d.Span.Start < 0 || d.Span.End < d.Span.Start || d.Span.End > len(d.File.Src) {
			t.Fatalf("%s: %q is at %v", d.Code.Name, d.Message, d.Span)
		}
		if diag.FindCode(d.Code.Name) == nil || d.Message == "" {
			t.Fatalf("%q is of the unknown rule %q", d.Message, d.Code.Name)
		}
	}
	if err := diag.WriteText(&bytes.Buffer{}, list, false); err != nil {
		t.Fatal(err)
	}
	if err := diag.WriteJSON(&bytes.Buffer{}, list); err != nil {
		t.Fatal(err)
	}
	if err := diag.WriteSARIF(&bytes.Buffer{}, list, diag.Tool{Dir: "/"}); err != nil {
		t.Fatal(err)
	}
}

func checkGo(t *testing.T, file emit.File) {
	t.Helper()
	if !strings.HasSuffix(file.Name, ".go") {
		return
	}
	formatted, err := format.Source(file.Content)
	if err != nil {
		t.Fatalf("%s is no Go: %v\n%s", file.Name, err, file.Content)
	}
	if !bytes.Equal(formatted, file.Content) {
		t.Fatalf("%s is not formatted as gofmt does:\n%s", file.Name, file.Content)
	}
}
