package runtime

import (
	"errors"
	"io/fs"
	"os"
)

// readPlain reads a plain file. Of anything else, such as a named pipe, a server would wait for ever when it starts.
func readPlain(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "read", Path: path, Err: errNotPlain}
	}
	return os.ReadFile(path)
}

var errNotPlain = errors.New("it is a pipe, a socket or a device, and no plain file")
