package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/golden/harness"
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
// them.
func TestReadmeCommands(t *testing.T) {
	root := rootCommand(&console.Console{})
	shown := map[string]bool{}
	paths, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range append(paths, "../../README.md", "../../gen/lint/README.md", "../../templates/README.md") {
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
			t.Errorf("no document has flowc %s", cmd.Name())
		}
	}
}

// commandLines are the calls of flowc in code: in backquotes, and in blocks of shell commands.
func commandLines(text string) []string {
	var lines []string
	shell := false
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "```") {
			shell = !shell && (strings.HasPrefix(line, "```sh") || strings.HasPrefix(line, "```console"))
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
	line, _, _ = strings.Cut(line, " -- ") // what follows is another program's
	for _, m := range flagName.FindAllStringSubmatch(line, -1) {
		known := cmd.Flags().Lookup(m[1]) != nil || len(m[1]) == 1 && cmd.Flags().ShorthandLookup(m[1]) != nil
		if !known {
			t.Errorf("%s: flowc %s: there is no flag %q", path, line, m[1])
		}
	}
}

// TestLicense holds the license that flowc prints to the one that code hosts look for, at the top of the tree.
func TestLicense(t *testing.T) {
	top, err := os.ReadFile("../../LICENSE")
	if err != nil {
		t.Fatal(err)
	}
	if string(top) != license {
		t.Error("LICENSE and cmd/flowc/LICENSE differ")
	}
}

var update = flag.Bool("update", false, "rewrite the list of commands in docs/command.md")

// TestCommandReference holds the list of commands in docs/command.md to the commands; -update rewrites it.
func TestCommandReference(t *testing.T) {
	const path, begin, end = "docs/command.md", "<!-- commands -->\n", "<!-- end of commands -->"
	page, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, found := strings.Cut(string(page), begin)
	_, after, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s has no list of commands", path)
	}
	want := before + begin + "| command | flags | does |\n|---|---|---|\n" + commandRows(rootCommand(&console.Console{})) + end + after
	switch {
	case want == string(page):
	case !*update:
		t.Errorf("%s is out of date; go test ./cmd/flowc -run TestCommandReference -update rewrites it", path)
	default:
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// TestHelpWords wants none of the words that make a help tiring.
func TestHelpWords(t *testing.T) {
	var check func(*cobra.Command)
	check = func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Short + "\n" + cmd.Long + "\n" + cmd.LocalFlags().FlagUsages()) {
			if word := harness.Tiring.FindString(line); word != "" {
				t.Errorf("%s: %q in %q", cmd.CommandPath(), word, line)
			}
		}
		for _, sub := range cmd.Commands() {
			check(sub)
		}
	}
	check(rootCommand(&console.Console{}))
}

// commandRows returns a row for each command below parent that does something itself.
func commandRows(parent *cobra.Command) string {
	var rows strings.Builder
	for _, cmd := range parent.Commands() {
		switch {
		case cmd.Name() == "help" || cmd.Name() == "completion": // of every program that is made so
		case cmd.HasSubCommands():
			rows.WriteString(commandRows(cmd))
		default:
			var flags []string
			cmd.LocalFlags().VisitAll(func(f *pflag.Flag) { flags = append(flags, "`--"+f.Name+"`") })
			flags = slices.DeleteFunc(flags, func(name string) bool { return name == "`--help`" })
			use, _, _ := strings.Cut(cmd.UseLine(), " [--") // flags have a cell of their own
			fmt.Fprintf(&rows, "| `%s` | %s | %s |\n", strings.ReplaceAll(use, "|", `\|`), strings.Join(flags, " "), cmd.Short)
		}
	}
	return rows.String()
}
