package serve

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// How long things may take.
const (
	stopGrace = 5 * time.Second       // for running requests, when the server is stopped
	listenGap = 20 * time.Millisecond // between two attempts to reach a server that starts
)

// child is a program that Server runs.
type child struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
}

// startChild runs a program in the project's folder, at the project's address.
func (d *Server) startChild(binary string) (*child, error) {
	cmd := exec.Command(binary)
	cmd.Dir = d.dir
	cmd.Env = append(append(os.Environ(), d.Env...), "LISTEN="+d.address)
	cmd.Stdout, cmd.Stderr = d.Out, d.Err
	if d.Log != nil {
		cmd.Stdout, cmd.Stderr = d.Log, d.Log
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting the server: %w", err)
	}
	started := &child{cmd, make(chan struct{})}
	go func() {
		_ = cmd.Wait() // its ProcessState says how it went
		close(started.done)
	}()
	return started, nil
}

// ended is closed when the child has ended; without a child it never is.
func (c *child) ended() <-chan struct{} {
	if c == nil {
		return nil
	}
	return c.done
}

// state says how an ended child went: "exit status 1".
func (c *child) state() string { return c.cmd.ProcessState.String() }

// stop lets the child finish what it is doing, for a while, and returns when it has ended.
func (c *child) stop() {
	if c == nil {
		return
	}
	_ = c.cmd.Process.Signal(syscall.SIGTERM) // fails where it has ended already
	select {
	case <-c.done:
	case <-time.After(stopGrace):
		_ = c.cmd.Process.Kill()
		<-c.done
	}
}

// listens waits until the child takes connections at address, and reports whether it does: it may end before, or ctx.
func (c *child) listens(ctx context.Context, address string) bool {
	tick := time.NewTicker(listenGap)
	defer tick.Stop()
	for {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", address)
		if err == nil {
			_ = conn.Close()
			return true
		}
		select {
		case <-ctx.Done():
			return false
		case <-c.done:
			return false
		case <-tick.C:
		}
	}
}
