package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	rt "github.com/flowc-dev/flowc/runtime"
)

// Try builds and starts the program once more, beside the one that serves, with documents as texts has them by
// their absolute paths: nothing of the project on disk changes. It returns the URL of a port of its own; end stops
// the program and removes what was built.
func (d *Server) Try(ctx context.Context, texts map[string][]byte, env ...string) (base string, end func(), err error) {
	d.trials.Add(1)
	folder, err := os.MkdirTemp("", "flowc-trial-*")
	if err != nil {
		d.trials.Done()
		return "", nil, fmt.Errorf("making a folder for the trial: %w", err)
	}
	var running *child
	end = func() {
		running.stop()
		_ = os.RemoveAll(folder)
		d.trials.Done()
	}
	var said bytes.Buffer
	binary, err := d.buildTrial(ctx, texts, folder, &said)
	if err == nil {
		base, running, err = d.startTrial(ctx, binary, &said, env)
	}
	if err == nil {
		return base, end, nil
	}
	end()
	if text := bytes.TrimSpace(said.Bytes()); len(text) > 0 && ctx.Err() == nil {
		err = errors.New(string(text))
	}
	return "", nil, err
}

// buildTrial builds the program of a trial, and returns its path.
func (d *Server) buildTrial(
	ctx context.Context, texts map[string][]byte, folder string, said *bytes.Buffer,
) (string, error) {
	c := &console.Console{In: d.In, Out: said, Err: said}
	overlay, found, err := project.TrialOverlay(d.Paths(), texts, folder)
	if err == nil && found.HasErrors() {
		err = errors.New(found[0].Message)
	}
	if err != nil {
		return "", err
	}
	into := filepath.Join(folder, "program")
	if err := os.Mkdir(into, 0o755); err != nil {
		return "", fmt.Errorf("building: %w", err)
	}
	return d.target.Build(ctx, c, into, overlay, true)
}

// startTrial starts the program of a trial, and waits until it listens.
func (d *Server) startTrial(
	ctx context.Context, binary string, said *bytes.Buffer, env []string,
) (string, *child, error) {
	address, err := behind(d.public)
	if err != nil {
		return "", nil, err
	}
	cmd := d.command(binary, address)
	if vars, _ := rt.Environ(d.target.Dir); vars["PUBLIC_URL"].Value == "" {
		cmd.Env = append(cmd.Env, "PUBLIC_URL="+d.Base())
	}
	cmd.Env = append(cmd.Env, env...)
	cmd.Stderr = said
	started, err := begin(cmd)
	if err != nil {
		return "", nil, err
	}
	if !started.listens(ctx, address) {
		started.stop()
		return "", nil, errors.New("the program did not start")
	}
	return baseURL(address), started, nil
}

// command is the call of a program that is to listen at address.
func (d *Server) command(binary, address string) *exec.Cmd {
	cmd := exec.Command(binary, withAddress(d.Args, address)...)
	cmd.Dir = d.target.Dir
	cmd.Env = append(os.Environ(), withAddress(d.given(), address)...)
	if d.target.Serves {
		cmd.Env = append(cmd.Env, "LISTEN="+address)
	}
	return cmd
}
