package golden_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/golden"
)

// TestReadme holds the README's examples to the files they come from; -update rewrites them.
func TestReadme(t *testing.T) {
	const path = "../README.md"
	readme := read(t, path)
	want := readme
	want = example(t, want, "<!-- nodes of golden/apps/auth/flows/login.flow.json -->", "json", loginNodes(t))
	want = example(t, want, "<!-- the handler in golden/apps/auth/flows/login.flow.go -->", "go", loginHandler(t))
	want = example(t, want, "<!-- want of golden/lint/FC301.txtar -->", "", lintWant(t))
	want = apps(t, want)
	if want == readme {
		return
	}
	if !*update {
		t.Fatal("README.md shows an example that is out of date; go test ./golden -update rewrites it")
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestTestingPage holds the page on testing to the test that it shows; -update rewrites it.
func TestTestingPage(t *testing.T) {
	const path = "../runtime/flowtest/README.md"
	page := read(t, path)
	_, test, ok := strings.Cut(read(t, "apps/hello/hello_test.go"), "\nfunc TestHello(")
	if !ok {
		t.Fatal("golden/apps/hello has no TestHello")
	}
	want := example(t, page, "<!-- TestHello of golden/apps/hello/hello_test.go -->", "go", "func TestHello("+test)
	if want == page {
		return
	}
	if !*update {
		t.Fatal("the page on testing is out of date; go test ./golden -run TestTestingPage -update rewrites it")
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// example replaces the code block behind a marker.
func example(t *testing.T, readme, marker, language, code string) string {
	t.Helper()
	before, after, ok := strings.Cut(readme, marker+"\n```"+language+"\n")
	if !ok {
		t.Fatalf("README.md has no %s block behind %q", language, marker)
	}
	_, rest, _ := strings.Cut(after, "```\n")
	return before + marker + "\n```" + language + "\n" + strings.TrimSpace(code) + "\n```\n" + rest
}

// apps replaces the list of projects by what their commands say of themselves.
func apps(t *testing.T, readme string) string {
	t.Helper()
	const begin, end = "<!-- golden/apps -->\n", "<!-- end of golden/apps -->"
	before, after, ok := strings.Cut(readme, begin)
	_, after, ok2 := strings.Cut(after, end)
	if !ok || !ok2 {
		t.Fatal("README.md has no list of golden/apps")
	}
	var list strings.Builder
	for _, name := range golden.Starters() {
		doc, _, _ := strings.Cut(read(t, "apps/"+name+"/main.go"), "\npackage main")
		doc = strings.Join(strings.Fields(strings.ReplaceAll("\n"+doc, "\n//", " ")), " ")
		_, about, ok := strings.Cut(doc, "serves the workflows of flows")
		if !ok {
			t.Fatalf("golden/apps/%s/main.go does not say what its workflows do", name)
		}
		fmt.Fprintf(&list, "- `%s`: %s\n", name, strings.TrimLeft(about, ":, "))
	}
	return before + begin + list.String() + end + after
}

// loginNodes is what people draw: the nodes and wires, without the positions.
func loginNodes(t *testing.T) string {
	_, nodes, _ := strings.Cut(read(t, "apps/auth/flows/login.flow.json"), "\n  \"nodes\"")
	var kept []string
	for line := range strings.Lines("  \"nodes\"" + strings.TrimSuffix(strings.TrimSpace(nodes), "}")) {
		if before, after, ok := strings.Cut(line, `"position": {`); ok {
			_, after, ok = strings.Cut(after, "}, ")
			if !ok {
				continue // it has a line of its own
			}
			line = before + after
		}
		kept = append(kept, strings.TrimPrefix(line, "  "))
	}
	return strings.Join(kept, "")
}

// loginHandler is the generated handler alone.
func loginHandler(t *testing.T) string {
	_, handler, ok := strings.Cut(read(t, "apps/auth/flows/login.flow.go"), "// login serves")
	if !ok {
		t.Fatal("the generated file has no handler login")
	}
	return "// login serves" + handler
}

func lintWant(t *testing.T) string {
	for _, f := range txtar.Parse([]byte(read(t, "lint/FC301.txtar"))).Files {
		if f.Name == "want" {
			return string(f.Data)
		}
	}
	t.Fatal("golden/lint/FC301.txtar has no file called want")
	return ""
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
