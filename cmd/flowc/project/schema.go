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
		path := filepath.Join(dir, ".flowc", name)
		if have, err := ReadFile(path); err == nil && bytes.Equal(have, content) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return fmt.Errorf("writing the JSON Schema: %w", err)
		}
		if err := Replace(path, content); err != nil {
			return fmt.Errorf("writing the JSON Schema: %w", err)
		}
	}
	return nil
}
