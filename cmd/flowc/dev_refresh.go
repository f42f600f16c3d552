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
)

// refresh brings what runs up to the sources: lint, generate, build, restart. Whatever fails is printed and leaves
// running what runs.
func (d *devServer) refresh(ctx context.Context) {
	binary, err := d.make(ctx)
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
	return d.printRoutes()
}

func (d *devServer) printRoutes() error {
	programs, err := d.programs()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	writeRoutes(&b, baseURL(d.address), d.dir, programs)
	if text := b.String(); text != d.printed {
		d.printed = text
		d.printf("%s", text)
	}
	return nil
}
