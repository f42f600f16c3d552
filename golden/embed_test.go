package golden_test

import (
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden"
)

// TestStarters holds the embedded list of files to what version control tracks: no more, such as an .env or a
// database of somebody who tried the app out, and no less.
func TestStarters(t *testing.T) {
	entries, err := os.ReadDir("apps")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if got := golden.Starters(); !slices.Equal(got, names) {
		t.Errorf("starters are %v, the folder apps holds %v", got, names)
	}
	for _, name := range names {
		var paths []string
		files, _ := golden.Starter(name)
		for _, f := range files {
			paths = append(paths, f.Path)
			if base := path.Base(f.Path); base == ".env" || strings.Contains(base, ".db") {
				t.Errorf("%s/%s must not be embedded", name, f.Path)
			}
		}
		if tracked := trackable(t, "apps/"+name); !slices.Equal(paths, tracked) {
			t.Errorf("embedded of %s: %q\nversion control tracks: %q", name, paths, tracked)
		}
	}
}

// TestDirectives wants the directive of each folder of workflows in the file that go generate reads last.
func TestDirectives(t *testing.T) {
	directive := "\n//go:" + "generate go tool "
	for _, file := range trackable(t, "..") {
		if path.Ext(file) != ".go" || path.Base(file) == "zz_generate.go" {
			continue
		}
		if text, err := os.ReadFile(path.Join("..", file)); err == nil && strings.Contains(string(text), directive) {
			t.Errorf("%s has the directive, which belongs into zz_generate.go", file)
		}
	}
}

// trackable lists the files of a folder that version control tracks or, once they are added, would.
func trackable(t *testing.T, dir string) []string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "git", "ls-files", "--cached", "--others", "--exclude-standard")
	cmd.Dir = dir
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("listing the files of %s: %v", dir, err)
	}
	files := strings.Fields(string(out))
	slices.Sort(files)
	return files
}

func TestStarterUnknown(t *testing.T) {
	for _, name := range []string{"", ".", "..", "auth/flows", "nothing"} {
		if files, ok := golden.Starter(name); ok {
			t.Errorf("Starter(%q) has %d files, want none", name, len(files))
		}
	}
}

func TestLintExample(t *testing.T) {
	e, ok := golden.LintExample("FC104")
	if !ok {
		t.Fatal("there is no example of FC104")
	}
	for what, text := range map[string]string{"Why": e.Why, "Bad": e.Bad, "Want": e.Want, "Good": e.Good} {
		if text == "" || strings.Contains(text, "-- ") {
			t.Errorf("%s is %q, want the text of one file alone", what, text)
		}
	}
	if !strings.HasPrefix(e.Bad, "{") || !strings.Contains(e.Want, "[FC104]") {
		t.Errorf("Bad is %q and Want %q", e.Bad, e.Want)
	}
	if e, ok := golden.LintExample("../lint/FC104"); ok {
		t.Errorf("a code that is no code has the example %v", e)
	}
}
