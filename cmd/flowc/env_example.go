package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// writeExample prints a .env.example: what must be set, and what the workflows read and has a default.
func writeExample(w io.Writer, needs []project.Need) error {
	var b strings.Builder
	b.WriteString(project.ExampleHead)
	for _, required := range []bool{true, false} {
		for _, n := range needs {
			if n.Required() == required && len(n.By) > 0 {
				b.WriteString("\n" + entry(n))
			}
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	return nil
}

// entry is a variable in a .env.example: what it is, who reads it, and its default.
func entry(n project.Need) string {
	doc := ""
	if n.Doc != "" {
		doc = "# " + n.Doc + "\n"
	}
	return fmt.Sprintf("%s# Read by %s.\n%s=%s\n", doc, strings.Join(n.By, ", "), n.Name, example(n))
}

// example is the value that stands in a .env.example: the default, where one says it.
func example(n project.Need) string {
	if strings.Contains(n.Fallback, " ") {
		return ""
	}
	return n.Fallback
}
