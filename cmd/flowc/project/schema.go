package project

import (
	"bytes"
	"fmt"
	"path/filepath"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates/all"
)

// WriteSchema writes the JSON Schemas for editors into a folder of workflows, where they are not there as they should
// be.
func WriteSchema(dir string) error {
	text, err := gen.DocumentSchema(all.Templates())
	if err == nil {
		err = keep(dir, "workflow.schema.json", text)
	}
	if err == nil && holdsAny(dir, []string{schema.DefaultsFile}) {
		if text, err = schema.DefaultsSchema(); err == nil {
			err = keep(dir, "defaults.schema.json", text)
		}
	}
	if err != nil {
		return fmt.Errorf("writing the JSON Schema: %w", err)
	}
	return nil
}

// keep writes a file that version control ignores, where it is not there as it should be.
func keep(dir, name string, content []byte) error {
	path := filepath.Join(dir, ignored, name)
	if have, err := ReadFile(path); err == nil && bytes.Equal(have, content) {
		return nil
	}
	if err := makeIgnored(dir); err != nil {
		return err
	}
	return Replace(path, content)
}
