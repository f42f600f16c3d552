package gen_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/gocheck"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/templates/all"
)

// shop is the schema of the workflows that drawn reads.
const shop = `CREATE TABLE users (
  id INTEGER PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  nick TEXT,
  password_hash TEXT NOT NULL,
  api_token TEXT,
  hash TEXT
);
CREATE TABLE notes (id INTEGER PRIMARY KEY, owner TEXT NOT NULL, title TEXT NOT NULL, body TEXT, n INTEGER NOT NULL DEFAULT 0, price REAL);
CREATE TABLE sessions (token_hash TEXT PRIMARY KEY, user_id INTEGER NOT NULL, kind TEXT, code_hash TEXT, secret TEXT UNIQUE);
CREATE TABLE staff (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, password_hash TEXT NOT NULL, role TEXT NOT NULL, team_role TEXT NOT NULL DEFAULT '');
`

// functions are the Go functions of their package.
const functions = `package flows

import (
	"context"

	"github.com/flowc-dev/flowc/runtime"
)

type In struct {
	Text  string  ` + "`json:\"text\"`" + `
	Count int64   ` + "`json:\"count,omitempty\"`" + `
	Maybe *string ` + "`json:\"maybe\"`" + `
}

type Out struct {
	Text   string ` + "`json:\"text\"`" + `
	Hidden string ` + "`json:\"hidden\" flowc:\"secret\"`" + `
}

func work(ctx context.Context, in In) (Out, error) { return Out{Text: in.Text}, nil }

type Key struct {
	Secret string ` + "`json:\"secret\" flowc:\"secret\"`" + `
}

func verify(ctx context.Context, r *runtime.WebhookRequest, in Key) error { return nil }
`

// drawn reads a workflow that is written like a drawing: a line "id type {data}" for a node, and a line
// "a:output -> b -> c" for wires, where ":output" is left out for "out". The entry point "in" and the Response "ok" with
// status 200 need no line.
func drawn(t *testing.T, drawing string) *document {
	t.Helper()
	d := &document{name: "drawn"}
	for line := range strings.SplitSeq(drawing, "\n") {
		line, _, _ = strings.Cut(strings.TrimSpace(line), "// ")
		switch fields := strings.Fields(line); {
		case line == "":
		case strings.Contains(line, " -> "):
			d.path(strings.Split(line, " -> "))
		default:
			data := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line[len(fields[0]):]), fields[1]))
			if data == "" {
				data = "{}"
			}
			if !json.Valid([]byte(data)) {
				t.Fatalf("no JSON: %s", data)
			}
			d.node(fields[0], fields[1], data)
		}
	}
	d.standard("in", "apiEndpoint", fmt.Sprintf(`{"endpointMethod": "POST", "endpointPath": "/drawn", "endpointPublic": %t}`, !guarded.MatchString(drawing)))
	d.standard("ok", "response", `{"responseStatus": 200}`)
	return d
}

// guarded matches a drawing with a wire from a guard, so that the entry point needs not say that it is for anybody.
var guarded = regexp.MustCompile(`:valid -> `)

// path adds the wires of a line.
func (d *document) path(nodes []string) {
	for i := range nodes[1:] {
		from, output, _ := strings.Cut(strings.TrimSpace(nodes[i]), ":")
		to, _, _ := strings.Cut(strings.TrimSpace(nodes[i+1]), ":")
		d.wire(from, output, to)
	}
}

// standard adds a node that a wire names and no line declares.
func (d *document) standard(id, kind, data string) {
	declared := slices.ContainsFunc(d.nodes, func(n string) bool { return strings.HasPrefix(n, fmt.Sprintf(`{"id": %q,`, id)) })
	wired := slices.ContainsFunc(d.wires, func(w string) bool { return strings.Contains(w, fmt.Sprintf("%q", id)) })
	if !declared && wired {
		d.node(id, kind, data)
	}
}

// lintDrawn lints the folder of drawings.
func lintDrawn(t *testing.T, drawings ...string) diag.List {
	t.Helper()
	return gen.Lint(folderDrawn(t, drawings...))
}

// imports are the packages that functions needs, loaded once for all tests.
var imports = sync.OnceValue(func() *gocheck.Imports { return gocheck.NewImports("") })

// folderDrawn is the folder of drawings, each a document.
func folderDrawn(t *testing.T, drawings ...string) *gen.Folder {
	t.Helper()
	f := &gen.Folder{
		Package: "flows", Templates: all.Templates(), Schema: diag.NewFile("schema.sql", []byte(shop)),
		Sources: []*diag.File{diag.NewFile("code.go", []byte(functions))}, Imports: imports(),
	}
	for i, drawing := range drawings {
		d := drawn(t, drawing)
		text := string(d.bytes())
		if i > 0 {
			d.name = fmt.Sprintf("drawn%d", i+1)
			text = strings.Replace(string(d.bytes()), "b2o3u4n5", fmt.Sprintf("b2o3u4n%d", i), 1)
			text = strings.Replace(text, `"/drawn"`, fmt.Sprintf(`"/drawn%d"`, i+1), 1)
		}
		f.Documents = append(f.Documents, diag.NewFile(d.name+".flow.json", []byte(text)))
	}
	return f
}

// told says of each diagnostic its rule, its node, the output if there is one, and its message.
func told(list diag.List) []string {
	var lines []string
	for _, d := range list {
		at := d.Node
		if d.Output != "" {
			at += ":" + d.Output
		}
		lines = append(lines, fmt.Sprintf("%s %s: %s", d.Code.Name, at, d.Message))
	}
	return lines
}

// checkTold compares what is found in drawings with what is wanted: for each diagnostic, the begin of its line of told.
func checkTold(t *testing.T, want []string, drawings ...string) {
	t.Helper()
	got := told(lintDrawn(t, drawings...))
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("found\n  %s\nwant\n  %s\nin%s", strings.Join(got, "\n  "), strings.Join(want, "\n  "), strings.Join(drawings, "\n---"))
	}
}
