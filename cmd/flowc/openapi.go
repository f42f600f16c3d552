package main

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/gen/openapi"
	"github.com/flowc-dev/flowc/schema/diag"
)

func openapiCommand(c *console) *cobra.Command {
	return &cobra.Command{
		Use:   "openapi [PATH…]",
		Short: "Describe the routes of workflows as OpenAPI 3.1",
		Long: `Openapi prints one OpenAPI document (3.1, JSON) of all workflows that PATH names: what each route takes, what it
answers, and how a caller shows who he is. It holds types and names, and no value of the environment. Tools of MCP are
not in it: that protocol lists them itself.

It fails where the workflows have errors.`,
		RunE: func(_ *cobra.Command, paths []string) error { return printOpenAPI(c, paths) },
	}
}

func printOpenAPI(c *console, paths []string) error {
	places, err := findPlaces(paths)
	if err != nil {
		return err
	}
	programs, problems, err := readPrograms(places)
	if err != nil {
		return err
	}
	if len(problems) > 0 {
		if err := c.report(problems); err != nil {
			return err
		}
		return errProblems
	}
	title, err := filepath.Abs(homeOf(places[0].dir))
	if err != nil {
		return fmt.Errorf("naming the project: %w", err)
	}
	text, err := openapi.Document(filepath.Base(title), programs...)
	if err != nil {
		return err
	}
	c.printf("%s", text)
	return nil
}

// readPrograms reads what the documents that places name mean, with the errors in them.
func readPrograms(places []place) (programs []*ir.Program, problems diag.List, err error) {
	for _, p := range places {
		f, err := readFolder(p.dir)
		if err != nil {
			return nil, nil, err
		}
		program, list := gen.Program(&f.Folder)
		problems.Add(p.asked(slices.DeleteFunc(list, isWarning))...)
		if p.only != nil {
			program.Workflows = slices.DeleteFunc(program.Workflows, func(w *ir.Workflow) bool { return !slices.Contains(p.only, w.Stem+documentSuffix) })
		}
		programs = append(programs, program)
	}
	return programs, problems, nil
}

func isWarning(d diag.Diagnostic) bool { return d.Severity != diag.Error }
