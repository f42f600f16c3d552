package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/front"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
)

// Server is a project under development.
type Server struct {
	*console.Console
	Options
	target  *project.Target
	wanted  string            // LISTEN, as last seen
	front   *front.Front      // takes requests as long as it runs
	public  string            // address of front
	needs   []project.Need    // what the workflows read, as last seen
	without []string          // required variables that were not set when the server started
	built   string            // folder of built programs
	builds  int               // number of them, so that each has a folder of its own
	session project.Session   // what has run
	held    []project.Held    // workflows that are not built as they are saved
	texts   map[string][]byte // of the documents, when they were read last
	child   *child            // what runs; nil where nothing does
	printed string            // the routes as printed last
	trials  sync.WaitGroup    // programs that run beside the one that serves
}

// Options are how running a project differs from dev.
type Options struct {
	Flowc string               // how the shell calls flowc
	Main  string               // the folder of the program; "" has it found
	Args  []string             // of the program; placeholders stand for where it listens, as in Env
	Env   []string             // of the program, beside that of this process
	Given func() []string      // more of its environment, asked for at each start; may be nil
	Again <-chan struct{}      // has the program started again, as if a source had changed; may be nil
	Event func(Happening)      // gets each event, in order; may be nil
	Why   func(string)         // gets the reason of Refused and Ended, before Event gets it; may be nil
	Held  func([]project.Held) // gets the workflows that do not run as they are saved, before Event gets it; may be nil
	Build *console.Console     // gets what generating and building says; nil is the console
}

// A Happening is what has become of a project.
type Happening int

// What may happen.
const (
	Changed Happening = iota // sources are not those of before, or not yet looked at
	Refused                  // they have mistakes, or don't build: what ran before goes on
	Serving                  // the program listens
	Ended                    // the program has ended by itself
)

// Prepare settles what can't change while a project in dir is run.
func Prepare(c *console.Console, dir string, o Options) (*Server, error) {
	target, err := project.FindTarget(dir, o.Main)
	if err != nil {
		return nil, err
	}
	d := &Server{Console: c, Options: o, target: target}
	if o.Build == nil {
		d.Build = c
	}
	if err := d.checkAddress(); err != nil {
		return nil, err
	}
	if d.front, err = d.openFront(); err != nil {
		return nil, err
	}
	d.public = d.front.Addr()
	if err := d.createDotenv(); err != nil {
		return nil, errors.Join(err, d.front.Close())
	}
	return d, nil
}

// createDotenv makes an .env where there is none, for a program that flowc's runtime serves. Another one reads its own.
func (d *Server) createDotenv() error {
	if !d.target.Serves {
		return nil
	}
	created, err := project.CreateDotenv(d.target.Dir, d.variables())
	if created {
		d.Notef("made %s with generated secrets", filepath.Join(d.target.Dir, ".env"))
	}
	return err
}

// Base is the URL of what is served.
func (d *Server) Base() string { return baseURL(d.public) }

// Dir is the folder that the program runs in.
func (d *Server) Dir() string { return d.target.Dir }

// Foreign reports whether the program has its environment from where it likes, and not by flowc's runtime.
func (d *Server) Foreign() bool { return !d.target.Serves }

// Paths are what a command line would name for the folders of workflows that the program serves.
func (d *Server) Paths() []string { return d.target.Paths() }

// Run serves the project until ctx ends, and then closes its address.
func (d *Server) Run(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, d.front.Close()) }()
	built, err := os.MkdirTemp("", "flowc-dev-*")
	if err != nil {
		return fmt.Errorf("making a folder for the built program: %w", err)
	}
	d.built = built
	defer os.RemoveAll(built)
	defer d.end()
	defer d.trials.Wait()                    // each ends with the request that it is for
	defer d.front.Hold(context.Background()) // what has begun is answered
	changes, err := project.Watch(ctx, d.target.Dir)
	if err != nil {
		return err
	}
	d.refresh(ctx, time.Time{})
	for {
		select {
		case <-ctx.Done():
			return nil
		case changed := <-changes:
			d.refresh(ctx, changed)
		case <-d.Again:
			d.refresh(ctx, time.Now())
		case <-d.child.ended():
			d.Notef("the server has ended (%s); waiting for a change", d.child.state())
			d.noteMissing(d.without)
			d.say("the server has ended (" + d.child.state() + ")")
			d.child = nil
			d.front.Refuse(unserved)
			d.report(Ended)
		}
	}
}

// given is the environment of the program that this process does not have.
func (d *Server) given() []string {
	if d.Given == nil {
		return d.Env
	}
	return slices.Concat(d.Env, d.Given())
}

// end ends what runs, and keeps its program for the next start.
func (d *Server) end() {
	if d.child != nil {
		d.child.stop()
		project.KeepBuilt(d.target.Program, d.child.cmd.Path)
	}
}

// unserved is the answer to requests while no server is behind the address.
const unserved = "no server is running: the terminal of flowc says why"

func (d *Server) say(why string) {
	if d.Why != nil {
		d.Why(why)
	}
}

func (d *Server) report(what Happening) {
	if d.Event != nil {
		d.Event(what)
	}
}

// variables are the environment variables that the project's workflows read, sorted.
func (d *Server) variables() []string {
	var names []string
	programs, err := Programs(d.Paths(), EveryFolder)
	if err != nil {
		return nil // refresh will say so
	}
	for _, p := range programs {
		for _, w := range p.Workflows {
			names = append(names, facts.Variables(w)...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// EveryFolder wants all.
func EveryFolder(string) bool { return true }

// Programs are the folders of workflows that paths name and that are wanted, as they are meant.
func Programs(paths []string, wanted func(dir string) bool) ([]*ir.Program, error) {
	var all []*ir.Program
	err := project.Each(paths, func(p *project.Project) error {
		for _, asked := range p.Asked {
			if f, _ := p.Folder(asked); wanted(f.Dir) {
				all = append(all, f.Analysis.Program)
			}
		}
		return nil
	})
	return all, err
}
