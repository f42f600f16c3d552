package expr

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed README.md
var reference string

// Reference describes expressions in Markdown: what names, types and null are, and each function.
func Reference() string { return reference }

// FunctionTable is the Markdown table of all functions, as it stands in Reference.
func FunctionTable() string {
	var b strings.Builder
	b.WriteString("| function | is | example |\n|---|---|---|\n")
	for _, f := range Functions() {
		fmt.Fprintf(&b, "| `%s` | %s | %s is %s |\n", escaped(f.Signature()), escaped(f.Doc), inCode(f.Example), inCode(f.Is))
	}
	return b.String()
}

// inCode is text as code in a cell of a table.
func inCode(text string) string { return "`" + escaped(text) + "`" }

// escaped is text that stays within a cell of a table.
func escaped(text string) string { return strings.ReplaceAll(text, "|", `\|`) }
