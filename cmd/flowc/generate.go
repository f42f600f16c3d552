package main

import (
	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/gen"
)

func generateCommand(c *console) *cobra.Command {
	var check bool
	cmd := &cobra.Command{
		Use:   "generate [PATH…]",
		Short: "Write the Go of workflows",
		Long: `Generate lints folders of workflows and writes their Go beside them. Files that are as they should be are not
touched, and those whose workflow is gone are removed. Of a folder with an error nothing is written. Editors get
.flowc/workflow.schema.json, which version control ignores.

PATH is a folder of workflows, a project, a workflow's file (which stands for its folder) or a pattern dir/... .`,
		RunE: func(_ *cobra.Command, paths []string) error { return generate(c, paths, check) },
	}
	cmd.Flags().BoolVar(&check, "check", false, "write nothing; fail with a diff where something would be written (FC505)")
	return cmd
}

func generate(c *console, paths []string, check bool) error {
	places, err := findPlaces(paths)
	if err != nil {
		return err
	}
	good := true
	for _, p := range places {
		ok, err := generateFolder(c, p.dir, check)
		if err != nil {
			return err
		}
		good = good && ok
	}
	if !good {
		return errProblems
	}
	return nil
}

// generateFolder generates one folder, or with check compares it, and reports what is wrong with it.
func generateFolder(c *console, dir string, check bool) (ok bool, err error) {
	f, err := readFolder(dir)
	if err != nil {
		return false, err
	}
	files, list, err := f.compile()
	if err != nil {
		return false, err
	}
	if list.HasErrors() {
		if err := c.report(list); err != nil {
			return false, err
		}
		if len(f.generated) > 0 && !check {
			c.notef("%s: nothing was written: its *%s files are those of an earlier run", dir, generatedSuffix)
		}
		return false, nil
	}
	changes := gen.Changes(f.generated, files)
	if check {
		list.Add(gen.Outdated(changes, f.path)...)
		if err := c.report(list); err != nil {
			return false, err
		}
		return len(changes) == 0, f.writeDiffs(c.err, changes)
	}
	if err := c.report(list); err != nil {
		return false, err
	}
	if err := write(dir, changes); err != nil {
		return false, err
	}
	return true, writeSchema(dir)
}
