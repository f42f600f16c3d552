package studio_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPromises wants each test that the README names to be there, and each test of the page to be named.
func TestPromises(t *testing.T) {
	text := read(t, "README.md")
	named := map[string]bool{}
	for _, found := range regexp.MustCompile("`((?:[a-z/]+\\.)?(?:Test|Fuzz|Benchmark)\\w+)`").FindAllStringSubmatch(text, -1) {
		named[found[1]] = true
		folder, name := ".", found[1]
		if i := strings.LastIndexByte(name, '.'); i >= 0 {
			folder, name = path.Join("../../..", name[:i]), name[i+1:]
		}
		if !declared(t, folder)[name] {
			t.Errorf("there is no test %s", found[1])
		}
	}
	for name := range declared(t, ".") {
		if strings.Contains(text, name) || strings.HasPrefix(name, "Fuzz") || asked[name] {
			continue
		}
		t.Errorf("the README does not say what %s shows", name)
	}
}

// asked are tests of what no promise is about by itself.
var asked = map[string]bool{
	"TestMain": true, "TestPromises": true, "TestPictures": true, "TestQuestions": true, "TestRequests": true, "TestEvents": true, "TestDraftsAreChecked": true,
	"TestDraftsTellOfOthers": true, "TestNotesAreWritten": true, "TestAFolderBelowWhereStudioIsStarted": true,
}

// declared are the tests of a folder.
func declared(t *testing.T, folder string) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no tests (%v)", folder, err)
	}
	names := map[string]bool{}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)\w+)\(`).FindAllSubmatch(src, -1) {
			names[string(found[1])] = true
		}
	}
	return names
}
