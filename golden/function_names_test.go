package golden_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/expr"
)

// byName are the comparisons of an expression's name with that of a function, by file, that are left: they ask what a
// function means to null, to a message or to one rule, and not how a value goes through it. The figures only fall.
var byName = map[string]int{
	"expr/code.go":                  1,
	"expr/decided.go":               2,
	"expr/emit_convert.go":          1,
	"expr/emit_function.go":         2,
	"expr/emit_known.go":            2,
	"expr/emit_operator.go":         2,
	"expr/escaped.go":               1,
	"expr/facts.go":                 2,
	"expr/functions_number.go":      1,
	"expr/inspect.go":               1,
	"expr/refine.go":                1,
	"expr/ruledout.go":              6,
	"expr/vetted.go":                3,
	"expr/xml.go":                   2,
	"facts/begins.go":               3,
	"ir/excluded.go":                1,
	"ir/page.go":                    1,
	"ir/scopes.go":                  1,
	"lint/accounts/substrings.go":   7,
	"lint/caller/caller.go":         1,
	"lint/passwords/enumeration.go": 1,
	"lint/secrets/credentials.go":   2,
	"lint/texts/files.go":           1,
	"lint/texts/languages.go":       4,
	"lint/texts/texts.go":           1,
	"lint/tokens/codes.go":          1,
	"lint/tokens/randomness.go":     2,
	"lint/tokens/rows.go":           1,
	"markup/runs.go":                1,
}

// TestFunctionsByName wants no rule to compare names of functions to learn how a value goes through them: the functions
// declare it.
func TestFunctionsByName(t *testing.T) {
	functions := map[string]bool{}
	for _, f := range expr.Functions() {
		functions[f.Name] = true
	}
	found := map[string]int{}
	for _, folder := range []string{"emit", "expr", "facts", "ir", "lint", "markup", "values"} {
		files, err := filepath.Glob("../gen/" + folder + "/*.go")
		inside, insideErr := filepath.Glob("../gen/" + folder + "/*/*.go")
		if err != nil || insideErr != nil || len(files) == 0 {
			t.Fatal(folder, err, insideErr)
		}
		for _, file := range slices.Concat(files, inside) {
			if n := comparedNames(t, file, functions); n > 0 && !strings.HasSuffix(file, "_test.go") {
				found[strings.TrimPrefix(filepath.ToSlash(file), "../gen/")] = n
			}
		}
	}
	for _, file := range slices.Sorted(maps.Keys(found)) {
		if found[file] > byName[file] {
			t.Errorf("%s compares %d names of functions, %d are known: declare it beside the function, as Ways, Pieces or Closed",
				file, found[file], byName[file])
		}
	}
}

// comparedNames counts the comparisons of a member Name with the name of a function.
func comparedNames(t *testing.T, file string, functions map[string]bool) int {
	t.Helper()
	tree, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	ast.Inspect(tree, func(node ast.Node) bool {
		b, ok := node.(*ast.BinaryExpr)
		if !ok || b.Op != token.EQL && b.Op != token.NEQ {
			return true
		}
		member, named := b.X.(*ast.SelectorExpr)
		literal, written := b.Y.(*ast.BasicLit)
		if !named || !written || member.Sel.Name != "Name" || literal.Kind != token.STRING {
			return true
		}
		if text, err := strconv.Unquote(literal.Value); err == nil && functions[text] {
			n++
		}
		return true
	})
	return n
}
