package serve

import (
	"context"
	"fmt"
	"net"
	"os/exec"
	"syscall"
	"time"
)

// How long things may take.
const (
	stopGrace = 4 * time.Second      // for running requests, when the server is stopped: less than new ones wait
	listenGap = 5 * time.Millisecond // between two attempts to reach a server that starts
)

// child is a program that Server runs.
type child struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when it has ended
}

// patience is how long a program that flowc has not made may take to listen before that is said.
const patience = 10 * time.Second

// noteLate says after a while that a program does not listen where it should, until the timer is stopped.
func (d *Server) noteLate(address string) *time.Timer {
	return time.AfterFunc(patience, func() {
		if !d.target.Serves {
			d.Notef("%s does not listen at %s yet, which its environment and its arguments hold", d.target.Program, address)
		}
	})
}

// startAttempts is how often a server is started whose port another process takes between finding and using it.
const startAttempts = 3

// start runs a program and reports whether it listens; then it gets the requests. Where it has ended before, Run will
// say so.
func (d *Server) start(ctx context.Context, binary string) (listens bool, err error) {
	for attempt := 1; ; attempt++ {
		address, err := behind(d.public)
		if err != nil {
			return false, err
		}
		child, err := d.startChild(binary, address)
		if err != nil {
			return false, err
		}
		d.child = child
		late := d.noteLate(address)
		listens := child.listens(ctx, address)
		late.Stop()
		if listens {
			d.front.Open(address)
			return true, nil
		}
		if ctx.Err() != nil || attempt == startAttempts || !isTaken(address) {
			return false, nil
		}
	}
}

// startChild runs a program, which is to listen at address. Callers know it by the address of the front.
func (d *Server) startChild(binary, address string) (*child, error) {
	cmd := d.command(binary, address)
	if d.wantsPublicURL() {
		cmd.Env = append(cmd.Env, "PUBLIC_URL="+d.Base())
	}
	cmd.Stdout, cmd.Stderr = d.Inherited(), d.Err
	return begin(cmd)
}

// begin starts a program.
func begin(cmd *exec.Cmd) (*child, error) {
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
