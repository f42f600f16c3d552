package project

import (
	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/postgres"
	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema/diag"
)

// Generate writes the Go of the workflows that paths name, or with check compares it, and reports what is wrong with
// them.
func Generate(c *console.Console, paths []string, check bool) error {
	good, noted := true, map[string]bool{}
	prover := &postgres.Prover{}
	defer prover.Close()
	err := Each(paths, func(p *Project) error {
		if m, ok := ModuleAround(p.Asked[0].Dir); ok && !noted[m.Dir] {
			noted[m.Dir] = true
			m.noteVersions(c)
		}
		if !check {
			if err := p.prove(c, prover, (*gen.Proofs).Missing); err != nil {
				return err
			}
		}
		ok, err := generateProject(c, p, check)
		good = good && ok
		return err
	})
	if err == nil && !good {
		err = console.ErrProblems
	}
	return err
}

// Regenerate is Generate of a project that is being changed: PostgreSQL is asked about those statements only that
// nothing else has prepared, as starting one would take longer than all the rest.
func Regenerate(c *console.Console, paths []string) error {
	prover := &postgres.Prover{}
	defer prover.Close()
	return Each(paths, func(p *Project) error {
		if err := p.prove(c, prover, (*gen.Proofs).Alone); err != nil {
			return err
		}
		ok, err := generateProject(c, p, false)
		if err == nil && !ok {
			err = console.ErrProblems
		}
		return err
	})
}

// generateProject generates the folders of a project that were asked for, or with check compares them, and reports what
// is wrong with them.
func generateProject(c *console.Console, p *Project, check bool) (ok bool, err error) {
	var list diag.List
	var outcomes []outcome
	for _, asked := range p.Asked {
		f, _ := p.Folder(asked)
		o, found, err := f.generate(check)
		if err != nil {
			return false, err
		}
		list.Add(found...)
		outcomes = append(outcomes, o)
	}
	if err := c.Report(list.Sorted()); err != nil {
		return false, err
	}
	ok = true
	for _, o := range outcomes {
		ok = ok && !o.refused && (!check || len(o.changes) == 0 && len(o.folder.unproved()) == 0)
		if err := o.finish(c, check); err != nil {
			return false, err
		}
	}
	return ok, nil
}

// outcome is what is to become of a folder.
type outcome struct {
	folder  *Folder
	changes []gen.Change
	refused bool // has mistakes: nothing is written
	kept    kept // for the next time
}

// generate finds out what is to become of the folder, and what is wrong with it.
func (f *Folder) generate(check bool) (outcome, diag.List, error) {
	if err := f.misplaced(); err != nil {
		return outcome{}, nil, err
	}
	if !check {
		return f.regenerate()
	}
	files, list, err := f.Compile()
	if err != nil || list.HasErrors() {
		return outcome{folder: f, refused: true}, list, err
	}
	changes := gen.Changes(f.Generated, files)
	list.Add(gen.Outdated(changes, f.Path)...)
	list.Add(f.unproved()...)
	return outcome{folder: f, changes: changes}, list, nil
}

// regenerate is generate where the folder's files are about to be written.
func (f *Folder) regenerate() (outcome, diag.List, error) {
	list := f.findings()
	if list.HasErrors() {
		return outcome{folder: f, refused: true}, list, nil
	}
	files, kept, err := f.compileKept()
	if err != nil {
		return outcome{}, nil, err
	}
	return outcome{folder: f, changes: gen.Changes(f.Generated, files), kept: kept}, list, nil
}

// finish writes what changes, or with check shows it.
func (o outcome) finish(c *console.Console, check bool) error {
	f := o.folder
	switch {
	case o.refused && len(f.Generated) > 0 && !check:
		c.Notef("%s: nothing was written: its *%s files are those of an earlier run", f.Dir, GeneratedSuffix)
		return nil
	case o.refused:
		return nil
	case check:
		return f.WriteDiffs(c.Err, o.changes)
	}
	if err := Write(f.Dir, o.changes); err != nil {
		return err
	}
	if err := WriteSchema(f.Dir); err != nil {
		return err
	}
	o.kept.write(f.Dir)
	f.noteLacking(c, o.changes)
	return nil
}
