package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// refresh brings what runs up to the sources, which have changed at a time or, where that is zero, are looked at first:
// lint, generate, build, restart. Whatever fails is printed and leaves running what runs.
func (d *Server) refresh(ctx context.Context, changed time.Time) {
	d.report(Changed)
	if d.child == nil {
		d.front.Hold(ctx) // requests wait for the outcome
	}
	took := newPhases(changed)
	binary, err := d.make(ctx, took)
	if err == nil {
		err = d.checkEnvironment()
		took.end("checked")
	}
	if d.Held != nil {
		d.Held(d.held)
	}
	if err == nil {
		err = d.restart(ctx, binary, took)
	}
	if d.child == nil {
		d.front.Refuse(unserved)
	}
	if err == nil || ctx.Err() != nil { // stopped meanwhile, which is no failure
		return
	}
	d.sayRefused(err)
	if !errors.Is(err, console.ErrProblems) {
		d.say(err.Error())
	}
	d.report(Refused)
}

// sayRefused prints a failure that has not been reported yet, and what goes on.
func (d *Server) sayRefused(err error) {
	if !errors.Is(err, console.ErrProblems) {
		d.Notef("%v", err)
	}
	if d.child != nil {
		d.Notef("not restarted: the earlier server continues")
		return
	}
	d.Notef("nothing is served; waiting for a change")
}

// make generates and builds, and returns the program's path. Where a workflow has mistakes, it is built with the
// version of it that ran before, or with what says that it is being drawn.
func (d *Server) make(ctx context.Context, took *phases) (string, error) {
	d.held, d.texts = nil, project.Texts(d.Paths())
	refused := project.Regenerate(d.Build, d.Paths())
	took.end("generated")
	d.builds++
	overlay, err := d.around(refused)
	if err != nil {
		return "", err
	}
	folder := filepath.Join(d.built, strconv.Itoa(d.builds))
	if err := os.Mkdir(folder, 0o755); err != nil {
		return "", fmt.Errorf("building: %w", err)
	}
	binary, err := d.target.Build(ctx, d.Build, folder, overlay, d.builds > 1)
	took.end("built")
	if err == nil && refused != nil && d.child != nil && alike(binary, d.child.cmd.Path) {
		return "", refused // what it would be is what runs
	}
	return binary, err
}

// around returns the overlay that leaves mistakes out, and notes which workflows it holds back; "" where there are
// none, and the error where that can't be.
func (d *Server) around(refused error) (string, error) {
	if refused == nil || !errors.Is(refused, console.ErrProblems) {
		return "", refused
	}
	folder := filepath.Join(d.built, "overlay"+strconv.Itoa(d.builds))
	if err := os.Mkdir(folder, 0o755); err != nil {
		return "", fmt.Errorf("building: %w", err)
	}
	overlay, held, err := d.session.Overlay(d.Paths(), folder)
	if err != nil || overlay == "" {
		return "", refused
	}
	d.held = held
	return overlay, nil
}

// alike reports whether two programs are the same.
func alike(one, other string) bool {
	a, err := os.ReadFile(one)
	b, failed := os.ReadFile(other)
	return err == nil && failed == nil && bytes.Equal(a, b)
}

// noteHeld says which workflows do not run as they are saved.
func (d *Server) noteHeld() {
	for _, h := range d.held {
		if h.Since.IsZero() {
			d.Notef("%s is being drawn: its routes answer 503", h.File)
		} else {
			d.Notef("%s goes on as of %s", h.File, h.Since.Format(time.TimeOnly))
		}
	}
}

// restart replaces what runs and, once it listens, prints routes that are not known yet. Requests wait meanwhile.
func (d *Server) restart(ctx context.Context, binary string, took *phases) error {
	d.front.Hold(ctx)
	if d.child != nil {
		d.child.stop()
		_ = os.Remove(d.child.cmd.Path) // all go with the folder in the end
		d.child = nil
		took.end("stopped")
	}
	if listens, err := d.start(ctx, binary); !listens {
		return err // without one the child has ended, which Run will say, or is not wanted any more
	}
	took.end("started")
	if !took.began.IsZero() {
		d.Notef("%s", took)
	}
	d.session.Ran(d.texts, d.held, time.Now())
	d.report(Serving)
	err := d.printRoutes(ctx)
	d.noteHeld()
	return err
}

func (d *Server) printRoutes(ctx context.Context) error {
	linked, err := project.LinkedFolders(ctx, d.target.Program)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	programs, err := Programs(d.Paths(), func(dir string) bool {
		if !linked[project.Absolute(dir)] {
			fmt.Fprintf(&b, "\nNot served: %s, as %s does not import it; have it call New and Register of that package\n", dir, d.target.Program)
			return false
		}
		return true
	})
	if err != nil {
		return err
	}
	Site{d.Base(), d.target.Dir, d.Flowc}.WriteServing(&b, programs)
	if text := b.String(); text != d.printed {
		d.printed = text
		d.Printf("%s", text)
	}
	return nil
}
