package main

import (
	"bufio"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
)

//go:embed mutants/*.txt
var lists embed.FS

// mutant is one way to break a file.
type mutant struct {
	list   string // of which package: the file's stem
	name   string
	file   string   // from the root of the module
	before string   // stands in the file exactly once
	after  string   // what takes its place
	why    string   // what an attacker gains
	tests  []string // arguments of go test
	benign string   // why nothing needs to notice it; "" of most
}

// mutants reads all lists, in the order of their names.
func mutants() ([]mutant, error) {
	names, err := fs.Glob(lists, "mutants/*.txt")
	if err != nil {
		return nil, err
	}
	var all []mutant
	for _, name := range names {
		text, err := lists.ReadFile(name)
		if err != nil {
			return nil, err
		}
		list, err := parse(strings.TrimSuffix(path.Base(name), ".txt"), string(text))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, list...)
	}
	return all, nil
}

// parse reads one list: blocks of "key: value" lines that begin with "== name". What stands before the first block holds
// for all: usually the tests. A key that comes again in a block goes on in a new line.
func parse(list, text string) ([]mutant, error) {
	common := mutant{list: list}
	var all []mutant
	at := &common
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		line := lines.Text()
		if name, found := strings.CutPrefix(line, "== "); found {
			all = append(all, common)
			at = &all[len(all)-1]
			at.name = name
			continue
		}
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := at.set(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	return all, lines.Err()
}

func (m *mutant) set(line string) error {
	key, value, found := strings.Cut(line, ":")
	if !found {
		return fmt.Errorf("%q is no key: value", line)
	}
	value = strings.TrimPrefix(value, " ")
	switch key {
	case "file":
		m.file = value
	case "old":
		m.before = joined(m.before, value)
	case "new":
		m.after = joined(m.after, value)
	case "why":
		m.why = value
	case "tests":
		m.tests = strings.Fields(value)
	case "benign":
		m.benign = value
	default:
		return fmt.Errorf("unknown key %q", key)
	}
	return nil
}

func joined(text, line string) string {
	if text == "" {
		return line
	}
	return text + "\n" + line
}

// apply returns the text of the mutant's file, broken.
func (m *mutant) apply(text string) (string, error) {
	if n := strings.Count(text, m.before); n != 1 {
		return "", fmt.Errorf("%s: %s: %q stands %d times in %s, want once", m.list, m.name, m.before, n, m.file)
	}
	return strings.Replace(text, m.before, m.after, 1), nil
}
