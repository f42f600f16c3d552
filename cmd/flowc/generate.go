package main

import (
	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

func generateCommand(c *console.Console) *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "generate [PATH…]",
		Short: "Write the Go of workflows",
		Long: `Generate lints folders of workflows and writes their Go beside them. Go is written only where a
workflow means something else than when it was, or flowc is another; files that are as they should be are not touched, and those whose workflow is gone are removed. Of a folder with an error nothing is written. Editors get
.flowc/workflow.schema.json, which version control ignores.

PATH is a folder of workflows, a project, a workflow's file (which stands for its folder) or a pattern dir/... .`,
		RunE: func(_ *cobra.Command, paths []string) error { return project.Generate(c, paths, check) },
	}
	cmd.Flags().BoolVar(&check, "check", false, "write nothing; fail with a diff where something would be written (FC505)")
	return cmd
}
