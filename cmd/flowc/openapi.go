package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen/openapi"
)

func openapiCommand(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "openapi [PATH…]",
		Short: "Describe the routes of workflows as OpenAPI 3.1",
		Long: `Openapi prints one OpenAPI document (3.1, JSON) of all workflows that PATH names: what each route takes, what it
answers, and how a caller proves their identity. It holds types and names, and no value of the environment but PUBLIC_URL, its server. Tools of MCP are
not in it: that protocol lists them itself.

It fails where the workflows have errors.`,
		RunE: func(_ *cobra.Command, paths []string) error { return printOpenAPI(c, paths) },
	}
}

func printOpenAPI(c *console.Console, paths []string) error {
	programs, home, err := project.ProgramsOf(c, paths)
	if err != nil {
		return err
	}
	text, err := openapi.Document(filepath.Base(project.Absolute(home)), project.PublicURL(home), programs...)
	if err != nil {
		return err
	}
	c.Printf("%s", text)
	return nil
}
