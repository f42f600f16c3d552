// Package project finds the workflows of a project on disk, watches them, checks them, and generates and builds their
// Go.
//
// Only cmd/flowc and the packages beside it import it.
package project

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/gocheck"
)

// A project is a program with its folders of workflows: one server serves them, and they share routes, ids and Local
// Storage. Its home is the nearest folder, from that of the workflows upwards, which has a mark; where several programs
// have their workflows there, each is a project. Which of its folders a command line names changes nothing of what is
// found in them, or generated.

// marks are the files that make a folder a project. What is not under version control, such as .env, is none of
// them: the workflows of two copies would not mean the same.
func marks() []string { return []string{"main.go", ".env.example", "go.mod"} }

// Project is the folders of workflows of a project.
type Project struct {
	Folders []*Folder // sorted by path
	Asked   []Place   // those that a command line names, sorted
}

// Each reads the projects of the workflows that paths name, one after the other, for do.
func Each(paths []string, do func(*Project) error) error {
	places, err := FindPlaces(paths)
	if err != nil {
		return err
	}
	byHome := map[string][]Place{}
	var homes []string
	for _, p := range places {
		home, _ := nearestWith(p.Dir, marks())
		if byHome[home] == nil {
			homes = append(homes, home)
		}
		byHome[home] = append(byHome[home], p)
	}
	for _, home := range homes {
		projects, err := projectsAt(home, byHome[home])
		if err != nil {
			return err
		}
		for _, found := range projects {
			p := &Project{Asked: found.asked}
			if err := p.read(home, found.names, around.Imports(home)); err != nil {
				return err
			}
			if err := do(p); err != nil {
				return err
			}
		}
	}
	return nil
}

// nearestWith finds the nearest folder, from dir upwards, that holds a file of one of the names; it is dir where there
// is none. As the go command, it goes no further than a folder that patterns pass by, or that of temporary files.
func nearestWith(dir string, names []string) (path string, found bool) {
	start, err := filepath.Abs(dir)
	if err != nil {
		return dir, false
	}
	temporary := Absolute(os.TempDir())
	for path = start; Absolute(path) != temporary; path = filepath.Dir(path) {
		if holdsAny(path, names) {
			return path, true
		}
		if ignoredFolder(filepath.Base(path)) || path == filepath.Dir(path) {
			break
		}
	}
	return start, false
}

// found is a project before it is read.
type found struct {
	asked []Place
	names map[string]string // of its folders, as messages show them, by Absolute path
}

// projectsAt finds the projects at home of which places are asked for.
func projectsAt(home string, asked []Place) ([]found, error) {
	names := map[string]string{}
	for _, p := range asked {
		names[Absolute(p.Dir)] = p.Dir
	}
	if _, marked := nearestWith(home, marks()); marked {
		dirs, err := workflowsBelow(home, nil)
		if err != nil {
			return nil, fmt.Errorf("looking for the workflows of the project: %w", err)
		}
		for _, dir := range dirs {
			if dir := Absolute(dir); names[dir] == "" {
				names[dir] = beside(asked[0].Dir, dir)
			}
		}
	}
	if len(names) == 1 {
		return []found{{asked, names}}, nil
	}
	var all []found
	for _, group := range importsAround(home).together(Absolute(home), slices.Sorted(maps.Keys(names))) {
		f := found{names: map[string]string{}}
		for _, dir := range group {
			f.names[dir] = names[dir]
		}
		for _, p := range asked {
			if f.names[Absolute(p.Dir)] != "" {
				f.asked = append(f.asked, p)
			}
		}
		if f.asked != nil {
			all = append(all, f)
		}
	}
	return all, nil
}

// around are the packages around the projects that this process reads.
var around gocheck.Kept

// workflowsBelow adds to dirs the folders of workflows in dir that are no projects of their own. One that nobody may
// read has none.
func workflowsBelow(dir string, dirs []string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrPermission) {
		return nil, err
	}
	if slices.ContainsFunc(entries, IsDocument) {
		dirs = append(dirs, dir)
	}
	for _, e := range entries {
		below := filepath.Join(dir, e.Name())
		if !e.IsDir() || ignoredFolder(e.Name()) || holdsAny(below, marks()) {
			continue
		}
		if dirs, err = workflowsBelow(below, dirs); err != nil {
			return nil, err
		}
	}
	return dirs, nil
}

// holdsAny reports whether there is a file of one of the names in dir.
func holdsAny(dir string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool {
		_, err := os.Stat(filepath.Join(dir, name))
		return err == nil
	})
}

// beside writes the path of a folder as that of another one is written.
func beside(other, dir string) string {
	rel, err := filepath.Rel(Absolute(other), dir)
	if err != nil {
		return dir
	}
	return filepath.Join(other, rel)
}

// read reads the folders of the project at home, and finds out what they mean together.
func (p *Project) read(home string, names map[string]string, imports *gocheck.Imports) error {
	for _, dir := range slices.Sorted(maps.Keys(names)) {
		f, err := ReadFolder(names[dir])
		if err != nil {
			return err
		}
		f.Imports = imports
		p.Folders = append(p.Folders, f)
	}
	links := !p.namesEngines(home)
	for _, f := range p.Folders {
		f.Links = links
	}
	p.analyse()
	return nil
}

// analyse finds out what the folders mean together.
func (p *Project) analyse() {
	for i, a := range gen.Analyse(p.Sources()) {
		p.Folders[i].Analysis = a
	}
}

// Sources are the folders as the compiler reads them.
func (p *Project) Sources() []*gen.Folder {
	all := make([]*gen.Folder, len(p.Folders))
	for i, f := range p.Folders {
		all[i] = &f.Folder
	}
	return all
}

// Folder returns the folder of a place that was asked for, and its number.
func (p *Project) Folder(asked Place) (*Folder, int) {
	i := slices.IndexFunc(p.Folders, func(f *Folder) bool { return f.Dir == asked.Dir })
	return p.Folders[i], i
}
