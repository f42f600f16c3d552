package docs_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/docs"
	"github.com/flowc-dev/flowc/golden/harness"
	"github.com/flowc-dev/flowc/templates/all"
)

const (
	readme = "../../../README.md"
	drawn  = "../../../golden/drawn.md" // which leads to README
)

func TestMain(m *testing.M) { os.Exit(harness.InMemory(m).Run()) }

// TestForm holds each page to what flowc docs lists, and to a length that is read in one go.
func TestForm(t *testing.T) {
	onDisk, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	if len(onDisk) != len(docs.Names()) {
		t.Errorf("the folder has %q, listed are %q", onDisk, docs.Names())
	}
	for _, page := range docs.Pages() {
		if !slices.Contains(onDisk, page.Name+".md") {
			t.Errorf("there is no page %s", page.Name)
		}
		if n := len(strings.Fields(page.Text)); n > 1500 {
			t.Errorf("%s has %d words, at most 1500 are allowed", page.Name, n)
		}
		if page.Title == "" || page.Summary == "" || len(page.Summary) > 110 || !strings.HasSuffix(page.Summary, ".") {
			t.Errorf("%s begins with the heading %q and the line %q; want a sentence of 110 characters at most",
				page.Name, page.Title, page.Summary)
		}
	}
}

// outline is the order of README: each section answers the next question of an engineer with ten minutes.
var outline = []string{
	"flowc", "Try it", "A workflow and its Go", "In a service you already have", "What it proves", "What it costs", "Starters", "Deploying",
	"Where things are", "What is not there yet", "Further reading",
}

// TestReadme holds README to its outline and to ten kilobytes. What does not fit belongs on a page.
func TestReadme(t *testing.T) {
	text := harness.Read(t, readme)
	if n := len(text); n < 9_000 || n > 10_000 {
		t.Errorf("README has %d bytes, want 9000 to 10000", n)
	}
	var headings []string
	for _, match := range heading.FindAllStringSubmatch(prose(text), -1) {
		headings = append(headings, match[1])
	}
	if !slices.Equal(headings, outline) {
		t.Errorf("README has the headings %q, want %q", headings, outline)
	}
}

// references are documents beside README and the pages.
var references = []string{
	"gen/README.md", "gen/expr/README.md", "gen/flow/README.md", "gen/lint/README.md", "templates/README.md", "runtime/README.md",
	"runtime/database/README.md", "runtime/flowtest/README.md", "cmd/flowc/studio/README.md", "golden/drawn.md",
}

// TestWords wants none of the words that make a document tiring; in references, the examples may have them.
func TestWords(t *testing.T) {
	check := func(path, text string) {
		for line := range strings.Lines(text) {
			if word := harness.Tiring.FindString(line); word != "" {
				t.Errorf("%s: %q in %q", path, word, line)
			}
		}
	}
	for _, path := range documents(t) {
		check(path, harness.Read(t, path))
	}
	for _, name := range references {
		check(name, prose(harness.Read(t, filepath.Join("..", "..", "..", filepath.FromSlash(name)))))
	}
}

// TestNodes wants of the documentation of node types none of those words either, and a first sentence that fits a line: a
// canvas shows that alone, and the rest when it is asked for.
func TestNodes(t *testing.T) {
	check := func(name, doc string) {
		if word := harness.Tiring.FindString(doc); word != "" {
			t.Errorf("%s: %q in %q", name, word, doc)
		}
		if first, _, _ := strings.Cut(doc, ". "); len(first) > 130 {
			t.Errorf("%s: the first sentence has %d bytes: %q", name, len(first), first)
		}
	}
	for _, n := range all.Templates() {
		check(n.Type, n.Doc)
		check(n.Type, n.Docs.Further)
		for _, f := range n.Fields {
			check(n.Type+" "+f.Name, f.Doc)
		}
		for _, o := range n.Outputs {
			check(n.Type+" "+o.Name, o.Doc)
		}
	}
}

// documents returns the paths of README and of the pages.
func documents(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append(pages, readme)
}

// link is an inline link or image of Markdown, without a title.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinks wants each link of README and of the pages to lead to a file, and to a heading in it.
func TestLinks(t *testing.T) {
	for _, path := range append(documents(t), drawn) {
		for _, match := range link.FindAllStringSubmatch(prose(harness.Read(t, path)), -1) {
			target, anchor, _ := strings.Cut(match[1], "#")
			if strings.Contains(target, "://") {
				continue
			}
			file := path
			if target != "" {
				file = filepath.Join(filepath.Dir(path), target)
			}
			if _, err := os.Stat(file); err != nil {
				t.Errorf("%s: %s leads nowhere", path, match[1])
			} else if anchor != "" && !slices.Contains(anchors(harness.Read(t, file)), anchor) {
				t.Errorf("%s: %s has no heading #%s", path, file, anchor)
			}
		}
	}
}

var (
	block   = regexp.MustCompile("(?ms)^```(\\w*)\n(.*?)^```$")
	heading = regexp.MustCompile(`(?m)^#+ (.*)$`)
	inHead  = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

// prose returns a document without its blocks of code.
func prose(text string) string { return block.ReplaceAllString(text, "") }

// anchors returns the names that a code host gives to the headings of a document.
func anchors(text string) []string {
	var names []string
	for _, match := range heading.FindAllStringSubmatch(prose(text), -1) {
		name := inHead.ReplaceAllString(strings.ToLower(match[1]), "")
		names = append(names, strings.ReplaceAll(name, " ", "-"))
	}
	return names
}

// TestCommands runs the sh blocks of README and of each page as one script, in a fresh folder.
func TestCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the commands of each page")
	}
	harness.Needs(t, "bash", "git")
	bin := t.TempDir()
	harness.Build(t, "flowc", bin, "..", "build", ".")
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	for _, path := range documents(t) {
		if strings.HasSuffix(path, inService+".md") {
			continue // its lines are run in a service
		}
		t.Run(filepath.Base(path), func(t *testing.T) {
			var script strings.Builder
			for _, match := range block.FindAllStringSubmatch(harness.Read(t, path), -1) {
				if match[1] == "sh" {
					script.WriteString(match[2])
				}
			}
			shell := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", script.String())
			shell.Dir = harness.Folder(t) // of the same name each time, for the go command's cache
			shell.Env = append(os.Environ(), "PATH="+bin+":"+os.Getenv("PATH"), "GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off")
			if out, err := shell.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}
