package main

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/diff"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

// version is a project at one time: its workflows, and the defaults of their folders, by their paths with slashes.
type version struct {
	workflows map[string]*ir.Workflow
	defaults  map[string]*schema.Defaults
}

// compareVersions compares the workflows of a git revision with those of another, or of the working directory where
// that is "". It compares one alone where after is a workflow's file.
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
	if only != "" && old.workflows[only] == nil && now.workflows[only] == nil {
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
	if only == "" {
		failed = errors.Join(failed, d.compareDefaults(old, now))
	}
	if failed != nil {
		return console.ErrProblems
	}
	return nil
}

// compareDefaults compares what folders say of names.
func (d differ) compareDefaults(old, now version) error {
	paths := slices.Collect(maps.Keys(old.defaults))
	paths = slices.AppendSeq(paths, maps.Keys(now.defaults))
	slices.Sort(paths)
	var failed error
	for _, path := range slices.Compact(paths) {
		failed = errors.Join(failed, d.print(path, diff.Defaults(old.defaults[path], now.defaults[path])))
	}
	return failed
}

// versionOf reads the workflows of a git revision, or those of the working directory.
func (d differ) versionOf(revision string) (version, error) {
	if revision == "" {
		return d.readVersion(".", "")
	}
	temp, err := os.MkdirTemp("", "flowc-diff-*")
	if err != nil {
		return version{}, fmt.Errorf("making a folder for %s: %w", revision, err)
	}
	defer os.RemoveAll(temp)
	dir, err := checkOut(revision, temp)
	if err != nil {
		return version{}, err
	}
	return d.readVersion(dir, revision+":")
}

// readVersion reads the workflows in dir and below, of which messages say where they are from.
func (d differ) readVersion(dir, from string) (version, error) {
	all := version{map[string]*ir.Workflow{}, map[string]*schema.Defaults{}}
	if !exists(dir) {
		return all, nil
	}
	var broken diag.List
	err := project.Each([]string{dir}, func(p *project.Project) error {
		for _, asked := range p.Asked {
			f, _ := p.Folder(asked)
			broken.Add(unread(f, dir, from)...)
			for _, w := range f.Analysis.Program.Workflows {
				all.workflows[relative(dir, w.File.Name)] = w
			}
			if f.Defaults != nil {
				all.defaults[relative(dir, f.Defaults.Name)], _ = schema.ParseDefaults(f.Defaults)
			}
		}
		return nil
	})
	switch {
	case errors.As(err, new(project.NoWorkflows)):
		return all, nil
	case err != nil:
		return version{}, err
	case len(broken) > 0:
		return version{}, errors.Join(d.Report(broken), console.ErrProblems)
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
	for path, w := range old.workflows {
		byID[w.ID.Value] = path
	}
	var all []pair
	gone := map[string]bool{}
	for path := range old.workflows {
		gone[path] = true
	}
	for path, w := range now.workflows {
		p := pair{after: path, old: nobody(), now: w}
		before, moved := byID[w.ID.Value]
		if was := old.workflows[path]; was != nil && (!moved || was.ID.Value == w.ID.Value || now.workflows[before] != nil) {
			before = path
		}
		if was := old.workflows[before]; was != nil && gone[before] {
			p.before, p.old = before, was
			delete(gone, before)
		}
		all = append(all, p)
	}
	for path := range gone {
		all = append(all, pair{before: path, old: old.workflows[path], now: nobody()})
	}
	slices.SortFunc(all, func(a, b pair) int { return strings.Compare(a.title(), b.title()) })
	return all
}
