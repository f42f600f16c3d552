package project

import (
	"slices"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

// ProgramsOf says what the documents mean that paths name, and where the first project with any is. Where there are
// errors in them it reports these, and fails.
func ProgramsOf(c *console.Console, paths []string) (programs []*ir.Program, home string, err error) {
	var problems diag.List
	err = Each(paths, func(project *Project) error {
		for _, p := range project.Asked {
			f, _ := project.Folder(p)
			if home == "" {
				home = HomeOf(f.Dir)
			}
			found, _ := f.Lint()
			problems.Add(p.Asked(slices.DeleteFunc(found, isWarning))...)
			programs = append(programs, p.Program(f.Analysis.Program))
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, "", err
	case len(problems) == 0:
		return programs, home, nil
	}
	if err := c.Report(problems.Sorted()); err != nil {
		return nil, "", err
	}
	return nil, "", console.ErrProblems
}

func isWarning(d diag.Diagnostic) bool { return d.Severity() != diag.Error }

// Program is a program without the documents that were not asked for.
func (p Place) Program(whole *ir.Program) *ir.Program {
	if p.Only == nil {
		return whole
	}
	part := *whole
	part.Workflows = nil
	for _, w := range whole.Workflows {
		if slices.Contains(p.Only, w.Stem+DocumentSuffix) {
			part.Workflows = append(part.Workflows, w)
		}
	}
	return &part
}
