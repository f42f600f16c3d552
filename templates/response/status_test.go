package response

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"net/http"
	"path/filepath"
	"testing"
)

// TestStatusNames checks that each status that net/http names has that name in generated Go.
func TestStatusNames(t *testing.T) {
	pkg, err := build.Import("net/http", "", build.FindOnly)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg.Dir, "status.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	constants := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok {
			constants[spec.Names[0].Name] = true
		}
		return true
	})
	for status := 200; status < 600; status++ {
		name := statusNames[status]
		if known := http.StatusText(status) != ""; known != (name != "") || known && !constants["Status"+name] {
			t.Errorf("status %d is called %q, net/http: %q", status, name, http.StatusText(status))
		}
	}
}
