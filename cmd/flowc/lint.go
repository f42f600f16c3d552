package main

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/postgres"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/schema/diag"
)

func lintCommand(c *console.Console) *cobra.Command {
	l := linter{Console: c}
	cmd := &cobra.Command{
		Use:   "lint [PATH…]",
		Short: "Find mistakes in workflows",
		Long: `Lint reports what is wrong in folders of workflows, and never writes. Text goes to standard error. To standard
output go json, for editors; sarif (2.1.0), for code scanning, with what documents ignore as suppressed results; and
github, which GitHub Actions shows at the lines of a pull request.

PATH is a folder of workflows, a project, a workflow's file or a pattern dir/... . Of a file, the mistakes in it and
in what its folder shares are reported. "flowc explain CODE" explains one.

Statements that flows.postgres.json does not know are proved by the server that FLOWC_POSTGRES_URL names, where it
names one. Lint starts no server itself.

The folders of a project share routes, ids and Local Storage: a folder is looked at with all others of its project,
which is the nearest folder above it with a main.go, .env.example or go.mod.`,
		RunE: func(_ *cobra.Command, paths []string) error { return l.run(paths) },
	}
	cmd.Flags().StringVar(&l.format, "format", "text", "text, json, sarif or github")
	cmd.Flags().BoolVar(&l.strict, "strict", false, "fail on warnings too")
	return cmd
}

type linter struct {
	*console.Console
	format string
	strict bool
}

func (l linter) run(paths []string) error {
	if !slices.Contains([]string{"text", "json", "sarif", "github"}, l.format) {
		return fmt.Errorf("--format %s: there is text, json, sarif and github", l.format)
	}
	var list, ignored diag.List
	prover := &postgres.Prover{}
	defer prover.Close()
	err := project.Each(paths, func(whole *project.Project) error {
		if err := whole.AskNamed(l.Console, prover); err != nil {
			return err
		}
		for _, p := range whole.Asked {
			f, _ := whole.Folder(p)
			found, left := f.Lint()
			list.Add(p.Asked(found)...)
			ignored.Add(p.Asked(left)...)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := l.write(list.Sorted(), ignored.Sorted()); err != nil {
		return err
	}
	if list.HasErrors() || l.strict && list.HasWarnings() {
		return console.ErrProblems
	}
	return nil
}

func (l linter) write(list, ignored diag.List) error {
	switch l.format {
	case "json":
		return diag.WriteJSON(l.Out, list)
	case "github":
		return diag.WriteGitHub(l.Out, list)
	case "sarif":
		return l.writeSARIF(slices.Concat(list, ignored))
	}
	return l.Report(list)
}

func (l linter) writeSARIF(list diag.List) error {
	dir, err := os.Getwd()
	if err != nil {
		return fmt.Errorf("writing SARIF: %w", err)
	}
	tool := diag.Tool{Codes: diag.Codes(), Dir: dir}
	if info, ok := debug.ReadBuildInfo(); ok {
		tool.Version = flowcVersion(info)
	}
	return diag.WriteSARIF(l.Out, list, tool)
}
