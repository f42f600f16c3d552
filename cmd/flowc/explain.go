package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/lint"
	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/schema/diag"
)

func explainCommand(c *console.Console) *cobra.Command {
	return &cobra.Command{
		Use:   "explain CODE|expressions",
		Short: "Explain a diagnostic, or expressions",
		Long: `Explain prints what a code such as FC205 means, and an example: workflows that have the mistake, what lint says of
them, and the same without it. "flowc explain expressions" tells what may stand between {{ and }}: names, types, null
and all functions.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == "expressions" {
				c.Printf("%s", expr.Reference())
				return nil
			}
			rule := lint.Find(args[0])
			if rule == nil {
				return unknownCode(args[0])
			}
			c.Printf("%s", explanation(rule.Rule))
			return nil
		},
	}
}

func explanation(r diag.Rule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%s)\n\n%s\n", r.Code, r.Title, r.Severity, strings.TrimSpace(r.Doc))
	e, ok := golden.LintExample(r.Code)
	if !ok {
		return b.String()
	}
	fmt.Fprintf(&b, "\nExample. %s\n", strings.TrimSpace(e.Why))
	section(&b, "With the mistake:", e.Bad)
	section(&b, "flowc lint says:", e.Want)
	section(&b, "Without it:", e.Good)
	return b.String()
}

// section writes a title and an indented text below it, where there is one.
func section(b *strings.Builder, title, text string) {
	if strings.TrimSpace(text) == "" {
		return
	}
	fmt.Fprintf(b, "\n%s\n\n", title)
	for line := range strings.Lines(strings.TrimRight(text, "\n")) {
		b.WriteString(strings.TrimRight("    "+strings.TrimRight(line, "\n"), " ") + "\n")
	}
}

func unknownCode(code string) error {
	var known []string
	for _, r := range lint.Rules() {
		known = append(known, r.Code)
	}
	return fmt.Errorf("there is no code %q; there are %s, and expressions", code, strings.Join(known, ", "))
}
