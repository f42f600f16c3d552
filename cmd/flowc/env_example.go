package main

import (
	"fmt"
	"io"
	"strings"
)

const exampleHead = "# What the workflows need of the environment. Copy this file to .env and fill it in; .env stays out of version control.\n"

// writeExample prints a .env.example: what must be set, and what the workflows read and has a default.
func writeExample(w io.Writer, needs []need) error {
	var b strings.Builder
	b.WriteString(exampleHead)
	for _, required := range []bool{true, false} {
		for _, n := range needs {
			if n.required() == required && len(n.by) > 0 {
				b.WriteString("\n" + n.entry())
			}
		}
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("writing: %w", err)
	}
	return nil
}

// entry is a variable in a .env.example: what it is, who reads it, and its default.
func (n need) entry() string {
	doc := ""
	if n.doc != "" {
		doc = "# " + n.doc + "\n"
	}
	return fmt.Sprintf("%s# Read by %s.\n%s=%s\n", doc, strings.Join(n.by, ", "), n.name, n.example())
}

// example is the value that stands in a .env.example: the default, where one says it.
func (n need) example() string {
	if strings.Contains(n.fallback, " ") {
		return ""
	}
	return n.fallback
}
