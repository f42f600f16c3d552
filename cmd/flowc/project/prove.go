package project

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	ask "github.com/flowc-dev/flowc/cmd/flowc/postgres"
	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/schema/diag"
)

// prove has PostgreSQL prove those statements of the folders asked for that which names, and keeps what it says in
// flows.postgres.json. A statement that both engines run is proved by SQLite too: where there is no PostgreSQL, that
// has to do.
func (p *Project) prove(c *console.Console, prover *ask.Prover, which func(*gen.Proofs) []string) error {
	return p.learn(func(f *Folder) (bool, error) { return f.prove(c, prover, which, saveInFolder) })
}

// AskNamed has the server that ask.Variable names prove the statements of which flows.postgres.json knows nothing. It
// starts no server and writes nothing; where the server can't be asked, the statements stay unproved.
func (p *Project) AskNamed(c *console.Console, prover *ask.Prover) error {
	if !ask.Named() {
		return nil
	}
	return p.learn(func(f *Folder) (bool, error) {
		changed, err := f.prove(c, prover, (*gen.Proofs).Missing, func(string, []byte) error { return nil })
		if err != nil {
			c.Notef("PostgreSQL was not asked: %v", err)
		}
		return changed, nil
	})
}

// learn finds out more about each folder asked for, and builds the project anew where something is new.
func (p *Project) learn(more func(*Folder) (changed bool, err error)) error {
	again := false
	for _, asked := range p.Asked {
		f, _ := p.Folder(asked)
		changed, err := more(f)
		if err != nil {
			return err
		}
		again = again || changed
	}
	if again {
		p.analyse()
	}
	return nil
}

// saver writes a file.
type saver func(path string, content []byte) error

// saveInFolder is the saver of a file in a folder of workflows.
func saveInFolder(path string, content []byte) error {
	return Write(filepath.Dir(path), []gen.Change{{Name: filepath.Base(path), Want: content}})
}

// prove reports whether it has found out something new about the folder, which save keeps.
func (f *Folder) prove(c *console.Console, prover *ask.Prover, which func(*gen.Proofs) []string, save saver) (changed bool, err error) {
	proofs := f.Analysis.Postgres
	if proofs == nil {
		return false, nil
	}
	facts := &proofs.Facts
	if missing := which(proofs); len(missing) > 0 {
		said, problems, err := prover.Prove(context.Background(), f.Proven(), missing)
		switch {
		case errors.Is(err, ask.ErrNone):
			return false, f.unaided(c, len(missing))
		case err != nil:
			return false, fmt.Errorf("%s: %w", f.Dir, err)
		case len(problems) > 0:
			f.foreign = problems
			return false, nil
		}
		facts = proofs.With(said)
	}
	return f.keepProofs(facts, save)
}

// unaided says what can't be proved here, and stops where SQLite has not proved it either.
func (f *Folder) unaided(c *console.Console, missing int) error {
	if n := len(f.Analysis.Postgres.Alone()); n > 0 {
		return fmt.Errorf("%s: of what is for PostgreSQL alone, it has not proved %s: %w", f.Dir, counted(n), ask.ErrNone)
	}
	c.Notef("%s: SQLite has proved %s that PostgreSQL has not: %v. Where this project is for SQLite alone, delete %s",
		f.Dir, counted(missing), ask.ErrNone, postgres.SchemaFile)
	return nil
}

// keepProofs saves flows.postgres.json where it changes. Of a folder with mistakes nothing is forgotten: what can't be
// read may hold the statement.
func (f *Folder) keepProofs(facts *postgres.Facts, save saver) (changed bool, err error) {
	if !f.Analysis.Found.HasErrors() {
		facts = f.Analysis.Postgres.Of(facts)
	}
	content, err := facts.Write()
	if err != nil {
		return false, err
	}
	if f.Proofs == nil && len(facts.Statements) == 0 || f.Proofs != nil && bytes.Equal(f.Proofs.Src, content) {
		return false, nil
	}
	path := filepath.Join(f.Dir, postgres.FactsFile)
	if err := save(path, content); err != nil {
		return false, err
	}
	f.Proofs = diag.NewFile(path, content)
	return true, nil
}

// unproved reports that flows.postgres.json is not what generate would write (FC505).
func (f *Folder) unproved() diag.List {
	proofs := f.Analysis.Postgres
	if proofs == nil || len(f.foreign) > 0 {
		return nil
	}
	d := diag.Diagnostic{Code: diag.FC505, File: f.Proofs, Hint: "run flowc generate where there is a PostgreSQL"}
	missing := len(proofs.Missing())
	switch {
	case f.Proofs == nil && missing == 0:
		return nil
	case f.Proofs == nil:
		d.File = diag.NewFile(filepath.Join(f.Dir, postgres.FactsFile), nil)
		d.Message = fmt.Sprintf("%q is missing: PostgreSQL has not proved %s", postgres.FactsFile, counted(missing))
	case missing > 0:
		d.Message = fmt.Sprintf("%q is of an earlier state: PostgreSQL has not proved %s", postgres.FactsFile, counted(missing))
	default:
		content, err := proofs.Of(&proofs.Facts).Write()
		if err != nil || bytes.Equal(content, f.Proofs.Src) {
			return nil
		}
		d.Message = fmt.Sprintf("%q holds statements that no workflow has any more", postgres.FactsFile)
	}
	return diag.List{d}
}

// counted is a number of statements.
func counted(n int) string {
	if n == 1 {
		return "1 statement"
	}
	return fmt.Sprintf("%d statements", n)
}

// Proven is the schema that statements of the folder are proved over.
func (f *Folder) Proven() ask.Schema {
	return ask.Schema{Files: f.postgres, Foreign: f.Elsewhere, Path: f.SearchPath}
}
