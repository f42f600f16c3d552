package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// refresh brings what runs up to the sources: lint, generate, build, restart. Whatever fails is printed and leaves
// running what runs.
func (d *devServer) refresh(ctx context.Context) {
	binary, err := d.make(ctx)
	if err == nil {
		err = d.checkEnvironment()
	}
	if err == nil {
		err = d.restart(ctx, binary)
	}
	switch {
	case ctx.Err() != nil: // stopped meanwhile, which is no failure
	case err == nil:
	case errors.Is(err, errProblems) && d.child != nil:
		d.notef("not restarted: the server of before goes on")
	case errors.Is(err, errProblems):
		d.notef("nothing is served; waiting for a change")
	default:
		d.notef("%v", err)
	}
}

// make generates and builds, and returns the program's path.
func (d *devServer) make(ctx context.Context) (string, error) {
	if err := generate(d.console, []string{d.dir}, false); err != nil {
		return "", err
	}
	d.builds++
	folder, err := filepath.Abs(filepath.Join(d.built, strconv.Itoa(d.builds)))
	if err != nil {
		return "", fmt.Errorf("building: %w", err)
	}
	if err := os.Mkdir(folder, 0o755); err != nil {
		return "", fmt.Errorf("building: %w", err)
	}
	// Into a folder, the go command builds programs only, and calls them what the system wants.
	build := exec.CommandContext(ctx, "go", "build", "-o", folder, ".")
	build.Dir = d.dir
	build.Stdout, build.Stderr = d.err, d.err
	if err := build.Run(); errors.As(err, new(*exec.ExitError)) {
		return "", errProblems // the go command has said what
	} else if err != nil {
		return "", fmt.Errorf("building: %w", err)
	}
	programs, err := os.ReadDir(folder)
	if err != nil || len(programs) != 1 {
		return "", fmt.Errorf("building: there is no program in %s: %w", folder, err)
	}
	return filepath.Join(folder, programs[0].Name()), nil
}

// restart replaces what runs and, once it listens, prints routes that are not known yet.
func (d *devServer) restart(ctx context.Context, binary string) error {
	if d.child != nil {
		d.child.stop()
		_ = os.Remove(d.child.cmd.Path) // all go with the folder in the end
	}
	child, err := startChild(binary, d.dir, d.address, d.console)
	if err != nil {
		return err
	}
	d.child = child
	if !child.listens(ctx, d.address) {
		return nil // it has ended, which dev will say, or is not wanted any more
	}
	return d.printRoutes(ctx)
}

func (d *devServer) printRoutes(ctx context.Context) error {
	linked, err := linkedFolders(ctx, d.dir)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	programs, err := d.programs(func(dir string) bool {
		if !linked[absolute(dir)] {
			fmt.Fprintf(&b, "\nNot served: %s, as the program does not import it; have main.go call its New and Register\n", dir)
			return false
		}
		return true
	})
	if err != nil {
		return err
	}
	site{baseURL(d.address), d.dir, callOfFlowc()}.writeServing(&b, programs)
	if text := b.String(); text != d.printed {
		d.printed = text
		d.printf("%s", text)
	}
	return nil
}

// linkedFolders are the folders of the packages that the program in dir is built of.
func linkedFolders(ctx context.Context, dir string) (map[string]bool, error) {
	list := exec.CommandContext(ctx, "go", "list", "-deps", "-f", "{{if not .Standard}}{{.Dir}}{{end}}", ".")
	list.Dir = dir
	out, err := list.Output()
	if err != nil {
		return nil, fmt.Errorf("finding what the program is built of: %w", err)
	}
	linked := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		linked[absolute(strings.TrimSpace(line))] = true
	}
	return linked, nil
}

// absolute is a path as the go command and we both see it, through symbolic links.
func absolute(dir string) string {
	if path, err := filepath.EvalSymlinks(dir); err == nil {
		dir = path
	}
	if path, err := filepath.Abs(dir); err == nil {
		dir = path
	}
	return dir
}
