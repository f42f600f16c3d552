package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/schema/diag"
)

func fmtCommand(c *console.Console) *cobra.Command {
	f := &formatter{Console: c}
	cmd := &cobra.Command{
		Use:   "fmt [PATH…]",
		Short: "Format workflows, and the defaults beside them",
		Long: `Fmt writes workflows as canonical JSON, so that a change in a canvas is a small diff. It drops nothing, and it
changes nothing that means something. Like gofmt it prints the result, unless -l or -w is given.

PATH is a workflow's file, a folder of workflows, a project or a pattern dir/...; "-" formats standard input.`,
		RunE: func(_ *cobra.Command, paths []string) error { return f.run(paths) },
	}
	cmd.Flags().BoolVarP(&f.list, "list", "l", false, "print the names of files that are not formatted")
	cmd.Flags().BoolVarP(&f.write, "write", "w", false, "write the result to the file")
	return cmd
}

type formatter struct {
	*console.Console
	list, write bool
	broken      diag.List
}

func (f *formatter) run(paths []string) error {
	if len(paths) == 1 && paths[0] == "-" {
		return f.standardInput()
	}
	var others []string
	for _, path := range paths {
		if filepath.Base(path) != schema.DefaultsFile {
			others = append(others, path)
		} else if err := f.read(path); err != nil {
			return err
		}
	}
	if len(paths) > 0 && len(others) == 0 {
		return f.finish()
	}
	places, err := project.FindPlaces(others)
	if err != nil {
		return err
	}
	for _, p := range places {
		if err := f.place(p); err != nil {
			return err
		}
	}
	return f.finish()
}

func (f *formatter) standardInput() error {
	src, err := io.ReadAll(f.In)
	if err != nil {
		return fmt.Errorf("reading standard input: %w", err)
	}
	if err := f.file("stdin"+project.DocumentSuffix, src); err != nil {
		return err
	}
	return f.finish()
}

func (f *formatter) place(p project.Place) error {
	names := p.Only
	if names == nil {
		matches, err := os.ReadDir(p.Dir)
		if err != nil {
			return fmt.Errorf("reading workflows: %w", err)
		}
		for _, m := range matches {
			if project.IsDocument(m) || m.Name() == schema.DefaultsFile && !m.IsDir() {
				names = append(names, m.Name())
			}
		}
	}
	for _, name := range names {
		if err := f.read(filepath.Join(p.Dir, name)); err != nil {
			return err
		}
	}
	return nil
}

func (f *formatter) read(path string) error {
	src, err := project.ReadText(path)
	if err != nil {
		return fmt.Errorf("reading a workflow: %w", err)
	}
	return f.file(path, src)
}

// file formats one document. One that can't be is reported at the end, so that the others are formatted.
func (f *formatter) file(path string, src []byte) error {
	formatted, err := schema.FormatFile(filepath.Base(path), src)
	if err != nil {
		f.broken.Add(unformatted(diag.NewFile(path, src), err)...)
		return nil
	}
	changed := !bytes.Equal(src, formatted)
	if f.list && changed {
		f.Printf("%s\n", path)
	}
	if f.write && changed {
		return project.Replace(path, formatted)
	}
	if !f.list && !f.write {
		f.Printf("%s", formatted)
	}
	return nil
}

// unformatted says why a document can't be formatted: where it is not JSON, as lint says it.
func unformatted(file *diag.File, err error) diag.List {
	_, problems := schema.Parse(file)
	for _, d := range problems {
		if d.Code == diag.FC001 {
			return diag.List{d}
		}
	}
	return diag.List{{Code: diag.FC001, File: file, Message: err.Error()}}
}

func (f *formatter) finish() error {
	if err := f.Report(f.broken); err != nil {
		return err
	}
	if len(f.broken) > 0 {
		return console.ErrProblems
	}
	return nil
}
