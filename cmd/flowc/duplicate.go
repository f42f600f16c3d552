package main

import (
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

func duplicateCommand(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "duplicate FILE NAME",
		Short: "Copy a workflow under a fresh id",
		Long: `Duplicate copies a workflow's file within its folder, with another name and a fresh id, and so with another
webhook URL, which it prints. The path of an API Endpoint and the name of an MCP tool stay: give the copy its own.`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error { return duplicate(c, args[0], args[1]) },
	}
}

func duplicate(c *console.Console, path, name string) error {
	places, err := project.FindPlaces([]string{path})
	if err != nil {
		return err
	}
	if len(places) != 1 || len(places[0].Only) != 1 {
		return fmt.Errorf("%s is a folder; duplicate wants a workflow's file", path)
	}
	src, err := project.ReadFile(path)
	if err != nil {
		return fmt.Errorf("reading the workflow to copy: %w", err)
	}
	doc, problems := schema.Parse(diag.NewFile(project.Nearby(path), src))
	if problems.HasErrors() {
		if err := c.Report(problems); err != nil {
			return err
		}
		return console.ErrProblems
	}
	if err := writeDocument(c, filepath.Dir(path), name, project.Named(src, doc, name, schema.NewID())); err != nil {
		return err
	}
	return sayHooks(c, filepath.Join(filepath.Dir(path), project.Stem(name)+project.DocumentSuffix))
}

// sayHooks prints the URLs at which a workflow is called by other services.
func sayHooks(c *console.Console, path string) error {
	w, _, err := readWorkflow(path)
	if err != nil || w == nil {
		return err
	}
	for _, f := range w.Flows {
		if served := f.Entry.Route(); served.Hook {
			c.Printf("%s %s%s\n", served.Method, project.PublicURL(project.HomeOf(filepath.Dir(path))), served.Path)
			c.Notef("the sender still calls the URL of the workflow that was copied: register this one there too, or in its place")
		}
	}
	return nil
}
