package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
)

// flowcCall is a command line of flowc in a text: to the end of its line, its code or a comment.
var flowcCall = regexp.MustCompile("(?:[`\t ]|^)(?:go run ./cmd/|go tool )?flowc ([a-z][^`#&\n]*)")

// words are those of a command line before its first flag.
func words(line string) []string {
	fields := strings.Fields(line)
	if i := slices.IndexFunc(fields, func(f string) bool { return strings.HasPrefix(f, "-") }); i >= 0 {
		return fields[:i]
	}
	return fields
}

// TestReadmeCommands wants every command line of the documents to be one that flowc takes, and every command to be in
// the README.
func TestReadmeCommands(t *testing.T) {
	root := rootCommand(&console.Console{})
	shown := map[string]bool{}
	for _, path := range []string{"../../README.md", "../../gen/lint/README.md", "../../templates/README.md"} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range commandLines(string(text)) {
			cmd, _, err := root.Find(words(line))
			if err != nil {
				t.Errorf("%s: flowc %s: %v", path, line, err)
				continue
			}
			shown[strings.Fields(line)[0]] = true
			checkFlags(t, path, cmd, line)
		}
	}
	for _, cmd := range root.Commands() {
		if own := !slices.Contains([]string{"version", "help", "completion"}, cmd.Name()); own && !shown[cmd.Name()] {
			t.Errorf("the README has no flowc %s", cmd.Name())
		}
	}
}

// commandLines are the calls of flowc in code: in backquotes, and in blocks of shell commands.
func commandLines(text string) []string {
	var lines []string
	shell := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			shell = !shell && strings.HasPrefix(line, "```sh")
			continue
		}
		for _, m := range flowcCall.FindAllStringSubmatchIndex(line, -1) {
			quoted := strings.HasPrefix(line[m[0]:], "`")
			if shell || quoted {
				lines = append(lines, strings.TrimSpace(line[m[2]:m[3]]))
			}
		}
	}
	return lines
}

var flagName = regexp.MustCompile(`(?:^|[ \[])--?([a-z]+(?:-[a-z]+)*)`)

func checkFlags(t *testing.T, path string, cmd *cobra.Command, line string) {
	t.Helper()
	for _, m := range flagName.FindAllStringSubmatch(line, -1) {
		known := cmd.Flags().Lookup(m[1]) != nil || len(m[1]) == 1 && cmd.Flags().ShorthandLookup(m[1]) != nil
		if !known {
			t.Errorf("%s: flowc %s: there is no flag %q", path, line, m[1])
		}
	}
}
