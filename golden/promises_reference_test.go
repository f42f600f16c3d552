package golden_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// securityReference lists what the runtime promises, each with the tests that show it.
func securityReference(t *testing.T) string {
	tests := testNames(t)
	var b strings.Builder
	b.WriteString("# The runtime\n\n" + generatedNote)
	b.WriteString("What generated code calls: `go doc github.com/flowc-dev/flowc/runtime`. This is what it promises to operators,\n" +
		"and the tests that show it: `go test ./runtime/jwt -run TestAttacks` runs one.\n")
	for _, section := range promises {
		fmt.Fprintf(&b, "\n## %s\n\n| promise | shown by |\n|---|---|\n", section.heading)
		for _, p := range section.promises {
			var shown []string
			for _, name := range p.tests {
				if !tests[name] {
					t.Errorf("%s: there is no test %s", section.heading, name)
				}
				shown = append(shown, "`"+name+"`")
			}
			fmt.Fprintf(&b, "| %s | %s |\n", p.text, strings.Join(shown, ", "))
		}
	}
	records, err := os.ReadFile("testdata/records.md")
	if err != nil {
		t.Fatal(err)
	}
	return b.String() + "\n" + string(records)
}

// testNames are the tests, fuzz targets and benchmarks of this module: "runtime/jwt.TestAttacks".
func testNames(t *testing.T) map[string]bool {
	t.Helper()
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`)
	names := map[string]bool{}
	for _, file := range trackable(t, "..") {
		if !strings.HasSuffix(file, "_test.go") {
			continue
		}
		src, err := os.ReadFile(filepath.Join("..", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range declared.FindAllSubmatch(src, -1) {
			names[filepath.ToSlash(filepath.Dir(file))+"."+string(found[1])] = true
		}
	}
	return names
}
