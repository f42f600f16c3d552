package project

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/flowc-dev/flowc/gen"
)

// Write makes changes in a folder. Everything new is on disk, under names that no tool reads, before the first file
// is replaced: a full disk or a folder that can't be written leaves all as it was.
func Write(dir string, changes []gen.Change) error {
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

// stagedFile is new content that waits beside the file it will replace.
type stagedFile struct{ temporary, path string }

// stageFile writes content beside path, with the permissions that path has, or that a new file gets. Of a symbolic link
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
	file, err := os.CreateTemp(filepath.Dir(path), ".flowc-*") // the go command ignores names that begin with a dot
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

// wantPlain refuses what no file may take the place of: whoever may write to /dev may replace /dev/null.
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

// WriteTo writes content to what a person names: into a device or a pipe, such as /dev/stdout, and else as Replace does.
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
	return Write(filepath.Dir(path), []gen.Change{{Name: filepath.Base(path), Want: content}})
}
