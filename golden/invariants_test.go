package golden_test

import (
	"bytes"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/gen/emit"
	"github.com/flowc-dev/flowc/templates"
)

// checkGenerated holds every generated file to what a reader and the Go tools may expect of it.
func checkGenerated(t *testing.T, c *goCase) {
	t.Helper()
	for name, src := range c.generated.matching(".go") {
		from := "the workflows of this folder"
		if name != "flows.flow.go" {
			from = strings.TrimSuffix(name, ".go") + ".json"
		}
		if header := fmt.Sprintf(emit.Header, from) + "\n"; !bytes.HasPrefix(src, []byte(header)) {
			t.Errorf("%s does not begin with %q", name, header)
		}
		if formatted, err := format.Source(src); err != nil || !bytes.Equal(formatted, src) {
			t.Errorf("%s is not as gofmt writes it (%v)", name, err)
		}
		checkImports(t, name, src)
	}
}

// checkImports wants nothing but the standard library and the runtime.
func checkImports(t *testing.T, name string, src []byte) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), name, src, parser.ImportsOnly)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range file.Imports {
		path, _ := strconv.Unquote(spec.Path.Value) // it parsed
		first, _, _ := strings.Cut(path, "/")
		if strings.Contains(first, ".") && path != templates.Runtime && !strings.HasPrefix(path, templates.Runtime+"/") {
			t.Errorf("%s imports %s", name, path)
		}
	}
}

// checkInvariants compiles a folder again, as it is and in every disguise in which it means the same.
func checkInvariants(t *testing.T, files, want fileSet) {
	t.Helper()
	disguises := map[string]func([]byte) []byte{
		"compiled again": func(src []byte) []byte { return src },
		"keys reordered": shuffled,
		"nodes moved":    moved,
		"on one line":    compact,
		"indented":       indented,
		"with CRLF":      func(src []byte) []byte { return bytes.ReplaceAll(indented(src), []byte("\n"), []byte("\r\n")) },
		"with a BOM":     func(src []byte) []byte { return append([]byte("\ufeff"), src...) },
		"with escapes":   escaped,
	}
	for name, disguise := range disguises {
		changed := fileSet{}
		for file, src := range files {
			if strings.HasSuffix(file, ".flow.json") {
				src = disguise(bytes.Clone(src))
			}
			changed[file] = src
		}
		compiled, _ := compile(t, changed)
		for file, src := range compiled {
			if !bytes.Equal(src, want[file]) {
				t.Errorf("%s, a document becomes another %s (-before +after):\n%s", name, file, cmp.Diff(string(want[file]), string(src)))
			}
		}
	}
}
