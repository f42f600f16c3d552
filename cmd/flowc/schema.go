package main

import (
	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates/all"
)

func schemaCommand(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "schema [defaults]",
		Short: "Print the JSON Schema of workflows, or of defaults.json",
		Long: `Schema prints the JSON Schema (draft 7) of workflows with the node types of this flowc. Init and generate write it
to .flowc/workflow.schema.json in each folder of workflows, where "$schema" of a workflow points an editor. Version
control ignores that folder: it follows from the version of flowc alone, and generate makes it again. Schema defaults
prints that of the defaults.json of a folder, which generate writes to .flowc/defaults.schema.json where there is one.`,
		Args:      cobra.MatchAll(cobra.MaximumNArgs(1), cobra.OnlyValidArgs),
		ValidArgs: []string{"defaults"},
		RunE: func(_ *cobra.Command, args []string) error {
			text, err := gen.DocumentSchema(all.Templates())
			if len(args) > 0 {
				text, err = schema.DefaultsSchema()
			}
			if err != nil {
				return err
			}
			c.Printf("%s", text)
			return nil
		},
	}
}
