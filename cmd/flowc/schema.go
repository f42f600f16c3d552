package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/templates/all"
)

func schemaCommand(c *console) *cobra.Command {
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
			c.printf("%s", text)
			return nil
		},
	}
}

// writeSchema writes the JSON Schema for editors into a folder of workflows, where it is not there as it should be.
func writeSchema(dir string) error {
	schema, err := gen.DocumentSchema(all.Templates())
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{"workflow.schema.json": schema, ".gitignore": []byte("*\n")} {
		path := filepath.Join(dir, ".flowc", name)
		if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, content) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("writing the JSON Schema: %w", err)
		}
		if err := replace(path, content); err != nil {
			return fmt.Errorf("writing the JSON Schema: %w", err)
		}
	}
	return nil
}
