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
		Use:   "diff OLD [NEW]",
		Short: "Compare the meaning of workflows",
		Long: `Diff compares two files of a workflow, or the workflows of two folders or git revisions: nodes and their settings, wires
and their order, routes and what protects them. Where nodes stand on the canvas, and how the JSON is written, means nothing. It
prints nothing where nothing changed.

	flowc diff HEAD~1                         # what has changed since then, in this folder and below
	flowc diff v1.0 v1.1                      # between two revisions
	flowc diff HEAD flows/login.flow.json     # of one workflow
	flowc diff ../shop-before .               # between two folders, with what is below them

Each file is read with the schema.sql and the Go of its own folder, where there are any; /dev/null is no workflow. A file that
was moved is known by its workflow's id. To have git show changes so:

  git config diff.flowc.command 'f() { flowc diff "$2" "$5"; }; f'
  echo '*.flow.json diff=flowc' >> .gitattributes

What it means for protection is said below the settings: "weaker: let in are tokens for no audience, in place of …" of an
Auth, a JWT, a Hash, a Rate Limit before a guard, a cookie that lets its holder in, the pages that may call, a delivery
that may be repeated, what a Transaction sees of others; and of "names" in a folder's defaults.json: a row that takes a
label away.

With --fail-on weaker it fails where a route or a node lets callers through who had to stay outside before: a guard that is gone
or is one of another kind, a way past it, a Condition that no longer asks, and whatever is said to be weaker. What is new, and what
no longer exists, is not.`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(_ *cobra.Command, args []string) error {
			if failOn != "" && failOn != weaker {
				return fmt.Errorf("--fail-on %s: there is %s", failOn, weaker)
			}
			return differ{c, failOn == weaker}.run(args)
		},
	}
	cmd.Flags().StringVar(&failOn, "fail-on", "", "fail on changes of this kind: "+weaker)
	return cmd
}

// weaker is the kind of changes that take protection away.
const weaker = "weaker"

type differ struct {
	*console.Console
	failWeaker bool // fail where a route is weaker now
}

func (d differ) run(args []string) error {
	before, after := args[0], append(args, "")[1]
	switch {
	case isFolder(before) && isFolder(after):
		return d.compareFolders(before, after)
	case isRevision(before):
		return d.compareVersions(before, after)
	case after == "":
		return fmt.Errorf("with what is %s to be compared? name a second file, or a git revision before it", before)
	case isRevision(after):
		return fmt.Errorf("%s is not a workflow's file: its name ends in %s; a git revision comes first", after, project.DocumentSuffix)
	}
	return d.compareFiles(before, after)
}

// compareFiles compares two documents.
func (d differ) compareFiles(before, after string) error {
	old, problems, err := readWorkflow(before)
	if err != nil {
		return err
	}
	now, more, err := readWorkflow(after)
	if err != nil {
		return err
	}
	if old == nil || now == nil {
		if err := d.Report(slices.Concat(problems, more)); err != nil {
			return err
		}
		return console.ErrProblems
	}
	return d.compare("", old, now)
}

// compare prints what changed, below a title if there is one. It fails where a route is weaker now, if that is asked
// for.
func (d differ) compare(title string, old, now *ir.Workflow) error {
	return d.print(title, diff.Workflows(old, now))
}

// print prints changes, as compare does.
func (d differ) print(title string, changes []diff.Change) error {
	var failed error
	if title != "" && len(changes) > 0 {
		d.Printf("%s\n", title)
	}
	for _, change := range changes {
		if change.Weaker && d.failWeaker {
			d.Notef("%s", strings.TrimPrefix(title+": the protection of "+change.What+" is weaker", ": "))
			failed = console.ErrProblems
		}
		d.Printf("%c %s\n", change.Sign, change.What)
		for _, detail := range change.Details {
			d.Printf("    %s\n", strings.ReplaceAll(detail, "\n", "\n    "))
		}
	}
	return failed
}

// nobody is no workflow, to compare one with that is new or gone.
func nobody() *ir.Workflow {
	return &ir.Workflow{Workflow: &schema.Workflow{Root: &schema.Value{Kind: schema.Object}}}
}

// readWorkflow reads one document with what is beside it, as it may call other workflows. It is nil where the document
// can't be read; then problems say why.
func readWorkflow(path string) (w *ir.Workflow, problems diag.List, err error) {
	if path == os.DevNull {
		return nobody(), nil, nil
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
	is := func(d *diag.File) bool { return filepath.Base(d.Name) == places[0].Only[0] }
	program, list := gen.Program(&f.Folder)
	if i := slices.IndexFunc(program.Workflows, func(w *ir.Workflow) bool { return is(w.File) }); i >= 0 {
		return program.Workflows[i], nil, nil
	}
	return nil, slices.DeleteFunc(list, func(d diag.Diagnostic) bool { return d.File == nil || !is(d.File) }), nil
}
