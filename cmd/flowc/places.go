package main

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

// place is a folder of workflows that a command line names.
type place struct {
	dir  string   // relative to the working directory where it is in it
	only []string // names of the documents that were asked for, sorted; nil is all
}

const documentSuffix = ".flow.json"

// findPlaces finds the folders of workflows that paths name: a folder of workflows, a project with such folders in
// it, a document, or a pattern dir/... . No path is the working directory. A path without workflows is an error.
func findPlaces(paths []string) ([]place, error) {
	if len(paths) == 0 {
		paths = []string{"."}
	}
	var all []place
	for _, path := range paths {
		found, err := findPlace(path)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return merge(all), nil
}

func findPlace(path string) ([]place, error) {
	root, below := strings.CutSuffix(filepath.ToSlash(path), "...")
	root = nearby(root)
	info, err := os.Stat(root)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%s does not exist", root)
	case err != nil:
		return nil, fmt.Errorf("looking for workflows: %w", err)
	case info.IsDir():
		return findFolders(root, below)
	case strings.HasSuffix(root, documentSuffix):
		return []place{{dir: filepath.Dir(root), only: []string{filepath.Base(root)}}}, nil
	}
	return nil, fmt.Errorf("%s is not a workflow: the name of a workflow's file ends in %s", root, documentSuffix)
}

// wantFolder refuses what is no folder.
func wantFolder(path string) error {
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

// nearby returns path as messages show it: relative to the working directory where it is in it, else as given.
func nearby(path string) string {
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

// findFolders returns root where it holds workflows itself, else, or where below is set, the folders in it that do.
func findFolders(root string, below bool) ([]place, error) {
	holds, err := holdsWorkflows(root)
	if err != nil {
		return nil, fmt.Errorf("looking for workflows: %w", err)
	}
	if holds && !below {
		return []place{{dir: root}}, nil
	}
	var found []place
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case !d.IsDir():
			return nil
		case path != root && ignoredFolder(d.Name()):
			return fs.SkipDir
		}
		holds, err := holdsWorkflows(path)
		if holds {
			found = append(found, place{dir: path})
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking for workflows: %w", err)
	}
	if len(found) == 0 {
		return nil, noWorkflows{root}
	}
	return found, nil
}

// noWorkflows is the error of a folder that was named and holds no workflow anywhere.
type noWorkflows struct{ root string }

func (e noWorkflows) Error() string {
	return fmt.Sprintf("no workflows in %s: there is no file *%s in it or below", e.root, documentSuffix)
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
	if slices.ContainsFunc(entries, isDocument) {
		return true, nil
	}
	for _, e := range entries {
		if e.IsDir() || !strings.HasSuffix(e.Name(), generatedSuffix) {
			continue
		}
		src, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return false, err
		}
		if isGenerated(src) {
			return true, nil
		}
	}
	return false, nil
}

func isDocument(e fs.DirEntry) bool { return !e.IsDir() && strings.HasSuffix(e.Name(), documentSuffix) }

// merge makes one place of those with the same folder, and sorts them.
func merge(all []place) []place {
	slices.SortStableFunc(all, func(a, b place) int { return strings.Compare(a.dir, b.dir) })
	var merged []place
	for _, p := range all {
		last := len(merged) - 1
		switch {
		case last < 0 || merged[last].dir != p.dir:
			merged = append(merged, p)
		case merged[last].only == nil || p.only == nil:
			merged[last].only = nil
		default:
			merged[last].only = append(merged[last].only, p.only...)
		}
	}
	for i := range merged {
		slices.Sort(merged[i].only)
		merged[i].only = slices.Compact(merged[i].only)
	}
	return merged
}

// asked leaves out the diagnostics of documents that were not asked for.
func (p place) asked(list diag.List) diag.List {
	return slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		return p.only != nil && d.File != nil && strings.HasSuffix(d.File.Name, documentSuffix) &&
			!(filepath.Dir(d.File.Name) == p.dir && slices.Contains(p.only, filepath.Base(d.File.Name)))
	})
}
