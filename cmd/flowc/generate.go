package main

import (
	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
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
	good := true
	err := eachProject(paths, func(p *project) error {
		ok, err := generateProject(c, p, check)
		good = good && ok
		return err
	})
	if err == nil && !good {
		err = errProblems
	}
	return err
}

// generateProject generates the folders of a project that were asked for, or with check compares them, and reports what is
// wrong with them.
func generateProject(c *console, p *project, check bool) (ok bool, err error) {
	var list diag.List
	var outcomes []outcome
	for _, asked := range p.asked {
		f, _ := p.folder(asked)
		o, found, err := f.generate(check)
		if err != nil {
			return false, err
		}
		list.Add(found...)
		outcomes = append(outcomes, o)
	}
	if err := c.report(list.Sorted()); err != nil {
		return false, err
	}
	ok = true
	for _, o := range outcomes {
		ok = ok && !o.refused && (!check || len(o.changes) == 0)
		if err := o.finish(c, check); err != nil {
			return false, err
		}
	}
	return ok, nil
}

// outcome is what is to become of a folder.
type outcome struct {
	folder  *folder
	changes []gen.Change
	refused bool // has mistakes: nothing is written
}

// generate finds out what is to become of the folder, and what is wrong with it.
func (f *folder) generate(check bool) (outcome, diag.List, error) {
	files, list, err := f.compile()
	if err != nil || list.HasErrors() {
		return outcome{folder: f, refused: true}, list, err
	}
	changes := gen.Changes(f.generated, files)
	if check {
		list.Add(gen.Outdated(changes, f.path)...)
	}
	return outcome{folder: f, changes: changes}, list, nil
}

// finish writes what changes, or with check shows it.
func (o outcome) finish(c *console, check bool) error {
	f := o.folder
	switch {
	case o.refused && len(f.generated) > 0 && !check:
		c.notef("%s: nothing was written: its *%s files are those of an earlier run", f.dir, generatedSuffix)
		return nil
	case o.refused:
		return nil
	case check:
		return f.writeDiffs(c.err, o.changes)
	}
	if err := write(f.dir, o.changes); err != nil {
		return err
	}
	return writeSchema(f.dir)
}
