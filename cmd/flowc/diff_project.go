package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

// version is the workflows of a project at one time, by their paths with slashes.
type version map[string]*ir.Workflow

// compareVersions compares the workflows of a git revision with those of another, or of the working directory where that is "". It
// compares one alone where after is a workflow's file.
func (d differ) compareVersions(before, after string) error {
	only := ""
	if after != "" && !isRevision(after) {
		only, after = filepath.ToSlash(project.Nearby(after)), ""
	}
	old, err := d.versionOf(before)
	if err != nil {
		return err
	}
	now, err := d.versionOf(after)
	if err != nil {
		return err
	}
	if only != "" && old[only] == nil && now[only] == nil {
		return fmt.Errorf("%s is neither in %s nor here", only, before)
	}
	return d.comparePairs(old, now, only)
}

// isFolder reports whether there is a folder of that name.
func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// compareFolders compares the workflows in two folders and below.
func (d differ) compareFolders(before, after string) error {
	old, err := d.readVersion(before, filepath.ToSlash(project.Nearby(before))+"/")
	if err != nil {
		return err
	}
	now, err := d.readVersion(after, filepath.ToSlash(project.Nearby(after))+"/")
	if err != nil {
		return err
	}
	return d.comparePairs(old, now, "")
}

// comparePairs compares each workflow with itself, or one alone.
func (d differ) comparePairs(old, now version, only string) error {
	var failed error
	for _, p := range pairs(old, now) {
		if only == "" || p.before == only || p.after == only {
			failed = errors.Join(failed, d.compare(p.title(), p.old, p.now))
		}
	}
	if failed != nil {
		return console.ErrProblems
	}
	return nil
}

// versionOf reads the workflows of a git revision, or those of the working directory.
func (d differ) versionOf(revision string) (version, error) {
	if revision == "" {
		return d.readVersion(".", "")
	}
	temp, err := os.MkdirTemp("", "flowc-diff-*")
	if err != nil {
		return nil, fmt.Errorf("making a folder for %s: %w", revision, err)
	}
	defer os.RemoveAll(temp)
	dir, err := checkOut(revision, temp)
	if err != nil {
		return nil, err
	}
	return d.readVersion(dir, revision+":")
}

// readVersion reads the workflows in dir and below, of which messages say where they are from.
func (d differ) readVersion(dir, from string) (version, error) {
	all := version{}
	if !exists(dir) {
		return all, nil
	}
	var broken diag.List
	err := project.Each([]string{dir}, func(p *project.Project) error {
		for _, asked := range p.Asked {
			f, _ := p.Folder(asked)
			broken.Add(unread(f, dir, from)...)
			for _, w := range f.Analysis.Program.Workflows {
				all[relative(dir, w.File.Name)] = w
			}
		}
		return nil
	})
	switch {
	case errors.As(err, new(project.NoWorkflows)):
		return all, nil
	case err != nil:
		return nil, err
	case len(broken) > 0:
		return nil, errors.Join(d.Report(broken), console.ErrProblems)
	}
	return all, nil
}

// unread are the diagnostics of documents that can't be read.
func unread(f *project.Folder, dir, from string) diag.List {
	found, _ := f.Lint()
	return slices.DeleteFunc(found, func(g diag.Diagnostic) bool {
		if g.File == nil || !strings.HasSuffix(g.File.Name, project.DocumentSuffix) ||
			slices.ContainsFunc(f.Analysis.Program.Workflows, func(w *ir.Workflow) bool { return w.File.Name == g.File.Name }) {
			return true
		}
		g.File.Name = from + relative(dir, g.File.Name)
		return false
	})
}

func relative(dir, name string) string {
	if rel, err := filepath.Rel(dir, name); err == nil {
		name = rel
	}
	return filepath.ToSlash(name)
}

// pair is a workflow at both times. Where it is missing at one, that path is "".
type pair struct {
	before, after string
	old, now      *ir.Workflow
}

func (p pair) title() string {
	switch {
	case p.before == "" || p.before == p.after:
		return p.after
	case p.after == "":
		return p.before
	}
	return p.before + " -> " + p.after
}

// pairs brings together what is one workflow: by its id, as files may move, and else by its path. They are sorted.
func pairs(old, now version) []pair {
	byID := map[string]string{}
	for path, w := range old {
		byID[w.ID.Value] = path
	}
	var all []pair
	gone := map[string]bool{}
	for path := range old {
		gone[path] = true
	}
	for path, w := range now {
		p := pair{after: path, old: nobody(), now: w}
		before, moved := byID[w.ID.Value]
		if old[path] != nil && (!moved || old[path].ID.Value == w.ID.Value || now[before] != nil) {
			before = path
		}
		if was := old[before]; was != nil && gone[before] {
			p.before, p.old = before, was
			delete(gone, before)
		}
		all = append(all, p)
	}
	for path := range gone {
		all = append(all, pair{before: path, old: old[path], now: nobody()})
	}
	slices.SortFunc(all, func(a, b pair) int { return strings.Compare(a.title(), b.title()) })
	return all
}
