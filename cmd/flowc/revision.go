package main

import (
	"archive/tar"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/schema"
)

// isRevision reports whether an argument means a git revision, and no file of a workflow.
func isRevision(arg string) bool {
	return arg != os.DevNull && !strings.HasSuffix(arg, project.DocumentSuffix)
}

// checkOut writes what a git revision holds of a project into a folder, and returns where the working directory is in
// it. The error is git's own word where it knows no such revision.
func checkOut(revision, into string) (dir string, err error) {
	top, err := git("rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	prefix, err := git("rev-parse", "--show-prefix")
	if err != nil {
		return "", err
	}
	commit, err := git("rev-parse", "--verify", "--quiet", "--end-of-options", revision+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("%s is no git revision, and no workflow's file: that ends in %s", revision, project.DocumentSuffix)
	}
	archive := exec.Command("git", "archive", "--format=tar", commit)
	archive.Dir = top
	archive.Stderr = os.Stderr
	out, err := archive.StdoutPipe()
	if err != nil {
		return "", fmt.Errorf("reading %s: %w", revision, err)
	}
	if err := archive.Start(); err != nil {
		return "", fmt.Errorf("reading %s: %w", revision, err)
	}
	err = unpack(out, into)
	_, rest := io.Copy(io.Discard, out)
	if err := errors.Join(err, rest, archive.Wait()); err != nil {
		return "", fmt.Errorf("reading %s: %w", revision, err)
	}
	return filepath.Join(into, filepath.FromSlash(prefix)), nil
}

// git returns what a git command prints, in one line.
func git(args ...string) (string, error) {
	out, err := exec.Command("git", args...).Output()
	var failed *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", errors.New("comparing with a revision needs git, which is not installed")
	case errors.As(err, &failed):
		return "", fmt.Errorf("git: %s", strings.TrimSpace(strings.TrimPrefix(string(failed.Stderr), "fatal: ")))
	case err != nil:
		return "", fmt.Errorf("git: %w", err)
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// unpack writes the files of an archive that say what workflows mean.
func unpack(archive io.Reader, into string) error {
	for files := tar.NewReader(archive); ; {
		header, err := files.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		case header.Typeflag != tar.TypeReg || !saysMeaning(path.Base(header.Name)) || !filepath.IsLocal(filepath.FromSlash(header.Name)):
			continue
		}
		name := filepath.Join(into, filepath.FromSlash(header.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		content, err := io.ReadAll(files)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, content, 0o600); err != nil {
			return err
		}
	}
}

// saysMeaning reports whether a project means what it does by a file of that name too.
func saysMeaning(name string) bool {
	return strings.HasSuffix(name, project.DocumentSuffix) ||
		slices.Contains([]string{".go", ".sql"}, path.Ext(name)) ||
		slices.Contains([]string{"go.mod", "go.sum", ".env.example", "flows.postgres.json", schema.DefaultsFile}, name)
}

// exists reports whether there is a folder.
func exists(dir string) bool {
	_, err := os.Stat(dir)
	return !errors.Is(err, fs.ErrNotExist)
}
