package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	rt "github.com/flowc-dev/flowc/runtime"
)

func envCommand(c *console) *cobra.Command {
	e := environmentReport{console: c}
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
	*console
	check, example bool
}

func (e environmentReport) run(paths []string) error {
	projects, err := findServices(paths)
	if err != nil {
		return err
	}
	var refused error
	for i, p := range projects {
		if i > 0 {
			e.printf("\n")
		}
		switch err := e.report(p); {
		case errors.Is(err, errProblems):
			refused = err
		case err != nil:
			return err
		}
	}
	return refused
}

func (e environmentReport) report(p *service) error {
	needs := p.needs()
	if e.example {
		return writeExample(e.out, needs)
	}
	vars, wrong := rt.Environ(p.dir)
	e.printf("%s (%s)\n", p.dir, environmentName(vars))
	if err := writeNeeds(e.out, needs, vars); err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	if !e.check {
		return e.problems(p, wrong)
	}
	return e.problems(p, p.tryStart(e.console))
}

// problems prints what a server would refuse to start over.
func (e environmentReport) problems(p *service, err error) error {
	var config *rt.ConfigError
	if err == nil || !errors.As(err, &config) {
		return err
	}
	e.notef("%s would not start: %v", p.dir, err)
	return errProblems
}

// environmentName is the environment that a server would run in.
func environmentName(vars map[string]rt.Variable) string {
	return first(vars["FLOWC_ENV"].Value, "preview")
}
