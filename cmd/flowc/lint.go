package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/schema/diag"
)

func lintCommand(c *console) *cobra.Command {
	l := linter{console: c}
	cmd := &cobra.Command{
		Use:   "lint [PATH…]",
		Short: "Find mistakes in workflows",
		Long: `Lint reports what is wrong in folders of workflows, and never writes. Text goes to standard error, JSON to
standard output.

PATH is a folder of workflows, a project, a workflow's file or a pattern dir/... . Of a file, the mistakes in it and
in what its folder shares are reported. "flowc explain CODE" tells more about one.`,
		RunE: func(_ *cobra.Command, paths []string) error { return l.run(paths) },
	}
	cmd.Flags().StringVar(&l.format, "format", "text", "text or json")
	cmd.Flags().BoolVar(&l.strict, "strict", false, "fail on warnings too")
	return cmd
}

type linter struct {
	*console
	format string
	strict bool
}

func (l linter) run(paths []string) error {
	if err := checkFormat(l.format); err != nil {
		return err
	}
	places, err := findPlaces(paths)
	if err != nil {
		return err
	}
	var list diag.List
	for _, p := range places {
		f, err := readFolder(p.dir)
		if err != nil {
			return err
		}
		found := f.lint()
		list.Add(slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return !p.includes(d) })...)
	}
	return l.finish(list)
}

func (l linter) finish(list diag.List) error {
	write := l.report
	if l.format == "json" {
		write = func(list diag.List) error { return diag.WriteJSON(l.out, list) }
	}
	if err := write(list); err != nil {
		return err
	}
	if list.HasErrors() || l.strict && len(list) > 0 {
		return errProblems
	}
	return nil
}

func checkFormat(format string) error {
	switch format {
	case "text", "json":
		return nil
	case "sarif", "github":
		return fmt.Errorf("--format %s is not built into this flowc yet: it comes with a later one; use text or json", format)
	}
	return fmt.Errorf("--format %s: there is text and json", format)
}
