package project

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/flowc-dev/flowc/gen"
)

// Write makes changes in a folder of workflows. Everything new is on disk, in .flowc, before the first file is
// replaced: a full disk or a folder that can't be written leaves all as it was, and a process that is killed leaves
// nothing that version control sees.
func Write(dir string, changes []gen.Change) error {
	if slices.ContainsFunc(changes, func(c gen.Change) bool { return c.Want != nil }) {
		if err := makeIgnored(dir); err != nil {
			return fmt.Errorf("writing: %w", err)
		}
	}
	return replaceAll(dir, changes)
}

// ignored is the folder, in one of workflows, that version control ignores.
const ignored = ".flowc"

// makeIgnored makes the folder that version control ignores. The file that says so has nowhere to be ignored before: it
// is written into a folder called .git, which git passes by, and moved.
func makeIgnored(dir string) error {
	path, content := filepath.Join(dir, ignored, ".gitignore"), []byte("*\n")
	if have, err := ReadFile(path); err == nil && bytes.Equal(have, content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	temporary, err := os.MkdirTemp(dir, ".flowc-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temporary)
	unseen := filepath.Join(temporary, ".git")
	if err := os.Mkdir(unseen, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(unseen, "ignore"), content, 0o644); err != nil {
		return err
	}
	return os.Rename(filepath.Join(unseen, "ignore"), path)
}

// replaceAll makes changes in a folder: the new files wait, on the disk, until the last one is there.
func replaceAll(dir string, changes []gen.Change) error {
	var staged []stagedFile
	defer func() {
		for _, s := range staged {
			_ = os.Remove(s.temporary) // gone where all went well
		}
	}()
	for _, c := range changes {
		if c.Want == nil {
			continue
		}
		s, err := stageFile(filepath.Join(dir, c.Name), c.Want)
		if err != nil {
			return fmt.Errorf("writing %s: %w", filepath.Join(dir, c.Name), err)
		}
		staged = append(staged, s)
	}
	for _, s := range staged {
		if err := os.Rename(s.temporary, s.path); err != nil {
			return fmt.Errorf("writing %s: %w", s.path, err)
		}
	}
	for _, c := range changes {
		if c.Want != nil {
			continue
		}
		if err := os.Remove(filepath.Join(dir, c.Name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("removing what is left over in %s: %w", dir, err)
		}
	}
	return nil
}

// stagedFile is new content that waits to replace a file.
type stagedFile struct{ temporary, path string }

// stageFile writes content near path, with the permissions that path has, or that a new file gets. Of a symbolic link
// it is the file that is replaced: the link stays.
func stageFile(path string, content []byte) (s stagedFile, err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	mode := fs.FileMode(0o644)
	if info, err := os.Stat(path); err == nil {
		if err := wantPlain(info); err != nil {
			return stagedFile{}, err
		}
		mode = info.Mode().Perm()
	}
	file, err := os.CreateTemp(stagingFolder(filepath.Dir(path)), ".flowc-*") // the go command ignores names that begin with a dot
	if err != nil {
		return stagedFile{}, err
	}
	s = stagedFile{file.Name(), path}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			_ = os.Remove(s.temporary)
		}
	}()
	if _, err := file.Write(content); err != nil {
		return s, err
	}
	return s, file.Chmod(mode)
}

// stagingFolder is where a new file for a folder waits: where version control ignores it, if there is such a place.
func stagingFolder(dir string) string {
	inside := filepath.Join(dir, ignored)
	if info, err := os.Lstat(inside); err == nil && info.IsDir() {
		return inside
	}
	return dir
}

// wantPlain rejects what no file may replace: a user with write access to /dev could replace /dev/null.
func wantPlain(info fs.FileInfo) error {
	switch {
	case info.IsDir():
		return errFolder
	case !info.Mode().IsRegular():
		return errNotPlain
	}
	return nil
}

var errFolder = errors.New("it is a folder")

// WriteTo writes content to what a person names: into a device or a pipe, such as /dev/stdout, and else as Replace
// does.
func WriteTo(path string, content []byte) error {
	info, err := os.Stat(path)
	if err != nil || !errors.Is(wantPlain(info), errNotPlain) {
		return Replace(path, content)
	}
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	_, err = file.Write(content)
	if err := errors.Join(err, file.Close()); err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	return nil
}

// Replace writes one file so that a reader finds the old content or the new, never a part.
func Replace(path string, content []byte) error {
	return replaceAll(filepath.Dir(path), []gen.Change{{Name: filepath.Base(path), Want: content}})
}
