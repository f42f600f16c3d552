package project

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/templates/all"
)

// WriteSchema writes the JSON Schema for editors into a folder of workflows, where it is not there as it should be.
func WriteSchema(dir string) error {
	schema, err := gen.DocumentSchema(all.Templates())
	if err != nil {
		return err
	}
	for name, content := range map[string][]byte{"workflow.schema.json": schema, ".gitignore": []byte("*\n")} {
		if err := replaceOther(filepath.Join(dir, ".flowc", name), content); err != nil {
			return fmt.Errorf("writing the JSON Schema: %w", err)
		}
	}
	return nil
}

// replaceOther writes a file, and its folder, where it is not there as it should be.
func replaceOther(path string, content []byte) error {
	if have, err := ReadFile(path); err == nil && bytes.Equal(have, content) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return Replace(path, content)
}
