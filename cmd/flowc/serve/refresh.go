package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// refresh brings what runs up to the sources: lint, generate, build, restart. Whatever fails is printed and leaves
// running what runs.
func (d *Server) refresh(ctx context.Context) {
	d.tell(Changed)
	binary, err := d.make(ctx)
	if err == nil {
		err = d.checkEnvironment()
	}
	if err == nil {
		err = d.restart(ctx, binary)
	}
	switch {
	case ctx.Err() != nil: // stopped meanwhile, which is no failure
		return
	case err == nil:
		return
	case errors.Is(err, console.ErrProblems) && d.child != nil:
		d.Notef("not restarted: the server of before goes on")
	case errors.Is(err, console.ErrProblems):
		d.Notef("nothing is served; waiting for a change")
	default:
		d.Notef("%v", err)
	}
	d.tell(Refused)
}

// make generates and builds, and returns the program's path.
func (d *Server) make(ctx context.Context) (string, error) {
	if err := project.Regenerate(d.Build, d.dir); err != nil {
		return "", err
	}
	d.builds++
	folder := filepath.Join(d.built, strconv.Itoa(d.builds))
	if err := os.Mkdir(folder, 0o755); err != nil {
		return "", fmt.Errorf("building: %w", err)
	}
	return project.Build(ctx, d.Build, d.dir, folder)
}

// restart replaces what runs and, once it listens, prints routes that are not known yet.
func (d *Server) restart(ctx context.Context, binary string) error {
	if d.child != nil {
		d.child.stop()
		_ = os.Remove(d.child.cmd.Path) // all go with the folder in the end
	}
	child, err := d.startChild(binary)
	if err != nil {
		return err
	}
	d.child = child
	if !child.listens(ctx, d.address) {
		return nil // it has ended, which Run will say, or is not wanted any more
	}
	d.tell(Serving)
	return d.printRoutes(ctx)
}

func (d *Server) printRoutes(ctx context.Context) error {
	linked, err := project.LinkedFolders(ctx, d.dir)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	programs, err := Programs(d.dir, func(dir string) bool {
		if !linked[project.Absolute(dir)] {
			fmt.Fprintf(&b, "\nNot served: %s, as the program does not import it; have main.go call its New and Register\n", dir)
			return false
		}
		return true
	})
	if err != nil {
		return err
	}
	Site{d.Base(), d.dir, d.Flowc}.WriteServing(&b, programs)
	if text := b.String(); text != d.printed {
		d.printed = text
		d.Printf("%s", text)
	}
	return nil
}
