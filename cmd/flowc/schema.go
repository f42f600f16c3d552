package main

import (
	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/templates/all"
)

func schemaCommand(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of workflows",
		Long: `Schema prints the JSON Schema (draft 7) of workflows with the node types of this flowc. Init and generate write it
to .flowc/workflow.schema.json in each folder of workflows, where "$schema" of a workflow points an editor. Version
control ignores that folder: it follows from the version of flowc alone, and generate makes it again.`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			text, err := gen.DocumentSchema(all.Templates())
			if err != nil {
				return err
			}
			c.Printf("%s", text)
			return nil
		},
	}
}
