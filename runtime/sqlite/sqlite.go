// Package sqlite opens the SQLite files that parts of the runtime keep data in, which the processes of one host share.
// What runs them is linked by runtime/engine/sqlite.
//
// It may be imported by runtime/database, runtime/migrate, runtime/storage, runtime/engine/sqlite and cmd/flowc.
package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Engine is SQLite itself, where a program links it.
type Engine struct {
	// Connector is of "file:PATH?PARAMETERS", with those that Pool writes. Its connections call committed when they commit
	// a change.
	Connector func(name string, committed func()) (driver.Connector, error)

	Code func(err error) int // the extended result code of an error, 0 for one of others
}

var engine Engine

// Register is called by the package that links SQLite, before main.
func Register(e Engine) { engine = e }

var separate bool

// Separate says that no other library opens the files that this one does.
func Separate() { separate = true }

// shares reports whether the program links another SQLite library, which may open the same files. Two in one process
// lose each other's locks, as POSIX has a process lose all of a file when it closes any (sqlite.org/howtocorrupt.html,
// 2.2.1).
func shares() bool { return !separate && slices.Contains(sql.Drivers(), "sqlite3") }

// Linked reports whether the program links SQLite.
func Linked() bool { return engine.Connector != nil }

// Result codes (sqlite.org/rescode.html), the primary ones first.
const (
	busy     = 5
	locked   = 6
	readOnly = 8
	ioError  = 10
	full     = 13
	cantOpen = 14

	ConstraintCheck      = 275
	ConstraintForeignKey = 787
	ConstraintNotNull    = 1299
	ConstraintPrimaryKey = 1555
	ConstraintUnique     = 2067
	ConstraintRowID      = 2579
	ConstraintDatatype   = 3091
)

// Memory is the file of a database that is in memory, for each connection one of its own.
const Memory = ":memory:"

// busyTimeout is how long SQLite itself waits for another process that writes, in milliseconds. It does not look at the
// context meanwhile, so it is short, and Patiently tries again.
const busyTimeout = 100

// patience is how long a statement waits for another process that writes, while its context allows.
const patience = 5 * time.Second

// pause is between two tries, since SQLite fails some at once, whatever its timeout is: it can't make a new file one of
// WAL mode while another process writes to it (sqlite.org/wal.html).
const pause = 2 * time.Millisecond

// An AddressError is a sqlite: URL that can never be opened.
type AddressError struct{ What string } // completes the sentence "NAME …"

// Error says what is wrong with the URL, without the URL.
func (e *AddressError) Error() string { return e.What }

// File is the file of sqlite:FILE, FILE relative to dir; the slashes of sqlite:///FILE do no harm. The error is an
// *AddressError.
func File(address, dir string) (string, error) {
	file := strings.TrimPrefix(strings.TrimPrefix(address, "sqlite:"), "//")
	switch {
	case file == "":
		return "", &AddressError{"names no file: write sqlite:FILE"}
	case file != Memory && shares():
		return "", &AddressError{"names a file, and the program links another SQLite library, sqlite3: where both open " +
			"one file, they lose each other's locks. Where none but flowc opens it, main calls sqlite.Separate() of " +
			"runtime/engine/sqlite"}
	case strings.ContainsAny(file, "?#"):
		return "", &AddressError{"has parameters, which sqlite: does not take"}
	case file == Memory || filepath.IsAbs(file):
		return file, nil
	}
	return filepath.Join(dir, file), nil
}

// URI is what SQLite calls a file (sqlite.org/uri.html), whatever letters its name has. Parameters may follow.
func URI(file string) string {
	if file == Memory {
		return Memory
	}
	return "file:" + (&url.URL{Path: filepath.ToSlash(file)}).EscapedPath()
}

// Pool makes up to size connections to a file, which stay open: each has caches of its own. The file is in WAL mode, so
// that readers do not wait for who writes, and its log is kept small. Parameters are those of the driver:
// "_txlock=immediate".
func Pool(file string, size int, parameters ...string) (*sql.DB, error) {
	parameters = append([]string{fmt.Sprintf("_pragma=busy_timeout(%d)", busyTimeout), "_pragma=journal_mode(WAL)"}, parameters...)
	pool, err := openPool(file, URI(file)+"?"+strings.Join(parameters, "&"))
	if err != nil {
		return nil, fmt.Errorf("configure SQLite: %w", err)
	}
	pool.SetMaxOpenConns(size)
	pool.SetMaxIdleConns(size)
	return pool, nil
}

// Code is the extended result code of an error of SQLite, 0 for any other (sqlite.org/rescode.html).
func Code(err error) int {
	if engine.Code == nil {
		return 0
	}
	return engine.Code(err)
}

// Unavailable reports whether an error of SQLite may pass, or is the disk's: what was to be done is not done.
func Unavailable(err error) bool {
	switch Code(err) & 0xff { // the primary code
	case busy, locked, cantOpen, ioError, full:
		return true
	}
	return false
}

// Unwritable reports whether an error of SQLite is that nothing can be written: the disk is full or broken, the file
// read-only.
func Unwritable(err error) bool {
	switch Code(err) & 0xff {
	case readOnly, ioError, full:
		return true
	}
	return false
}

// Patiently runs again what another process kept from running: what finds the file locked has done nothing. It returns
// the last error once ctx has ended or its patience has.
func Patiently(ctx context.Context, run func() error) error {
	began := time.Now()
	for {
		err := run()
		if Code(err)&0xff != busy || ctx.Err() != nil || time.Since(began) > patience {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(pause):
		}
	}
}
