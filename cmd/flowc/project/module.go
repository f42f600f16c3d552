package project

import (
	"os"
	"path"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
)

// Flowc is the path of flowc's own module.
const Flowc = "github.com/flowc-dev/flowc"

// Command is the import path of the command flowc.
const Command = Flowc + "/cmd/flowc"

// ToolsFile is the go.mod of the tools of a module, in a folder of its own: what they need stays out of the module's.
const ToolsFile = "tools/go.mod"

// Module is a Go module, as its go.mod describes it.
type Module struct {
	Dir  string // absolute
	File *modfile.File
}

// ModuleAround returns the module that a folder is in, which need not be there yet. It reports false where there is
// none that can be read. As for the go command, the folder of temporary files is no module.
func ModuleAround(dir string) (Module, bool) {
	dir = Absolute(dir)
	for temporary := Absolute(os.TempDir()); dir != temporary; dir = filepath.Dir(dir) {
		if file := readModFile(filepath.Join(dir, "go.mod")); file != nil {
			return Module{dir, file}, file.Module != nil
		}
		if dir == filepath.Dir(dir) {
			break
		}
	}
	return Module{}, false
}

// readModFile returns nil where there is no go.mod at path that can be read.
func readModFile(path string) *modfile.File {
	text, err := ReadFile(path)
	if err != nil {
		return nil
	}
	file, err := modfile.Parse(path, text, nil)
	if err != nil {
		return nil
	}
	return file
}

// Path is the module's path.
func (m Module) Path() string { return m.File.Module.Mod.Path }

// Tools returns the go.mod of the module's tools, nil where there is none.
func (m Module) Tools() *modfile.File {
	return readModFile(filepath.Join(m.Dir, filepath.FromSlash(ToolsFile)))
}

// ImportPath is what Go code imports the package in a folder of the module by.
func (m Module) ImportPath(dir string) string {
	rel, err := filepath.Rel(m.Dir, Absolute(dir))
	if err != nil {
		return m.Path()
	}
	return path.Join(m.Path(), filepath.ToSlash(rel))
}

// Tool returns how a shell in a folder of the module calls flowc, and reports whether the module has that tool, itself
// or in ToolsFile. Where it has none, the call is that of the latter.
func (m Module) Tool(dir string) (call string, found bool) {
	if hasTool(m.File) {
		return "go tool flowc", true
	}
	up, err := filepath.Rel(Absolute(dir), m.Dir)
	if err != nil {
		up = m.Dir
	}
	return "go tool -modfile=" + path.Join(filepath.ToSlash(up), ToolsFile) + " flowc", hasTool(m.Tools())
}

func hasTool(file *modfile.File) bool {
	return file != nil && slices.ContainsFunc(file.Tool, func(t *modfile.Tool) bool { return t.Path == Command })
}

// PackageName returns the name of the Go package that a folder's workflows make, where no hand-written file has one.
func PackageName(dir string) string { return packageName(filepath.Base(Absolute(dir))) }

// Without returns those of go.mod and ToolsFile that neither require nor replace a module. ToolsFile counts where it is
// not there yet, and go.mod has no tool.
func (m Module) Without(required string) []string {
	var names []string
	if !knows(m.File, required) {
		names = append(names, "go.mod")
	}
	if !hasTool(m.File) && !knows(m.Tools(), required) {
		names = append(names, ToolsFile)
	}
	return names
}

// knows reports whether a go.mod requires or replaces a module.
func knows(file *modfile.File, path string) bool {
	if file == nil {
		return false
	}
	return slices.ContainsFunc(file.Require, func(r *modfile.Require) bool { return r.Mod.Path == path }) ||
		slices.ContainsFunc(file.Replace, func(r *modfile.Replace) bool { return r.Old.Path == path })
}

// versionIn returns the version of flowc that a go.mod has, or the folder that it takes flowc from; "" without one.
func versionIn(file *modfile.File, home string) string {
	if file == nil {
		return ""
	}
	for _, r := range file.Replace {
		switch {
		case r.Old.Path != Flowc:
		case r.New.Version != "":
			return r.New.Version
		case filepath.IsAbs(r.New.Path):
			return Absolute(r.New.Path)
		default:
			return Absolute(filepath.Join(home, filepath.FromSlash(r.New.Path)))
		}
	}
	for _, r := range file.Require {
		if r.Mod.Path == Flowc {
			return r.Mod.Version
		}
	}
	return ""
}

// noteVersions says where a module links another flowc than generates its Go.
func (m Module) noteVersions(c *console.Console) {
	linked, generates := versionIn(m.File, m.Dir), versionIn(m.Tools(), m.Dir)
	if hasTool(m.File) || linked == "" || generates == "" || linked == generates {
		return
	}
	advice := "take both from one place"
	if semver.IsValid(linked) {
		advice = "run go get -modfile=" + ToolsFile + " " + Flowc + "@" + linked
	}
	c.Notef("go.mod has flowc %s, and %s has flowc %s: generated Go is for the runtime of its own version; %s",
		linked, ToolsFile, generates, advice)
}
