package studio

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
)

// Socket is where a program sends the records of its executions while it runs below studio.
type Socket struct {
	dir      string
	listener net.Listener
}

// OpenSocket opens a socket that this user alone reaches.
func OpenSocket() (*Socket, error) {
	dir, err := os.MkdirTemp("", "flowc-*")
	if err != nil {
		return nil, fmt.Errorf("making a folder for the socket of studio: %w", err)
	}
	listener, err := net.Listen("unix", filepath.Join(dir, "studio"))
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, fmt.Errorf("opening the socket of studio: %w", err)
	}
	return &Socket{dir, listener}, nil
}

// Variable is the environment variable that names the socket to a program.
func (s *Socket) Variable() string { return "FLOWC_STUDIO=" + s.listener.Addr().String() }

// Serve takes in the records of each program that connects, until the socket is closed.
func (s *Socket) Serve(e *Executions) {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		go func() {
			defer conn.Close()
			_, _, _ = e.Read(conn) // it ends with the program
		}()
	}
}

// Close closes the socket.
func (s *Socket) Close() error {
	err := s.listener.Close()
	_ = os.RemoveAll(s.dir)
	return err
}
