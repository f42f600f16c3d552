package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

func fixCommand(c *console.Console) *cobra.Command {
	x := fixer{Console: c}
	cmd := &cobra.Command{
		Use:   "fix [PATH…]",
		Short: "Apply the fixes that have only one right answer",
		Long: `Fix applies the fixes that have only one right answer, and prints them as a unified diff of the lines that
change. It writes with -w only. "flowc lint" reports what is left. It fixes

	FC002, FC202  a misspelt key that can only be one other
	FC203         a duration in other words: "15 min", "1 hour"
	FC212         request fields that are inferred below a guard: it declares them as they are inferred
	FC502         a copied id: all but one file get new ones (see flowc explain FC502)

PATH is a folder of workflows, a project, a workflow's file (then nothing else changes) or a pattern dir/... .`,
		RunE: func(_ *cobra.Command, paths []string) error { return x.run(paths) },
	}
	cmd.Flags().BoolVarP(&x.write, "write", "w", false, "write the result to the files")
	return cmd
}

type fixer struct {
	*console.Console
	write  bool
	broken diag.List // what keeps a document from being read
}

func (x *fixer) run(paths []string) error {
	err := project.Each(paths, func(whole *project.Project) error {
		for _, p := range whole.Asked {
			if err := x.place(whole, p); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := x.Report(x.broken); err != nil {
		return err
	}
	if len(x.broken) > 0 {
		return console.ErrProblems
	}
	return nil
}

func (x *fixer) place(whole *project.Project, p project.Place) error {
	f, which := whole.Folder(p)
	asked := func(name string) bool { return len(p.Asked(diag.List{{File: diag.NewFile(name, nil)}})) > 0 }
	changes, fixed, err := gen.Fix(whole.Sources(), which, asked)
	if err != nil {
		return err
	}
	for _, file := range f.Documents {
		if asked(file.Name) {
			_, problems := schema.Parse(file)
			x.broken.Add(slices.DeleteFunc(problems, func(d diag.Diagnostic) bool { return d.Code != diag.FC001 })...)
		}
	}
	if err := f.WriteDiffs(x.Out, changes); err != nil {
		return err
	}
	if !x.write {
		x.note("can be fixed with -w", fixed)
		return nil
	}
	if err := project.Write(p.Dir, changes); err != nil {
		return err
	}
	x.note("is fixed", fixed)
	return nil
}

// note says of each diagnostic what becomes of it.
func (x *fixer) note(what string, list diag.List) {
	for _, d := range list {
		line, column := d.File.Position(d.Span.Start)
		x.Notef("%s:%d:%d: %s %s", d.File.Name, line, column, d.Code, what)
	}
}
