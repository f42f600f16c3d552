package golden_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// nodeCases returns the cases of golden/nodes: an archive is a folder of workflows and the Go that is wanted of it.
// Its comment says why the case is there.
func nodeCases(t *testing.T) []*goCase {
	t.Helper()
	var cases []*goCase
	for _, path := range archives(t, "nodes") {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c := &goCase{name: "nodes/" + caseName(path), files: fileSet{}, want: fileSet{}}
		for _, f := range archive.Files {
			c.put(f.Name, f.Data)
		}
		c.store = func(files fileSet) error { return os.WriteFile(path, merged(archive, files), 0o644) }
		cases = append(cases, c)
		checkWhy(t, path, archive)
	}
	return cases
}

// archives lists the cases of a folder.
func archives(t *testing.T, folder string) []string {
	t.Helper()
	paths, err := filepath.Glob(folder + "/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%s has no cases (%v)", folder, err)
	}
	return paths
}

func caseName(path string) string { return strings.TrimSuffix(filepath.Base(path), ".txtar") }

// checkWhy wants a sentence or more.
func checkWhy(t *testing.T, path string, archive *txtar.Archive) {
	t.Helper()
	if why := strings.TrimSpace(string(archive.Comment)); len(why) < 20 || !strings.HasSuffix(why, ".") {
		t.Errorf("%s does not begin with why it is there, in sentences", path)
	}
}

// merged is archive with those files changed, and those that it lacks at its end.
func merged(archive *txtar.Archive, files fileSet) []byte {
	changed := &txtar.Archive{Comment: archive.Comment}
	seen := map[string]bool{}
	for _, f := range archive.Files {
		if text, ok := files[f.Name]; ok {
			f.Data = text
		}
		seen[f.Name] = true
		changed.Files = append(changed.Files, f)
	}
	for _, name := range files.names() {
		if !seen[name] {
			changed.Files = append(changed.Files, txtar.File{Name: name, Data: files[name]})
		}
	}
	return txtar.Format(changed)
}
