package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/gen/ir"
)

func devCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "dev [DIR]",
		Short: "Run a project, and again after every change",
		Long: `Dev lints, generates, builds and runs the project in DIR, and prints each route with a curl line that works. After a
change of a workflow or a Go file it does so again; a mistake leaves the running server as it is. The server runs in
DIR: relative paths and .env are of that folder. Where there is no .env, dev makes one with generated secrets.`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			return dev(ctx, c, append(args, ".")[0])
		},
	}
}

// dev serves the project in dir until ctx ends.
func dev(ctx context.Context, c *console, dir string) error {
	d := &devServer{console: c, dir: nearby(dir)}
	if err := d.prepare(); err != nil {
		return err
	}
	defer os.RemoveAll(d.built)
	defer func() { d.child.stop() }()
	changes, err := watch(ctx, d.dir)
	if err != nil {
		return err
	}
	d.refresh(ctx)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-changes:
			d.refresh(ctx)
		case <-d.child.ended():
			d.notef("the server has ended (%s); waiting for a change", d.child.state())
			d.noteMissing(d.without)
			d.child = nil
		}
	}
}

// devServer is a project under development.
type devServer struct {
	*console
	dir     string   // of the project
	wanted  string   // LISTEN, as last seen
	address string   // where it listens, as long as dev runs
	without []string // required variables that were not set when the server started
	built   string   // folder of built programs
	builds  int      // number of them, so that each has a folder of its own
	child   *child   // what runs; nil where nothing does
	printed string   // the routes as printed last
}

// prepare settles what can't change while dev runs.
func (d *devServer) prepare() error {
	if _, err := findPlaces([]string{d.dir}); err != nil {
		return err
	}
	if !isProgram(d.dir) {
		return noProgram(d.dir)
	}
	d.wanted = listenAddress(d.dir)
	address, err := settleAddress(d.wanted)
	if err != nil {
		return err
	}
	d.address = address
	created, err := createDotenv(d.dir, d.variables())
	if err != nil {
		return err
	}
	if created {
		d.notef("made %s with generated secrets", filepath.Join(d.dir, ".env"))
	}
	d.built, err = os.MkdirTemp("", "flowc-dev-*")
	if err != nil {
		return fmt.Errorf("making a folder for the built program: %w", err)
	}
	return nil
}

// variables are the environment variables that the project's workflows read, sorted.
func (d *devServer) variables() []string {
	var names []string
	programs, err := d.programs(everyFolder)
	if err != nil {
		return nil // refresh will say so
	}
	for _, p := range programs {
		for _, w := range p.Workflows {
			names = append(names, w.Variables()...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func everyFolder(string) bool { return true }

// programs are the folders of workflows of the project that are wanted, as they are meant.
func (d *devServer) programs(wanted func(dir string) bool) ([]*ir.Program, error) {
	var all []*ir.Program
	err := eachProject([]string{d.dir}, func(p *project) error {
		for _, asked := range p.asked {
			if f, _ := p.folder(asked); wanted(f.dir) {
				all = append(all, f.analysis.Program)
			}
		}
		return nil
	})
	return all, err
}
