package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/ir"
)

// TestFollowed holds the example of gen/README.md, one workflow from its JSON to its Go, to what the packages make of it;
// -update rewrites it.
func TestFollowed(t *testing.T) {
	const path = "../gen/README.md"
	readme := read(t, path)
	f := loginFlow(t)
	want := example(t, readme, "<!-- schema: nodes and wires -->", "json", loginNodes(t))
	want = example(t, want, "<!-- gen/ir: the request -->", "text", requestOf(f))
	want = example(t, want, "<!-- gen/ir: the graph of execution order -->", "text", orderOf(f))
	want = example(t, want, "<!-- gen/emit: the handler -->", "go", loginHandler(t))
	if want == readme {
		return
	}
	if !*update {
		t.Fatal("gen/README.md shows an example that is out of date; go test ./golden -run TestFollowed -update rewrites it")
	}
	if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestPhases wants the functions that gen/README.md names, so that its table can be walked.
func TestPhases(t *testing.T) {
	_, table, _ := strings.Cut(read(t, "../gen/README.md"), "| phase | function |")
	table, _, _ = strings.Cut(table, "\n\n")
	named := regexp.MustCompile("(?m)^\\| [a-zA-Z ]+ \\| `([a-z/]+)\\.([A-Za-z]+)` \\|").FindAllStringSubmatch(table, -1)
	if rows := strings.Count(table, "\n|") - 1; len(named) != rows {
		t.Fatalf("%d of %d phases name a function", len(named), rows)
	}
	for _, m := range named {
		folder := "../gen/" + m[1]
		if m[1] == "schema" {
			folder = "../schema"
		}
		if !declares(t, folder, m[2]) {
			t.Errorf("%s has no function %s", folder, m[2])
		}
	}
}

// TestReadingLists wants the files that gen/README.md has one read to declare what it names of them, and to be as many as it says.
func TestReadingLists(t *testing.T) {
	_, lists, _ := strings.Cut(read(t, "../gen/README.md"), "\n## What one reads\n")
	rows := regexp.MustCompile("(?m)^\\| `([^`]+\\.go)` \\| ([^|]+) \\|").FindAllStringSubmatch(lists, -1)
	if want := strings.Count(lists, "\n| `"); len(rows) != want || want == 0 {
		t.Fatalf("%d of %d rows name a file", len(rows), want)
	}
	for _, row := range rows {
		src := read(t, "../"+row[1])
		for _, name := range regexp.MustCompile("`([A-Za-z0-9]+)`").FindAllStringSubmatch(row[2], -1) {
			if !regexp.MustCompile(`(?m)^(func (\([^)]*\) )?` + name[1] + `\(|(type|var) ` + name[1] + ` |\t` + name[1] + ` += )`).MatchString(src) {
				t.Errorf("%s does not declare %s", row[1], name[1])
			}
		}
	}
	ofType, ofRule, _ := strings.Cut(lists, "\nA rule, ")
	// A list that grows is a chain of calls that grew: the figures are those of the day when the lists were written.
	for what, list := range map[string]struct {
		rows string
		most int
	}{"a node type": {ofType, 10}, "a rule": {ofRule, 6}} {
		if now := strings.Count(list.rows, "\n| `"); now == 0 || now > list.most {
			t.Errorf("to know %s one reads %d files, bound %d", what, now, list.most)
		}
	}
}

func declares(t *testing.T, folder, function string) bool {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%q has no Go files (%v)", folder, err)
	}
	declaration := regexp.MustCompile(`(?m)^func (\([^)]*\) )?` + function + `\(`)
	return slices.ContainsFunc(files, func(f string) bool { return declaration.MatchString(read(t, f)) })
}

// loginFlow is the workflow login of the project auth as its entry point runs it.
func loginFlow(t *testing.T) *ir.Flow {
	t.Helper()
	for _, c := range folders(t, "apps") {
		program, list := gen.Program(c.files.folder())
		for _, w := range program.Workflows {
			if c.name == "apps/auth/flows" && w.Stem == "login" && len(list) == 0 {
				return w.Flows[0]
			}
		}
	}
	t.Fatal("golden/apps/auth has no workflow login without a mistake")
	return nil
}

// requestOf lists the request's fields with the types that were declared or inferred.
func requestOf(f *ir.Flow) string {
	var b strings.Builder
	for _, in := range f.Inputs {
		need := "required"
		if !in.Required {
			need = "optional"
		}
		fmt.Fprintf(&b, "%s %s, %s\n", in.Name, in.Type, need)
	}
	return b.String()
}

// orderOf prints the steps in execution order: the ways to each, its immediate dominator, and what its outputs carry.
func orderOf(f *ir.Flow) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "step\treached by\tdominator\tcarries\n")
	for i, s := range f.Steps {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", s.Node.ID.Value, arrivals(s), dominator(f.Steps[:i], s), carried(s))
	}
	_ = w.Flush() // to memory
	return regexp.MustCompile(`(?m) +$`).ReplaceAllString(b.String(), "")
}

func arrivals(s *ir.Step) string {
	if len(s.In) == 0 {
		return s.Node.Route().String()
	}
	var ways []string
	for _, in := range s.In {
		ways = append(ways, in.Step.Node.ID.Value+"."+in.Name)
	}
	return strings.Join(ways, ", ")
}

// dominator is the last of the steps before s that every path to it takes.
func dominator(before []*ir.Step, s *ir.Step) string {
	for i := len(before) - 1; i >= 0; i-- {
		if s.Below(before[i]) {
			return before[i].Node.ID.Value
		}
	}
	return "-"
}

func carried(s *ir.Step) string {
	var outs []string
	for _, out := range s.Outs {
		if out.Type.String() != "object" && len(out.Type.Fields) > 0 && out.Next != nil {
			outs = append(outs, out.Name+" "+out.Type.String())
		}
	}
	return strings.Join(outs, "; ")
}
