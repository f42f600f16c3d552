package golden_test

import (
	"os"
	"path"
	"regexp"
	"strings"
	"testing"
)

// namedPath matches a path of the tree in a text, up to a capital: what follows is a function of the package, or a name
// that a reader fills in.
var namedPath = regexp.MustCompile(`(?:^|[^\w/.-])((?:gen|golden|runtime|cmd/flowc|schema|templates)/[a-z][a-z0-9_./-]*)`)

// TestPathsThatTextNames checks that the files and folders exist that pages and comments of Go name. The walks of
// gen/README.md name files that their patches make; golden/grow checks these.
func TestPathsThatTextNames(t *testing.T) {
	paths := 0
	for _, file := range trackable(t, "..") {
		for _, text := range texts(t, file) {
			for _, m := range namedPath.FindAllStringSubmatch(text, -1) {
				paths++
				if named := strings.TrimRight(m[1], "./"); !exists("../" + named) {
					t.Errorf("%s names %s, which does not exist", file, named)
				}
			}
		}
	}
	if paths < 400 {
		t.Errorf("only %d paths were found", paths)
	}
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// texts returns the lines of a page, or the comments of a Go file.
func texts(t *testing.T, file string) []string {
	t.Helper()
	switch {
	case strings.Contains(file, "testdata/") || !exists("../"+file):
		return nil
	case path.Ext(file) == ".md":
		page := read(t, "../"+file)
		if file == "gen/README.md" {
			before, walks, _ := strings.Cut(page, "\n## Walks\n")
			_, after, _ := strings.Cut(walks, "\n## ")
			page = before + after
		}
		return strings.Split(page, "\n")
	case path.Ext(file) != ".go":
		return nil
	}
	var comments []string
	for line := range strings.Lines(read(t, "../"+file)) {
		if _, comment, ok := strings.Cut(line, "//"); ok {
			comments = append(comments, comment)
		}
	}
	return comments
}
