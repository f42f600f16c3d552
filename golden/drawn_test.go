package golden_test

import (
	"fmt"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// drawnPage says what backends came to when they were drawn at first, and what they come to now.
const drawnPage = "drawn.md"

// drawing is what a project comes to.
type drawing struct {
	routes, workflows, nodes int
	apart                    int // nodes, if each route had all of its own
	json, golang             int // lines of workflows, and of the Go that they make
}

// drawnFirst are projects as they were committed at first: git show COMMIT:golden/apps/NAME/… has them.
var drawnFirst = []struct {
	name, commit string
	drawing
	since string // what it does since then, and what of the language made it less
}{
	{"accounts", "2229002", drawing{10, 10, 82, 82, 611, 1318},
		"Transactions keep what belongs together, limits are a node, who is logged in and the password are asked for in a Call each, " +
			"and Conditions went into SQL. Two routes more, and nobody gets in under the name of another."},
	{"deadletters", "1f75ca5", drawing{5, 5, 37, 37, 211, 613},
		"A delivery is passed on once, however many ask for it: one SQL and one Response more."},
	{"organizations", "2229002", drawing{5, 5, 38, 38, 242, 598},
		"Each organization has an admin from its beginning to its end: founding one and removing a member are a Transaction each."},
	{"shortener", "2229002", drawing{4, 4, 23, 23, 123, 403},
		"Nothing: what is new asked for no change."},
	{"todo", "2229002", drawing{4, 4, 23, 23, 142, 407},
		"Drawn whole: accounts and sharing beside the lists, six routes more. One Call asks whose list it is."},
}

// TestDrawn holds the page to what the committed projects come to.
func TestDrawn(t *testing.T) {
	var page strings.Builder
	page.WriteString(`# What backends come to

<!-- go test ./golden -run TestDrawn -update writes this. -->

Five of the [projects](../README.md#starters), as they were drawn at first and as they are now, with what the language has
got since. A route is an entry point that callers reach. Without reuse is how many nodes there would be if each route had all of its own:
what it calls, and what it shares with others of its workflow. JSON and Go are lines: of the workflows, and of the Go that they make.

| project | | routes | workflows | nodes | without reuse | nodes a route | JSON | Go |
|---|---|---|---|---|---|---|---|---|
`)
	for _, first := range drawnFirst {
		page.WriteString(first.row("`"+first.name+"`", "at "+first.commit))
		page.WriteString(drawn(t, first.name).row("", "now"))
	}
	page.WriteString("\nWhat they do since, and by what of the language:\n\n")
	for _, first := range drawnFirst {
		fmt.Fprintf(&page, "- `%s`: %s\n", first.name, first.since)
	}
	holdTable(t, drawnPage, page.String())
}

// row is a line of the table.
func (d drawing) row(name, when string) string {
	calls := ""
	if d.apart != d.nodes {
		calls = fmt.Sprint(d.apart)
	}
	return fmt.Sprintf("| %s | %s | %d | %d | %d | %s | %.1f | %d | %d |\n", name, when, d.routes, d.workflows, d.nodes, calls,
		float64(d.nodes)/float64(d.routes), d.json, d.golang)
}

// drawn measures a project of golden/apps.
func drawn(t *testing.T, app string) (d drawing) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join("apps", app, "flows", "*.flow.*"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s has no workflows: %v", app, err)
	}
	var flows []*schema.Workflow
	for _, path := range paths {
		text := read(t, path)
		if filepath.Ext(path) == ".go" {
			d.golang += strings.Count(text, "\n")
			continue
		}
		w, problems := schema.Parse(diag.NewFile(filepath.Base(path), []byte(text)))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		flows = append(flows, w)
		d.json += strings.Count(text, "\n")
	}
	for _, w := range flows {
		d.workflows++
		d.nodes += len(w.Nodes)
		d.routes += count(w, "apiEndpoint") + count(w, "webhook") + count(w, "mcpTool")
	}
	d.apart = drawnApart(t, app)
	return d
}

// drawnApart counts the nodes that the routes of a project would have if each had all of its own.
func drawnApart(t *testing.T, app string) (n int) {
	t.Helper()
	files := fileSet{}
	if err := files.read(path.Join("apps", app, "flows")); err != nil {
		t.Fatal(err)
	}
	program, list := gen.Program(files.folder())
	if len(list) > 0 {
		t.Fatal(list)
	}
	for _, w := range program.Workflows {
		for _, f := range w.Flows {
			if !f.Called() {
				n += drawnOut(program, f)
			}
		}
	}
	return n
}

// count counts the nodes of a type.
func count(w *schema.Workflow, nodeType string) int {
	n := 0
	for _, node := range w.Nodes {
		if node.Type.Value == nodeType {
			n++
		}
	}
	return n
}
