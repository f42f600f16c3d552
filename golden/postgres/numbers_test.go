package postgres_test

import (
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestStatementsPrepare prepares every statement of golden/apps as it is generated: placeholders that are one value
// have one number there, which PostgreSQL was asked about one by one.
func TestStatementsPrepare(t *testing.T) {
	folders, err := filepath.Glob("../apps/*/flows/migrations.postgres")
	if err != nil {
		t.Fatal(err)
	}
	all, repeated := 0, 0
	for _, folder := range folders {
		flows := filepath.Dir(folder)
		db := dbtest.Open(t, dbtest.PostgresWith(t, flows), "")
		for name, text := range generatedStatements(t, flows) {
			all++
			if numbers := sentNumber.FindAllString(text, -1); len(distinct(numbers)) < len(numbers) {
				repeated++
			}
			prepared, err := db.PrepareContext(t.Context(), text)
			if err != nil {
				t.Errorf("%s: %s: %v\n%s", flows, name, err, text)
				continue
			}
			if err := prepared.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	if t.Logf("%d statements, %d with a number twice", all, repeated); all < 100 || repeated < 8 {
		t.Error("too few statements")
	}
}

var sentNumber = regexp.MustCompile(`\$\d+`)

func distinct(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

// generatedStatements are the constants of a folder's generated Go that hold SQL, by their names.
func generatedStatements(t *testing.T, folder string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.flow.go"))
	if err != nil {
		t.Fatal(err)
	}
	statements := map[string]string{}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if ok && strings.HasSuffix(spec.Names[0].Name, "SQL") && len(spec.Values) == 1 {
				if text, ok := spec.Values[0].(*ast.BasicLit); ok {
					statements[spec.Names[0].Name] = constant.StringVal(constant.MakeFromLiteral(text.Value, text.Kind, 0))
				}
			}
			return true
		})
	}
	return statements
}
