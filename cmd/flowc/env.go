package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	rt "github.com/flowc-dev/flowc/runtime"
)

func envCommand(c *console.Console) *cobra.Command {
	e := environmentReport{Console: c}
	cmd := &cobra.Command{
		Use:   "env [PATH…]",
		Short: "List the environment variables that workflows need",
		Long: `Env lists every environment variable that the workflows read, who needs it, and where it is set for a server
that is started in the project's folder: in the process environment, in .env.<FLOWC_ENV> or in .env. It never prints
a value.

With --check it builds a program that resolves them as the server does at its start, and fails where the server would
refuse to start: a variable that is missing, a weak secret, a key that does not parse. With --example it prints a
.env.example instead.`,
		RunE: func(_ *cobra.Command, paths []string) error { return e.run(paths) },
	}
	cmd.Flags().BoolVar(&e.check, "check", false, "fail where a server would refuse to start")
	cmd.Flags().BoolVar(&e.example, "example", false, "print a .env.example")
	cmd.MarkFlagsMutuallyExclusive("check", "example")
	return cmd
}

type environmentReport struct {
	*console.Console
	check, example bool
}

func (e environmentReport) run(paths []string) error {
	projects, err := project.FindServices(paths)
	if err != nil {
		return err
	}
	var refused error
	for i, p := range projects {
		if i > 0 {
			e.Printf("\n")
		}
		switch err := e.report(p); {
		case errors.Is(err, console.ErrProblems):
			refused = err
		case err != nil:
			return err
		}
	}
	return refused
}

func (e environmentReport) report(p *project.Service) error {
	needs := p.Needs()
	if e.example {
		return writeExample(e.Out, needs)
	}
	vars, wrong := rt.Environ(p.Dir)
	e.Printf("%s (%s)\n", p.Dir, project.EnvironmentName(vars))
	if err := project.WriteNeeds(e.Out, needs, vars); err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	if !e.check {
		return e.problems(p, wrong)
	}
	return e.problems(p, p.TryStart(e.Console))
}

// problems prints what a server would refuse to start over.
func (e environmentReport) problems(p *project.Service, err error) error {
	var config *rt.ConfigError
	if err == nil || !errors.As(err, &config) {
		return err
	}
	e.Notef("%s would not start: %v", p.Dir, err)
	return console.ErrProblems
}
