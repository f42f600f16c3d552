// Package migrate brings the tables of a database to the state that a folder of migrations describes.
//
// A migration is a file of SQL in goose's format: "-- +goose Up" begins what is run, "-- +goose Down" what would take
// it back and is never run, and "-- +goose NO TRANSACTION" has its statements run one by one. It may be imported by
// runtime/database and cmd/flowc.
package migrate

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The folders beside workflows, each in the language of an engine.
const (
	SQLite   = "migrations"
	Postgres = "migrations.postgres"
)

// Migration is one file.
type Migration struct {
	Version int64  // the number that its name begins with
	Name    string // of the file: 00001_begin.sql
	Up      string // what is run
	Alone   bool   // statement by statement, in no transaction
	Sum     string // of what is run: the file may not change once it was
}

var (
	numbered   = regexp.MustCompile(`^(\d{1,18})_[^/]*\.sql$`)
	annotation = regexp.MustCompile(`(?m)^\x{FEFF}?[ \t]*--[ \t]*\+goose[ \t]+(.+?)[ \t\r]*$`)
)

// FileError is a mistake in a file of migrations.
type FileError struct {
	Dir, Name  string // the folder, and the file in it
	Start, End int    // bytes of its text; both 0 where it is the name, or what lacks
	err        error
}

// Error begins with the file.
func (e *FileError) Error() string { return path.Join(e.Dir, e.Name) + ": " + e.err.Error() }

// Unwrap returns what is wrong, without the file.
func (e *FileError) Unwrap() error { return e.err }

// Read returns the migrations of a folder in their order; none where there is no such folder. The error is a *FileError
// where it is of a file that is none.
func Read(files fs.FS, dir string) ([]Migration, error) {
	entries, err := fs.ReadDir(files, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading migrations: %w", err)
	}
	var list []Migration
	for _, e := range entries {
		if e.IsDir() || path.Ext(e.Name()) != ".sql" || strings.HasPrefix(e.Name(), ".") { // editors keep theirs in hidden files
			continue
		}
		text, err := readPlain(files, path.Join(dir, e.Name()))
		if err != nil {
			return nil, fmt.Errorf("reading migrations: %w", err)
		}
		m, err := Parse(e.Name(), string(text))
		if err != nil {
			var at *FileError
			if errors.As(err, &at) {
				at.Dir = dir
			}
			return nil, err
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b Migration) int { return cmp.Compare(a.Version, b.Version) })
	for i := 1; i < len(list); i++ {
		if list[i].Version == list[i-1].Version {
			return nil, &FileError{Dir: dir, Name: list[i].Name, err: fmt.Errorf("%s and %s have one number", list[i-1].Name, list[i].Name)}
		}
	}
	return list, nil
}

// readPlain reads a plain file. Of anything else, such as a named pipe, a reader may wait for ever.
func readPlain(files fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(files, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no plain file", name)
	}
	return fs.ReadFile(files, name)
}

// Parse reads a file. What is not run is blank in Up, so that places in that are those in the file. The error is a
// *FileError.
func Parse(name, text string) (Migration, error) {
	m := Migration{Name: name}
	text = strings.ReplaceAll(text, "\r\n", "\n") // as git writes it on Windows
	digits := numbered.FindStringSubmatch(name)
	if digits == nil {
		return m, &FileError{Name: name, err: errors.New("its name has to begin with a number and _, as 00001_begin.sql does")}
	}
	if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
		return m, &FileError{Name: name, err: errors.New("it is no text in UTF-8: save it as such")}
	}
	m.Version, _ = strconv.ParseInt(digits[1], 10, 64)
	up, down, downEnd := -1, len(text), 0
	for _, found := range annotation.FindAllStringSubmatchIndex(text, -1) {
		switch word := strings.ToUpper(text[found[2]:found[3]]); word {
		case "UP":
			up = found[1]
		case "DOWN":
			down, downEnd = found[0], found[3]
		case "NO TRANSACTION":
			m.Alone = true
		case "STATEMENTBEGIN", "STATEMENTEND":
		default:
			return m, &FileError{Name: name, Start: found[2], End: found[3], err: fmt.Errorf(
				"-- +goose %s is not known here: only Up, Down, NO TRANSACTION, StatementBegin and StatementEnd", text[found[2]:found[3]])}
		}
	}
	if up < 0 || down < up {
		wrong := &FileError{Name: name, err: errors.New("a line `-- +goose Up` has to begin what is run, before `-- +goose Down`")}
		if downEnd > 0 {
			wrong.Start, wrong.End = down, downEnd
		}
		return m, wrong
	}
	m.Up = blank(text[:up]) + text[up:down] + blank(text[down:])
	sum := sha256.Sum256([]byte(strings.TrimSpace(m.Up)))
	m.Sum = hex.EncodeToString(sum[:16])
	return m, nil
}

// blank is a text of spaces and the line breaks of another one.
func blank(text string) string {
	b := []byte(text)
	for i := range b {
		if b[i] != '\n' && b[i] != '\r' {
			b[i] = ' '
		}
	}
	return string(b)
}

// statements are those of a migration that is run statement by statement: each ends with a line that ends with a
// semicolon, or with `-- +goose StatementEnd`.
func (m *Migration) statements() []string {
	var list []string
	var b strings.Builder
	whole := false
	end := func() {
		if text := strings.TrimSpace(b.String()); text != "" {
			list = append(list, text)
		}
		b.Reset()
	}
	for line := range strings.Lines(m.Up) {
		if found := annotation.FindStringSubmatch(line); found != nil {
			begins := strings.EqualFold(found[1], "StatementBegin")
			if whole || begins {
				end()
			}
			whole = begins
			continue
		}
		b.WriteString(line)
		code, _, _ := strings.Cut(line, "--")
		if !whole && strings.HasSuffix(strings.TrimSpace(code), ";") {
			end()
		}
	}
	end()
	return list
}
