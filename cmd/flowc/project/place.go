package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// Place is a folder of workflows that a command line names.
type Place struct {
	Dir  string   // relative to the working directory where it is in it
	Only []string // names of the documents that were asked for, sorted; nil is all
}

// DocumentSuffix ends the name of a workflow's file.
const DocumentSuffix = ".flow.json"

// FindPlaces finds the folders of workflows that paths name: a folder of workflows, a project with such folders in
// it, a document, or a pattern dir/... . No path is the working directory. A path without workflows is an error.
func FindPlaces(paths []string) ([]Place, error) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	var all []Place
	for _, path := range paths {
		found, err := findPlace(path)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return merge(all), nil
}

func findPlace(path string) ([]Place, error) {
	root, below := strings.CutSuffix(filepath.ToSlash(path), "...")
	root = Nearby(root)
	info, err := os.Stat(root)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s does not exist", root)
	case err != nil:
		return nil, fmt.Errorf("looking for workflows: %w", err)
	case info.IsDir():
		return FindFolders(root, below)
	case hidden(filepath.Base(root)):
		return nil, fmt.Errorf("%s is hidden: a file whose name begins with a dot is no workflow", root)
	case strings.HasSuffix(root, DocumentSuffix):
		return []Place{{Dir: filepath.Dir(root), Only: []string{filepath.Base(root)}}}, nil
	}
	return nil, fmt.Errorf("%s is not a workflow: the name of a workflow's file ends in %s", root, DocumentSuffix)
}

// WantFolder refuses what is no folder.
func WantFolder(path string) error {
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s does not exist", path)
	case err != nil:
		return fmt.Errorf("looking for a folder: %w", err)
	case !info.IsDir():
		return fmt.Errorf("%s is a file, want a folder", path)
	}
	return nil
}

// Nearby returns path as messages show it: relative to the working directory where it is in it, else as given.
func Nearby(path string) string {
	path = filepath.Clean(path)
	if !filepath.IsAbs(path) {
		return path
	}
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	if rel, err := filepath.Rel(wd, path); err == nil && filepath.IsLocal(rel) {
		return rel
	}
	return path
}

// FindFolders returns root where it holds workflows itself, else, or where below is set, the folders in it that do.
func FindFolders(root string, below bool) ([]Place, error) {
	holds, err := holdsWorkflows(root)
	if err != nil {
		return nil, fmt.Errorf("looking for workflows: %w", err)
	}
	if holds && !below {
		return []Place{{Dir: root}}, nil
	}
	var found []Place
	named := root + string(filepath.Separator) // follows root where that is a symbolic link
	err = filepath.WalkDir(named, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case path != named && ignoredFolder(d.Name()):
			return fs.SkipDir
		}
		path = filepath.Clean(path)
		holds, err := holdsWorkflows(path)
		if holds {
			found = append(found, Place{Dir: path})
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking for workflows: %w", err)
	}
	if len(found) == 0 {
		return nil, NoWorkflows{root}
	}
	return found, nil
}

// NoWorkflows is the error of a folder that was named and holds no workflow anywhere.
type NoWorkflows struct{ root string }

func (e NoWorkflows) Error() string {
	return fmt.Sprintf("no workflows in %s: there is no file *%s in it or below", e.root, DocumentSuffix)
}

// ignoredFolder reports whether patterns pass a folder by: those that the go command ignores, and node_modules.
func ignoredFolder(name string) bool {
	return name == "testdata" || name == "vendor" || name == "node_modules" ||
		strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_")
}

// holdsWorkflows reports whether a folder has documents, or generated files whose documents are gone.
func holdsWorkflows(dir string) (bool, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(entries, IsDocument) {
		return true, nil
	}
	for _, e := range entries {
		if e.IsDir() || hidden(e.Name()) || !strings.HasSuffix(e.Name(), GeneratedSuffix) {
			continue
		}
		src, err := ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return false, err
		}
		if isGenerated(src) {
			return true, nil
		}
	}
	return false, nil
}

// IsDocument reports whether an entry of a folder is a workflow's file.
func IsDocument(e fs.DirEntry) bool {
	return !e.IsDir() && strings.HasSuffix(e.Name(), DocumentSuffix) && !hidden(e.Name())
}

// hidden reports whether a file is nobody's but an editor's or a system's, such as .#login.flow.json, by which Emacs
// says who edits that, or ._login.flow.json of macOS: the go command passes them by too. A document whose name lacks is
// one, and is reported.
func hidden(name string) bool { return strings.HasPrefix(name, ".") && name != DocumentSuffix }

// merge makes one place of those with the same folder, and sorts them.
func merge(all []Place) []Place {
	slices.SortStableFunc(all, func(a, b Place) int { return strings.Compare(a.Dir, b.Dir) })
	var merged []Place
	for _, p := range all {
		last := len(merged) - 1
		switch {
		case last < 0 || merged[last].Dir != p.Dir:
			merged = append(merged, p)
		case merged[last].Only == nil || p.Only == nil:
			merged[last].Only = nil
		default:
			merged[last].Only = append(merged[last].Only, p.Only...)
		}
	}
	for i := range merged {
		slices.Sort(merged[i].Only)
		merged[i].Only = slices.Compact(merged[i].Only)
	}
	return merged
}

// Asked leaves out the diagnostics of documents that were not asked for.
func (p Place) Asked(list diag.List) diag.List {
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		return p.Only != nil && d.File != nil && strings.HasSuffix(d.File.Name, DocumentSuffix) &&
			!(filepath.Dir(d.File.Name) == p.Dir && slices.Contains(p.Only, filepath.Base(d.File.Name)))
	})
}

// Absolute is a path as the go command and we both see it, through symbolic links: those too that lead to the working
// directory.
func Absolute(dir string) string {
	if path, err := filepath.Abs(dir); err == nil {
		dir = path
	}
	if path, err := filepath.EvalSymlinks(dir); err == nil {
		dir = path
	}
	return dir
}
