package golden_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
)

// TestLint lints the bad and the good folder of every case of golden/lint: what is printed of the one is committed
// beside it, of the other nothing is. All that is wrong with the bad one is of the case's own rule.
func TestLint(t *testing.T) {
	for _, path := range archives(t, "lint") {
		t.Run(caseName(path), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			checkWhy(t, path, archive)
			checkBad(t, path, archive)
			good := below(archive, "good/")
			if list := gen.Lint(good.folder()); len(good) == 0 || len(list) > 0 {
				t.Errorf("the good folder has %d files and diagnostics:\n%s", len(good), text(list))
			}
		})
	}
}

// checkBad compares the diagnostics with those wanted, or with -update writes them down.
func checkBad(t *testing.T, path string, archive *txtar.Archive) {
	t.Helper()
	list := gen.Lint(below(archive, "bad/").folder())
	if len(list) == 0 {
		t.Error("nothing is found in the bad folder")
	}
	for _, d := range list {
		if d.Code != ruleOf(path) {
			t.Errorf("%s is found in a case of %s", d.Code, ruleOf(path))
		}
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(path, merged(archive, fileSet{"want": []byte(text(list))}), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(below(archive, "want")[""]), text(list)); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

// ruleOf is the code of the rule that a case is about: FC404_region is one more case of FC404.
func ruleOf(path string) string {
	code, _, _ := strings.Cut(caseName(path), "_")
	return code
}
