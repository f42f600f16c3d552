package studio_test

import (
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// folders are those of the page's source: each uses only what stands before it.
var folders = []string{"api", "model", "parts", "data", "inspector", "palette", "run", "watch", "canvas", "home", "docs", "shell"}

var imports = regexp.MustCompile(`(?m)^(?:import|export)\b(?: [^;"=]*? from)? "(\.[^"]+)"`)

// TestFoldersOfThePage requires that each file of the page is in a folder, and that imports have no circles, between
// files and between folders.
func TestFoldersOfThePage(t *testing.T) {
	t.Parallel()
	page := sources(t)
	uses := map[string][]string{}
	for name, text := range page {
		at := slices.Index(folders, path.Dir(name))
		if at < 0 && !slices.Contains([]string{"main.tsx", "lib.ts", "css.d.ts", "index.html"}, name) {
			t.Errorf("%s is in no folder", name)
		}
		for _, m := range imports.FindAllStringSubmatch(text, -1) {
			used := path.Join(path.Dir(name), m[1])
			for _, ext := range []string{".ts", ".tsx"} {
				if _, is := page[used+ext]; is {
					used += ext
				}
			}
			if _, is := page[used]; !is {
				t.Errorf("%s imports %s, which is no file", name, used)
			}
			if at >= 0 && slices.Index(folders, path.Dir(used)) > at {
				t.Errorf("%s imports %s of a folder that comes later", name, used)
			}
			uses[name] = append(uses[name], used)
		}
	}
	if len(uses["shell/app.tsx"]) == 0 {
		t.Error("no import of shell/app.tsx is found")
	}
	done := map[string]bool{}
	for name := range page {
		circle(t, uses, done, name, nil)
	}
}

// TestComponentsAreShort requires that no component of the page, nor the file that holds it, has more than 150 lines.
func TestComponentsAreShort(t *testing.T) {
	t.Parallel()
	components := 0
	for name, text := range sources(t) {
		if path.Ext(name) != ".tsx" {
			continue
		}
		components++
		if lines := strings.Count(text, "\n"); lines > 150 {
			t.Errorf("%s has %d lines, at most 150", name, lines)
		}
	}
	if components == 0 {
		t.Error("no component is found")
	}
}

// circle reports a way from a file back to itself.
func circle(t *testing.T, uses map[string][]string, done map[string]bool, name string, way []string) {
	if i := slices.Index(way, name); i >= 0 {
		t.Errorf("a circle of imports: %s", strings.Join(append(way[i:], name), " -> "))
		return
	}
	if done[name] {
		return
	}
	for _, used := range uses[name] {
		circle(t, uses, done, used, append(slices.Clone(way), name))
	}
	done[name] = true
}

// sources are the files of the page by their names, with slashes.
func sources(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	root := os.DirFS("web/src")
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := fs.ReadFile(root, name)
		found[name] = string(text)
		return err
	})
	if err != nil || len(found) == 0 {
		t.Fatalf("the page has no source (%v)", err)
	}
	return found
}
