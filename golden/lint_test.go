package golden_test

import (
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/golden/harness"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestLint lints the bad and the good folder of every case of golden/lint: what is printed of the one is committed
// beside it, of the other nothing is. All that is wrong with the bad one is of the case's own rule.
func TestLint(t *testing.T) {
	for _, file := range archives(t, "lint") {
		t.Run(caseName(file), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			checkWhy(t, file, archive)
			checkBad(t, file, archive)
			good := below(archive, "good/")
			if list := mistakes(file, problems(t, good)); len(good) == 0 || len(list) > 0 {
				t.Errorf("the good folder has %d files and diagnostics:\n%s", len(good), text(list))
			}
		})
	}
}

// problems lints a folder and, where it holds generated Go, compares that as `flowc generate --check` does.
func problems(t *testing.T, files fileSet) diag.List {
	t.Helper()
	have := files.matching(".flow.go")
	if len(have) == 0 {
		return gen.Lint(files.folder())
	}
	want, list, err := gen.Compile(files.folder())
	if err != nil {
		t.Fatal(err)
	}
	list.Add(gen.Outdated(gen.Changes(have, want), path.Base)...)
	return list.Sorted()
}

// checkBad compares the diagnostics with those wanted, or with -update writes them down.
func checkBad(t *testing.T, file string, archive *txtar.Archive) {
	t.Helper()
	list := mistakes(file, problems(t, below(archive, "bad/")))
	if len(list) == 0 {
		t.Error("nothing is found in the bad folder")
	}
	for _, d := range list {
		if d.Code.Name != ruleOf(file) {
			t.Errorf("%s is found in a case of %s", d.Code, ruleOf(file))
		}
		if len(d.Code.Findings) > 0 {
			t.Errorf("%q says %s alone: it is one of the findings %v", d.Message, d.Code, d.Code.Findings)
		}
		checkWords(t, d)
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(file, merged(archive, fileSet{"want": []byte(text(list))}), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(below(archive, "want")[""]), text(list)); diff != "" {
		t.Errorf("diagnostics (-want +got):\n%s", diff)
	}
}

// checkWords wants of what is said of a mistake none of the words that make a message tiring.
func checkWords(t *testing.T, d diag.Diagnostic) {
	t.Helper()
	texts := []string{d.Message, d.Hint, d.Cause.Message, d.Code.Title, d.Code.Doc}
	for _, r := range d.Related {
		texts = append(texts, r.Message)
	}
	for _, text := range texts {
		if word := harness.Tiring.FindString(text); word != "" {
			t.Errorf("%s: %q in %q", d.Code, word, text)
		}
	}
}

// mistakes leaves out notes, which are none, but for those that a case is about.
func mistakes(file string, list diag.List) diag.List {
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return d.Severity() == diag.Note && d.Code.Name != ruleOf(file) })
}

// ruleOf is the code of the rule that a case is about: FC404_region is one more case of FC404.
func ruleOf(path string) string {
	code, _, _ := strings.Cut(caseName(path), "_")
	return code
}
