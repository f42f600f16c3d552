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

	dir   string // where the contents are
	files int    // how many there are
}

// add makes the go command see content at path.
func (o *overlay) add(path string, content []byte) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return fmt.Errorf("preparing a build: %w", err)
	}
	o.files++
	file := filepath.Join(o.dir, strconv.Itoa(o.files)+".go")
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

// write writes the file that the go command is given, and returns its path.
func (o *overlay) write() (string, error) {
	text, err := json.Marshal(o)
	file := filepath.Join(o.dir, "overlay.json")
	if err == nil {
		err = os.WriteFile(file, text, 0o600)
	}
	if err != nil {
		return "", fmt.Errorf("preparing a build: %w", err)
	}
	return file, nil
}

// run runs a program of the module around dir, in dir, and returns what it prints. What it says of its own failure, and
// the go command of the program, goes to the console. The go command keeps what it has linked to run it: the next run
// of the same program links nothing.
func (o *overlay) run(c *console.Console, dir, pkg string, args ...string) ([]byte, error) {
	file, err := o.write()
	if err != nil {
		return nil, err
	}
	run := exec.Command("go", append([]string{"run", "-ldflags=-w", "-overlay", file, pkg}, args...)...) // as Build does: what runs once is not debugged
	run.Dir, run.Stderr = dir, c.Err
	out, err := run.Output()
	if errors.As(err, new(*exec.ExitError)) {
		return nil, console.ErrProblems // it has been said what
	} else if err != nil {
		return nil, fmt.Errorf("building: %w", err)
	}
	return out, nil
}
