package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/schema/diag"
)

// TestExplainFitsAScreen holds the explanation of each code to 40 lines of 100 columns, with its title, its text and
// the message of its example.
func TestExplainFitsAScreen(t *testing.T) {
	all := diag.Codes()
	for _, c := range diag.Codes() {
		all = append(all, c.Findings...)
	}
	for _, c := range all {
		text := explanation(c)
		if n := strings.Count(text, "\n"); n > 40 {
			t.Errorf("%s: %d lines", c, n)
		}
		for line := range strings.Lines(text) {
			if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 100 {
				t.Errorf("%s: %d columns: %s", c, n, line)
			}
		}
		words := strings.Join(strings.Fields(text), " ")
		if doc := strings.Join(strings.Fields(c.Doc), " "); !strings.Contains(words, doc) || !strings.Contains(words, c.Title) {
			t.Errorf("%s: its title or text is missing:\n%s", c, text)
		}
		e, ok := golden.LintExample(c.String())
		if message, _, _ := strings.Cut(e.First, "\n"); ok && !strings.Contains(words, strings.Join(strings.Fields(message), " ")) {
			t.Errorf("%s: the message of its example is missing:\n%s", c, text)
		}
	}
}
