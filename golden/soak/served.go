package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"sync/atomic"
	"time"
)

// served is the process that is loaded, with the service that it calls itself.
type served struct {
	urls map[string]string // project -> address

	cmd       *exec.Cmd
	in        io.WriteCloser // its end tells the process to stop
	out       *bufio.Scanner
	warehouse *httptest.Server
}

// startServed starts this program once more, as the process that is loaded.
func startServed(interval time.Duration) (*served, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program: %w", err)
	}
	s := &served{cmd: exec.Command(program, "-serve", "-every", interval.String()), warehouse: moodyWarehouse()}
	s.cmd.Env = append(os.Environ(), "SOAK_WAREHOUSE="+s.warehouse.URL)
	s.cmd.Stderr = os.Stderr
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, fmt.Errorf("starting the servers: %w", err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, fmt.Errorf("starting the servers: %w", err)
	}
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the servers: %w", err)
	}
	s.out = bufio.NewScanner(out)
	if !s.out.Scan() {
		return nil, fmt.Errorf("the servers did not start: %w", s.cmd.Wait())
	}
	if err := json.Unmarshal(s.out.Bytes(), &s.urls); err != nil {
		return nil, fmt.Errorf("starting the servers: %w", err)
	}
	return s, nil
}

// moodyWarehouse is called by the project notify. Every tenth time it fails, and is asked again.
func moodyWarehouse() *httptest.Server {
	var calls atomic.Int64
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if calls.Add(1)%10 == 0 {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		_, _ = io.WriteString(w, `{"ticket": "T-1"}`)
	}))
}

// watch reads the figures, tells each, and returns all when ctx has ended.
func (s *served) watch(ctx context.Context, tell func(figures)) []figures {
	var all []figures
	for ctx.Err() == nil && s.out.Scan() {
		var f figures
		if err := json.Unmarshal(s.out.Bytes(), &f); err != nil {
			break // the process says why on standard error
		}
		all = append(all, f)
		tell(f)
	}
	return all
}

// stop lets the process finish. Its error is that something was cut off, or that it had crashed.
func (s *served) stop() error {
	s.in.Close()
	for s.out.Scan() {
		continue // Wait must not come before the end of the output
	}
	err := s.cmd.Wait()
	s.warehouse.Close()
	if err != nil {
		return fmt.Errorf("the servers ended badly: %w", err)
	}
	return nil
}
