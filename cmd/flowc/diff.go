package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/diff"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

func diffCommand(c *console.Console) *cobra.Command {
	var failOn string
	cmd := &cobra.Command{
		Use:   "diff OLD NEW",
		Short: "Say what changed in the meaning of a workflow",
		Long: `Diff compares two files of a workflow: its nodes and their settings, the wires and their order, its routes and
what protects them. Where nodes stand on the canvas, and how the JSON is written, means nothing. It prints nothing where
nothing changed.

Each file is read with the schema.sql and the Go of its own folder, where there are any; /dev/null is no workflow. To
have git show changes so:

  git config diff.flowc.command 'f() { flowc diff "$2" "$5"; }; f'
  echo '*.flow.json diff=flowc' >> .gitattributes

With --fail-on weaker it fails where a route lets callers through who had to stay outside before: a guard that is gone or is
one of another kind, a way past it, a Condition that no longer asks. What is new, and what no longer exists, is not weaker.`,
		Args: cobra.ExactArgs(2),
		RunE: func(_ *cobra.Command, args []string) error {
			if failOn != "" && failOn != weaker {
				return fmt.Errorf("--fail-on %s: there is %s", failOn, weaker)
			}
			return compare(c, args[0], args[1], failOn == weaker)
		},
	}
	cmd.Flags().StringVar(&failOn, "fail-on", "", "fail on changes of this kind: "+weaker)
	return cmd
}

// weaker is the kind of changes that take protection away.
const weaker = "weaker"

// compare prints what changed. It fails where a route is weaker now, if that is asked for.
func compare(c *console.Console, before, after string, failWeaker bool) error {
	old, problems, err := readWorkflow(before)
	if err != nil {
		return err
	}
	now, more, err := readWorkflow(after)
	if err != nil {
		return err
	}
	if old == nil || now == nil {
		if err := c.Report(slices.Concat(problems, more)); err != nil {
			return err
		}
		return console.ErrProblems
	}
	var failed error
	for _, change := range diff.Workflows(old, now) {
		if change.Weaker && failWeaker {
			c.Notef("the protection of %s is weaker", change.What)
			failed = console.ErrProblems
		}
		c.Printf("%c %s\n", change.Sign, change.What)
		for _, detail := range change.Details {
			c.Printf("    %s\n", strings.ReplaceAll(detail, "\n", "\n    "))
		}
	}
	return failed
}

// readWorkflow reads one document with what is beside it, but for other documents. It is nil where the document can't be
// read; then problems say why.
func readWorkflow(path string) (w *ir.Workflow, problems diag.List, err error) {
	if path == os.DevNull {
		return &ir.Workflow{Workflow: &schema.Workflow{Root: &schema.Value{Kind: schema.Object}}}, nil, nil
	}
	places, err := project.FindPlaces([]string{path})
	if err != nil {
		return nil, nil, err
	}
	if len(places) != 1 || len(places[0].Only) != 1 {
		return nil, nil, fmt.Errorf("%s is not a workflow's file", path)
	}
	f, err := project.ReadFolder(places[0].Dir)
	if err != nil {
		return nil, nil, err
	}
	f.Documents = slices.DeleteFunc(f.Documents, func(d *diag.File) bool { return filepath.Base(d.Name) != places[0].Only[0] })
	program, list := gen.Program(&f.Folder)
	if len(program.Workflows) != 1 {
		return nil, list, nil
	}
	return program.Workflows[0], nil, nil
}
