package golden_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// recursing are the functions of gen/lint that go into the operands of expressions themselves, each with its reason. All
// others ask the graph of values, which goes through names, Calls and columns as well.
var recursing = map[string]string{
	"bits":  "how much of a text nobody knows is added up of its parts",
	"says":  "&& and || say what holds of a token where a guard lets it through",
	"sum":   "it adds them up",
	"unmet": "&&, || and ! say when a condition can't hold: they compare nothing, and no value goes through them",
}

// TestRecursionOverOperands holds gen/lint to recursing.
func TestRecursionOverOperands(t *testing.T) {
	paths, err := filepath.Glob("../gen/lint/*.go")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files (%v)", err)
	}
	calls, reads := map[string][]string{}, map[string]bool{}
	for _, path := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil && !strings.HasSuffix(path, "_test.go") {
				called, operands := uses(f)
				calls[f.Name.Name] = append(calls[f.Name.Name], called...)
				reads[f.Name.Name] = reads[f.Name.Name] || operands
			}
		}
	}
	found := map[string]bool{}
	for name := range reads {
		if reads[name] && leadsTo(calls, name, name, map[string]bool{}) {
			found[name] = true
		}
	}
	got, want := slices.Sorted(maps.Keys(found)), slices.Sorted(maps.Keys(recursing))
	if !slices.Equal(got, want) {
		t.Errorf("these call themselves with operands of expressions: %v, want %v", got, want)
	}
	if len(recursing) > 10 {
		t.Errorf("%d functions do, may be 10", len(recursing))
	}
}

// uses returns the functions that one calls, and whether it reads the operands of an expression.
func uses(f *ast.FuncDecl) (calls []string, operands bool) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			calls = append(calls, calledName(n.Fun))
		case *ast.SelectorExpr:
			operands = operands || n.Sel.Name == "Args"
		}
		return true
	})
	return calls, operands
}

// leadsTo reports whether a function calls another one, itself or by others.
func leadsTo(calls map[string][]string, from, to string, seen map[string]bool) bool {
	for _, next := range calls[from] {
		if next == to {
			return true
		}
		if !seen[next] {
			seen[next] = true
			if leadsTo(calls, next, to, seen) {
				return true
			}
		}
	}
	return false
}

// calledName is the name of a function, or of a method, that is called.
func calledName(of ast.Expr) string {
	switch of := of.(type) {
	case *ast.Ident:
		return of.Name
	case *ast.SelectorExpr:
		return of.Sel.Name
	}
	return ""
}
