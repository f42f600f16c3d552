package studio

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// shelf is where a document is or may be: in a folder of workflows of the project, from which nothing leads out, no
// symbolic link and no "..", whatever the page asks for and whatever becomes of the folder meanwhile.
type shelf struct {
	root *os.Root // the folder
	key  string
	name string // of the file
	path string // as messages show it
}

// errNotHere is of a document that no folder of workflows holds.
var errNotHere = errors.New("this is no file of a folder of workflows")

// shelved opens the folder of a key, or answers why it can't.
func (s *Studio) shelved(w http.ResponseWriter, key string) (*shelf, bool) {
	d, err := s.shelf(key)
	if err != nil {
		http.Error(w, err.Error(), http.StatusNotFound)
		return nil, false
	}
	return d, true
}

// writeTo opens the folder of a key and has f write there, under the studio's lock. The page is answered the error of
// f.
func (s *Studio) writeTo(w http.ResponseWriter, key string, f func(*shelf) error) {
	d, ok := s.shelved(w, key)
	if !ok {
		return
	}
	defer d.close()
	s.writing.Lock()
	defer s.writing.Unlock()
	if err := f(d); err != nil {
		refuse(w, err)
	}
}

func (s *Studio) shelf(key string) (*shelf, error) {
	s.mu.Lock()
	dir, ok := s.project.dirOf(path.Dir(key), s.config.Dir)
	s.mu.Unlock()
	stem := path.Base(key)
	if !ok || key != path.Clean(key) || stem == "." || stem == ".." || strings.ContainsAny(stem, "/\\\x00") || strings.HasPrefix(stem, ".") {
		return nil, errNotHere
	}
	root, err := s.folder(dir)
	if err != nil {
		return nil, err
	}
	name := stem + project.DocumentSuffix
	if isDefaults(key) {
		name = stem
	}
	return &shelf{root: root, key: key, name: name, path: filepath.Join(dir, name)}, nil
}

// folder opens a folder of workflows from the project's, so that no symbolic link on the way leads out of that.
func (s *Studio) folder(dir string) (*os.Root, error) {
	below, err := filepath.Rel(project.Absolute(s.config.Dir), project.Absolute(dir))
	if err != nil {
		return nil, errNotHere
	}
	home, err := os.OpenRoot(s.config.Dir)
	if err != nil {
		return nil, fmt.Errorf("opening the project: %w", err)
	}
	if below == "." {
		return home, nil
	}
	defer home.Close()
	return home.OpenRoot(below)
}

// dirOf is the folder of workflows that is shown as dir. Where the project has none yet, it is the project's own.
func (p *projectState) dirOf(dir, home string) (string, bool) {
	for _, f := range p.folders {
		if filepath.ToSlash(f.Dir) == dir {
			return f.Dir, true
		}
	}
	return home, p.none && filepath.ToSlash(home) == dir
}

func (d *shelf) close() { _ = d.root.Close() }

// read reads the document: a plain file.
func (d *shelf) read() ([]byte, error) { return d.readFile(d.name) }

func (d *shelf) readFile(name string) ([]byte, error) {
	info, err := d.root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no plain file", filepath.Join(filepath.Dir(d.path), name))
	}
	file, err := d.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}

// write writes a file of the folder so that a reader finds the old content or the new, never a part.
func (d *shelf) write(name string, text []byte) error {
	mode := fs.FileMode(0o644)
	switch info, err := d.root.Lstat(name); {
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("%s is no plain file: studio writes to none", name)
	case err == nil:
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return d.replace(name, text, mode)
}

// replace puts a new file in the place of another one, or where there is none.
func (d *shelf) replace(name string, text []byte, mode fs.FileMode) error {
	temporary := path.Join(path.Dir(name), ".flowc-"+rand.Text()) // the go command ignores names that begin with a dot
	file, err := d.root.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	_, err = file.Write(text)
	if err = errors.Join(err, file.Chmod(mode), file.Close()); err == nil {
		err = d.root.Rename(temporary, name)
	}
	if err != nil {
		_ = d.root.Remove(temporary) // no half of a file
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}
