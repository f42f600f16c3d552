package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/docs"
)

func docsCommand(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "docs [PAGE]",
		Short: "List the pages of the documentation, or print one",
		Long: `Docs lists the pages of flowc's documentation, in the order in which a new user needs them, or prints one as
Markdown. "flowc explain CODE" prints the documentation of a rule, "flowc nodes TYPE" that of a node type.`,
		Args:      cobra.MaximumNArgs(1),
		ValidArgs: docs.Names(),
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listPages(c)
			}
			page, ok := docs.Find(args[0])
			if !ok {
				return unknown("page", args[0], docs.Names())
			}
			c.Printf("%s", page.Text)
			return nil
		},
	}
}

func listPages(c *console.Console) error {
	w := tabwriter.NewWriter(c.Out, 0, 0, 2, ' ', 0)
	for _, page := range docs.Pages() {
		fmt.Fprintf(w, "%s\t%s\n", page.Name, page.Summary)
	}
	return w.Flush()
}
