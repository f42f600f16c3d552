package project

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
)

// ReadFile reads a plain file. Of anything else, such as a named pipe, a reader may wait for ever.
func ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errNotPlain}
	}
	return os.ReadFile(path)
}

// ReadText reads a plain file of lines, each with a line feed at its end: a checkout of git on Windows may have put a
// carriage return before it (core.autocrlf).
func ReadText(path string) ([]byte, error) {
	text, err := ReadFile(path)
	if bytes.IndexByte(text, '\r') < 0 { // as nearly always: nothing is to be copied
		return text, err
	}
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), err
}

var errNotPlain = errors.New("it is a pipe, a socket or a device, and no plain file")
