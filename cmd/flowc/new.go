package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/schema"
)

func newCommand(c *console.Console) *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:   "new NAME",
		Short: "Make a workflow with a fresh id",
		Long: `New writes a minimal workflow that answers at GET /NAME: into the one folder of workflows that there is in the
working directory or below, or into the working directory where there is none.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error { return newWorkflow(c, dir, args[0]) },
	}
	cmd.Flags().StringVar(&dir, "dir", "", "folder to write into")
	return cmd
}

func newWorkflow(c *console.Console, dir, name string) error {
	dir, err := folderOr(dir)
	if err != nil {
		return err
	}
	return writeDocument(c, dir, name, schema.New(name))
}

// folderOr is a folder to write into, the only one of workflows where none is named.
func folderOr(dir string) (string, error) {
	if dir == "" {
		var err error
		if dir, err = onlyFolder(".", "say --dir"); err != nil {
			return "", err
		}
	}
	return dir, project.WantFolder(dir)
}

// onlyFolder is the one folder of workflows in dir or below, or dir where there is none. Of several, the error says how
// to name one.
func onlyFolder(dir, how string) (string, error) {
	places, err := project.FindPlaces([]string{dir})
	switch {
	case errors.As(err, new(project.NoWorkflows)):
		return dir, nil
	case err != nil:
		return "", err
	case len(places) > 1:
		return "", fmt.Errorf("there are several folders of workflows, such as %s and %s: %s", places[0].Dir, places[1].Dir, how)
	}
	return places[0].Dir, nil
}

// writeDocument writes a new document called name into dir, and prints its path.
func writeDocument(c *console.Console, dir, name string, src []byte) error {
	if err := project.CheckName(name); err != nil {
		return err
	}
	path := filepath.Join(dir, project.Stem(name)+project.DocumentSuffix)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already", path)
	}
	if err != nil {
		return fmt.Errorf("writing a workflow: %w", err)
	}
	_, err = file.Write(src)
	if err := errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(path) // no half of a file
		return fmt.Errorf("writing a workflow: %w", err)
	}
	c.Printf("%s\n", path)
	return nil
}
