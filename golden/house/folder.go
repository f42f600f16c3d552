package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/golden/harness"
)

// folder is a folder with Go files that are neither tests nor generated.
type folder struct {
	path  string // from the top of the repository
	files []*file
	order []string // of its files, the top first, as its doc.go has it
}

// file is a Go file.
type file struct {
	name   string
	lines  int
	long   int // lines over maxColumns
	tiring int // lines of comments with a word that harness.Tiring matches
	tree   *ast.File
	text   string
}

// maxColumns is how long a line of Go may be, where a tab counts as one column. Links and rows of tables are exempt.
const maxColumns = 120

// rooms are the folders that figures are of.
var rooms = []string{"cmd", "gen", "runtime", "schema", "templates"}

// readFolders reads the Go files of the rooms, by folder.
func readFolders(root string) ([]*folder, error) {
	var list []*folder
	for _, room := range rooms {
		err := filepath.WalkDir(filepath.Join(root, room), func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if !entry.IsDir() {
				return nil
			}
			if name := entry.Name(); name == "testdata" || name == "node_modules" || name == "starters" {
				return fs.SkipDir
			}
			f, err := readFolder(root, path)
			if f != nil {
				list = append(list, f)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// readFolder reads the Go files of one folder, and returns nil where it has none.
func readFolder(root, path string) (*folder, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	relative, err := filepath.Rel(root, path)
	if err != nil {
		return nil, err
	}
	f := &folder{path: filepath.ToSlash(relative)}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(path, name))
		if err != nil {
			return nil, err
		}
		read, err := readFile(name, string(text))
		if err != nil {
			return nil, err
		}
		switch {
		case ast.IsGenerated(read.tree):
		case name == docFile:
			f.order = orderIn(read)
			if !declaresNothing(read) {
				f.files = append(f.files, read)
			}
		default:
			f.files = append(f.files, read)
		}
	}
	if len(f.files) == 0 {
		return nil, nil
	}
	return f, nil
}

func readFile(name, text string) (*file, error) {
	tree, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	f := &file{name: name, tree: tree, text: text}
	for line := range strings.Lines(text) {
		f.lines++
		if len([]rune(strings.TrimSuffix(line, "\n"))) > maxColumns && !isExempt(line) {
			f.long++
		}
	}
	f.tiring = tiringLines(tree)
	return f, nil
}

// tiringLines counts the lines of comments that hold a word which documents do without.
func tiringLines(tree *ast.File) int {
	n := 0
	for _, group := range tree.Comments {
		for _, comment := range group.List {
			for line := range strings.Lines(comment.Text) {
				n += count(harness.Tiring.MatchString(line))
			}
		}
	}
	return n
}

// isExempt reports whether a line may be long: it holds a link, or is a row of a table, which a reader compares with the
// ones around it.
func isExempt(line string) bool {
	trimmed := strings.TrimSpace(line)
	return strings.Contains(line, "://") || strings.HasPrefix(trimmed, "{") && strings.HasSuffix(trimmed, "},")
}

// lines are those of all files.
func (f *folder) lines() int {
	n := 0
	for _, file := range f.files {
		n += file.lines
	}
	return n
}

// names are those of the files, sorted.
func (f *folder) names() []string {
	var list []string
	for _, file := range f.files {
		list = append(list, file.name)
	}
	slices.Sort(list)
	return list
}
