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

// refresh brings what runs up to the sources, which have changed at a time or, where that is zero, are looked at first: lint,
// generate, build, restart. Whatever fails is printed and leaves running what runs.
func (d *Server) refresh(ctx context.Context, changed time.Time) {
	d.tell(Changed)
	if d.child == nil {
		d.front.Hold(ctx) // whoever calls now waits for what comes of it
	}
	took := newPhases(changed)
	binary, err := d.make(ctx, took)
	if err == nil {
		err = d.checkEnvironment()
		took.end("checked")
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
	d.tell(Refused)
}

// sayRefused prints a failure that has not been reported yet, and what goes on.
func (d *Server) sayRefused(err error) {
	if !errors.Is(err, console.ErrProblems) {
		d.Notef("%v", err)
	}
	if d.child != nil {
		d.Notef("not restarted: the server of before goes on")
		return
	}
	d.Notef("nothing is served; waiting for a change")
}

// make generates and builds, and returns the program's path.
func (d *Server) make(ctx context.Context, took *phases) (string, error) {
	if err := project.Regenerate(d.Build, d.Paths()); err != nil {
		return "", err
	}
	took.end("generated")
	d.builds++
	folder := filepath.Join(d.built, strconv.Itoa(d.builds))
	if err := os.Mkdir(folder, 0o755); err != nil {
		return "", fmt.Errorf("building: %w", err)
	}
	binary, err := d.target.Build(ctx, d.Build, folder, d.builds > 1)
	took.end("built")
	return binary, err
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
	d.tell(Serving)
	return d.printRoutes(ctx)
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
