package golden_test

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/flowc-dev/flowc/gen"
)

// withLimit finds what keeps a list from growing with its table.
var withLimit = regexp.MustCompile(`(?i)\bLIMIT\b|\bGROUP BY\b`)

// TestListsOfAppsAreBounded wants a LIMIT of each list that an app answers with: rows that others add would end it, as a list beyond
// its cap is a failure.
func TestListsOfAppsAreBounded(t *testing.T) {
	dirs, err := filepath.Glob("apps/*/flows")
	if err != nil || len(dirs) == 0 {
		t.Fatalf("there is no app: %v", err)
	}
	kept := map[string]bool{
		"orders/orders": true, // which shows sqlMaxRows, and is cut by a day
		"orders/items":  true, // of one order
	}
	lists := 0
	for _, dir := range dirs {
		program, list := gen.Program(readFiles(t, dir).folder())
		if list.HasErrors() {
			t.Fatalf("%s: %s", dir, text(list))
		}
		for _, w := range program.Workflows {
			for _, n := range w.Nodes {
				if n.Type.Value != "sql" || n.Field("sqlMode") == nil || n.Field("sqlMode").Text != "many" {
					continue
				}
				lists++
				if name := filepath.Base(filepath.Dir(dir)) + "/" + n.Name.Value; !withLimit.MatchString(n.Field("sqlQuery").Text) && !kept[name] {
					t.Errorf("%s: the list of %q has no LIMIT", w.Stem, name)
				}
			}
		}
	}
	if lists < 10 {
		t.Errorf("%d lists only", lists)
	}
}
