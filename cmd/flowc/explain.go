package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/gen/flow"
	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/schema/diag"
)

func explainCommand(c *console.Console) *cobra.Command {
	var whole bool
	command := &cobra.Command{
		Use:   "explain CODE|CODE/FINDING|expressions|flow",
		Short: "Explain a diagnostic, expressions, or the order in which nodes run",
		Long: `Explain prints what a code such as FC205 means, why it matters, an example and the fix, on one screen. Where a code has
several findings, lint reports one of them, such as FC408/open-redirect, which has its own text and example. With --example
Explain prints the whole example: workflows with the mistake, what lint reports, and the same workflows without it.
"flowc explain expressions" lists what may stand between {{ and }}: names, types, null and all functions;
"flowc explain flow" in which order nodes run.`,
		Args: cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			if text := references[args[0]]; text != nil {
				c.Printf("%s", text())
				return nil
			}
			code := diag.FindCode(args[0])
			if code == nil {
				return unknownCode(args[0])
			}
			if whole {
				c.Printf("%s", wholeExample(code))
				return nil
			}
			c.Printf("%s", explanation(code))
			return nil
		},
	}
	command.Flags().BoolVar(&whole, "example", false, "print the whole example of a code")
	return command
}

// references are what is explained beside codes.
var references = map[string]func() string{"expressions": expr.Reference, "flow": flow.Reference}

// explanation is what, why and the fix of a code, and the first report of its example.
func explanation(c *diag.Code) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%s)\n\n%s\n", c, c.Title, c.Severity, folded(strings.TrimSpace(c.Doc), screenWidth))
	for _, f := range c.Findings {
		fmt.Fprintf(&b, "- %s: %s\n", f, f.Title)
	}
	if c.Flow {
		b.WriteString("In which order nodes run: flowc explain flow.\n")
	}
	e, ok := golden.LintExample(c.String())
	if !ok {
		return b.String()
	}
	section(&b, "Example:", report(e.First))
	fmt.Fprintf(&b, "\nThe workflows of this example: flowc explain --example %s\n", c)
	return b.String()
}

// wholeExample is the whole example of a code.
func wholeExample(c *diag.Code) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s (%s)\n", c, c.Title, c.Severity)
	e, _ := golden.LintExample(c.String())
	if e.Why != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(e.Why))
	}
	section(&b, "With the mistake:", e.Bad)
	section(&b, "flowc lint reports:", e.Want)
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

// unknownCode is the error of a name that explain does not know. Codes differ by their digits alone: only of a word
// is it clear which one was meant.
func unknownCode(name string) error {
	if near := diag.Nearest(name, slices.Sorted(maps.Keys(references))); near != "" {
		return fmt.Errorf("there is no code %q; did you mean %q?", name, near)
	}
	var known []string
	for _, c := range diag.Codes() {
		known = append(known, c.Name)
	}
	return fmt.Errorf("there is no code %q; there are %s, expressions and flow", name, strings.Join(known, ", "))
}
