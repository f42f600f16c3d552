package main

import (
	"slices"

	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/schema/diag"
)

// programsOf says what the documents mean that paths name, and where the first project with any is. Where there are errors
// in them it reports these, and fails.
func programsOf(c *console, paths []string) (programs []*ir.Program, home string, err error) {
	var problems diag.List
	err = eachProject(paths, func(project *project) error {
		for _, p := range project.asked {
			f, _ := project.folder(p)
			if home == "" {
				home = homeOf(f.dir)
			}
			found, _ := f.lint()
			problems.Add(p.asked(slices.DeleteFunc(found, isWarning))...)
			programs = append(programs, p.program(f.analysis.Program))
		}
		return nil
	})
	switch {
	case err != nil:
		return nil, "", err
	case len(problems) == 0:
		return programs, home, nil
	}
	if err := c.report(problems.Sorted()); err != nil {
		return nil, "", err
	}
	return nil, "", errProblems
}

func isWarning(d diag.Diagnostic) bool { return d.Severity != diag.Error }

// program is a program without the documents that were not asked for.
func (p place) program(whole *ir.Program) *ir.Program {
	if p.only == nil {
		return whole
	}
	part := *whole
	part.Workflows = nil
	for _, w := range whole.Workflows {
		if slices.Contains(p.only, w.Stem+documentSuffix) {
			part.Workflows = append(part.Workflows, w)
		}
	}
	return &part
}
