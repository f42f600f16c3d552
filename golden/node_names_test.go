package golden_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/templates/all"
)

// otherMeanings are literals that look like a node type and are something else, by file.
var otherMeanings = map[string][]string{
	"gen/emit/emit.go":                {"jwt"},               // the runtime's package
	"gen/emit/names.go":               {"jwt"},               // the runtime's package
	"gen/expr/functions_null.go":      {"condition"},         // a parameter of when
	"gen/ir/fields.go":                {"code", "sql"},       // other words for what a field is about
	"gen/ir/naming.go":                {"hash"},              // the name of a column
	"gen/lint/secrets/hints.go":       {"hash"},              // the end of a column's name
	"gen/names.go":                    {"hash"},              // the end of a column's name
	"gen/openapi/request.go":          {"code"},              // a parameter of OAuth
	"gen/sql/lineage/resolve_from.go": {"set"},               // what gives many rows
	"gen/markup/runs.go":              {"set"},               // an element of SVG
	"gen/ir/read.go":                  {"set"},               // an operation of Local Storage
	"gen/sql/ddl/routine.go":          {"sql"},               // the language of a routine
	"schema/diag/findings.go":         {"sql"},               // the slug of a finding
	"schema/types/label.go":           {"hash"},              // a label, and the column's name that gives it
	"schema/types/goname.go":          {"api", "jwt", "sql"}, // initialisms
	"templates/describe.go":           {"condition"},         // a shape of fields, in words
	"templates/format.go":             {"sql"},               // a content type
	"templates/tag_unmet.go":          {"jwt"},               // a rule of validator/v10
}

// TestNodeTypesAreNotSwitchedOn wants that a node type is known by its template alone: a new one needs its folder, its
// golden cases and one line in templates/all, and no other package may name it.
func TestNodeTypesAreNotSwitchedOn(t *testing.T) {
	types := map[string]bool{}
	for _, tmpl := range all.Templates() {
		types[tmpl.Type] = true
	}
	used := map[string]bool{}
	for _, dir := range []string{"gen", "schema", "cmd", "templates"} {
		for _, file := range goFiles(t, dir) {
			for literal, at := range literals(t, file) {
				if !types[literal] {
					continue
				}
				if used[file+" "+literal] = true; !isOtherMeaning(file, literal) {
					t.Errorf("%s names the node type %q: ask its template instead", at, literal)
				}
			}
		}
	}
	for file, meanings := range otherMeanings {
		for _, literal := range meanings {
			if types[literal] && !used[file+" "+literal] {
				t.Errorf("otherMeanings lists %q in %s, which does not have it", literal, file)
			}
		}
	}
}

func isOtherMeaning(file, literal string) bool {
	for _, meaning := range otherMeanings[file] {
		if meaning == literal {
			return true
		}
	}
	return false
}

// goFiles lists the Go files of a folder of this module, but for tests and for the node types' own.
func goFiles(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := fs.WalkDir(os.DirFS(".."), dir, func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		own := strings.HasPrefix(file, "templates/") && strings.Count(file, "/") > 1
		if strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") && !own {
			files = append(files, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// literals returns the string literals of a file that are no struct tags or import paths, and where each is.
func literals(t *testing.T, file string) map[string]token.Position {
	t.Helper()
	set := token.NewFileSet()
	parsed, err := parser.ParseFile(set, filepath.Join("..", file), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]token.Position{}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				found[text] = set.Position(n.Pos())
			}
		}
		return true
	})
	return found
}
