// Package migrations reads the SQL that makes the tables of a service: a dump, a file written by hand, or the folder
// of one of the tools that run migrations. It runs none of it.
//
// It may be imported by gen and cmd/flowc.
package migrations

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// What may be read at most.
const (
	maxFiles = 2000
	maxBytes = 10 << 20
)

// Engine is whose SQL it is.
type Engine string

// The engines, under the names of their keys in defaults.json.
const (
	Postgres Engine = "postgres"
	SQLite   Engine = "sqlite"
)

// File is one file of a schema.
type File struct {
	Name  string // its path in the file system that it was read from
	Src   string // as written
	Up    string // what is run. The rest is blank, so that places in Up are those in Src
	Alone bool   // its statements run one by one, in no transaction
	InGo  bool   // it is a migration in Go, of which nothing is read
}

// Error is a mistake in a file, or in a folder.
type Error struct {
	Name       string // of the file or folder
	Src        string // of the file
	Start, End int    // bytes of Src; both 0 where it is about all of it
	err        error
}

// Error begins with the name.
func (e *Error) Error() string { return e.Name + ": " + e.err.Error() }

// Unwrap returns what is wrong, without the name.
func (e *Error) Unwrap() error { return e.err }

func wrong(name, format string, args ...any) *Error {
	return &Error{Name: name, err: fmt.Errorf(format, args...)}
}

// Read returns the files of a schema in the order in which they run: one file, or those of a folder. The error is an
// *Error where it is about what was read.
func Read(files fs.FS, name string, engine Engine) ([]File, error) {
	info, err := fs.Stat(files, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, wrong(name, "there is no such file or folder")
	case err != nil:
		return nil, fmt.Errorf("reading the schema: %w", err)
	case info.IsDir():
		return readFolder(files, name, engine)
	case path.Ext(name) != ".sql":
		return nil, wrong(name, "it is no .sql file")
	}
	src, err := readText(files, name, maxBytes)
	if err != nil {
		return nil, err
	}
	f, err := Plain(name, src, engine)
	if err != nil {
		return nil, err
	}
	return []File{f}, nil
}

// Plain returns a file that is no tool's: all of it runs but what is never sent. The error is an *Error.
func Plain(name, src string, engine Engine) (File, error) {
	f := File{Name: name, Src: src, Up: src, Alone: true}
	if err := f.leaveOut(engine); err != nil {
		return File{}, err
	}
	return f, nil
}

// readFolder reads the .sql files of a folder; other folders in it are not looked into.
func readFolder(files fs.FS, dir string, engine Engine) ([]File, error) {
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		return nil, fmt.Errorf("reading the schema: %w", err)
	}
	f := folder{name: dir}
	var programs []File
	left := maxBytes
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		switch {
		case e.IsDir() || strings.HasPrefix(e.Name(), "."): // editors keep theirs in hidden files
		case path.Ext(name) == ".sql":
			src, err := readText(files, name, left)
			if err != nil {
				return nil, err
			}
			left -= len(src)
			f.files = append(f.files, File{Name: name, Src: src})
		case path.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go"):
			src, err := readText(files, name, maxBytes)
			if err != nil {
				return nil, err
			}
			if goGoose.MatchString(src) {
				programs = append(programs, File{Name: name, Src: src, InGo: true})
			}
		default:
			f.others = append(f.others, e.Name())
		}
		if len(f.files) > maxFiles {
			return nil, wrong(dir, "it holds more than %d files", maxFiles)
		}
	}
	list, err := f.inOrder()
	if err != nil {
		return nil, err
	}
	for i := range list {
		if err := list[i].leaveOut(engine); err != nil {
			return nil, err
		}
	}
	return append(list, programs...), nil
}

// readText reads a plain file of UTF-8, with the line breaks of Unix. Of anything else, such as a named pipe, a
// reader may wait for ever.
func readText(files fs.FS, name string, most int) (string, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return "", fmt.Errorf("reading the schema: %w", err)
	}
	switch {
	case !info.Mode().IsRegular():
		return "", wrong(name, "it is no plain file")
	case info.Size() > int64(most):
		return "", wrong(name, "a schema may have %d MB at most", maxBytes>>20)
	}
	src, err := fs.ReadFile(files, name)
	if err != nil {
		return "", fmt.Errorf("reading the schema: %w", err)
	}
	text := strings.ReplaceAll(string(src), "\r\n", "\n")
	if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
		return "", wrong(name, "it is no text in UTF-8: save it as such")
	}
	return text, nil
}

// blank returns a text in which a part is spaces and line breaks.
func blank(text string, start, end int) string {
	b := []byte(text)
	for i := start; i < end; i++ {
		if b[i] != '\n' {
			b[i] = ' '
		}
	}
	return string(b)
}

// byVersion sorts files by a number, of which none may be there twice.
func byVersion(list []numbered) ([]File, error) {
	slices.SortStableFunc(list, func(a, b numbered) int { return compare(a.version, b.version) })
	files := make([]File, len(list))
	for i, n := range list {
		files[i] = n.File
		if i > 0 && n.version == list[i-1].version {
			return nil, wrong(n.Name, "%s has the same number", path.Base(list[i-1].Name))
		}
	}
	return files, nil
}

// numbered is a file with the number that its name begins with, without zeros before it.
type numbered struct {
	File
	version string
}

// compare compares numbers of any length.
func compare(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// Join returns what is run of some files as one text, and where each begins in it.
func Join(files []File) (text string, starts []int) {
	var b strings.Builder
	for _, f := range files {
		starts = append(starts, b.Len())
		b.WriteString(f.Up)
		b.WriteString("\n;\n") // what a file leaves open ends with it
	}
	return b.String(), starts
}
