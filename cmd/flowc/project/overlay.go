package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
)

// overlay makes the go command see files that are not there, or other ones than are there (go help build).
type overlay struct {
	Replace map[string]string // path -> file with its content

	dir string // where the contents are
}

// add makes the go command see content at path.
func (o *overlay) add(path string, content []byte) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("preparing a build: %w", err)
	}
	file := filepath.Join(o.dir, strconv.Itoa(len(o.Replace))+".go")
	if err := os.WriteFile(file, content, 0o600); err != nil {
		return fmt.Errorf("preparing a build: %w", err)
	}
	o.Replace[path] = file
	return nil
}

// addGenerated makes the go command see what a folder's workflows compile to. Mistakes in them are reported.
func (o *overlay) addGenerated(c *console.Console, f *Folder) error {
	files, list, err := f.Compile()
	if err != nil {
		return err
	}
	if list.HasErrors() {
		return errors.Join(c.Report(list), console.ErrProblems)
	}
	for _, file := range files {
		if err := o.add(filepath.Join(f.Dir, file.Name), file.Content); err != nil {
			return err
		}
	}
	return nil
}

// build builds a package of the module around dir to a file. What the go command has to say goes to the console.
func (o *overlay) build(c *console.Console, dir, pkg, binary string) error {
	text, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("preparing a build: %w", err)
	}
	file := filepath.Join(o.dir, "overlay.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return fmt.Errorf("preparing a build: %w", err)
	}
	build := exec.Command("go", "build", "-ldflags=-w", "-overlay", file, "-o", binary, pkg) // as Build does: what runs once is not debugged
	build.Dir = dir
	build.Stdout, build.Stderr = c.Err, c.Err
	if err := build.Run(); errors.As(err, new(*exec.ExitError)) {
		return console.ErrProblems // the go command has said what
	} else if err != nil {
		return fmt.Errorf("building: %w", err)
	}
	return nil
}
