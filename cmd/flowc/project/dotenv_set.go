package project

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/joho/godotenv"
)

// SetVariable returns the text of a dotenv file in which a variable has another value. All other lines stay as they
// are, byte for byte. What it returns was read back by godotenv, which the runtime reads with. An error quotes no
// value.
func SetVariable(text []byte, name, value string) ([]byte, error) {
	before, err := parseDotenv(text)
	if err != nil {
		return nil, errors.New("it is not a dotenv file: fix it by hand first")
	}
	from, to := len(text), len(text)
	if old, set := before[name]; set {
		if from, to = spanOf(text, before, name, old); from < 0 {
			return nil, fmt.Errorf("the lines that set %s can't be distinguished: change them by hand", name)
		}
	}
	for _, line := range linesFor(name, value) {
		after := withLine(text[:from], line, text[to:])
		vars, err := parseDotenv(after)
		if err == nil && vars[name] == value && sameBut(name, before, vars, text) {
			return after, nil
		}
	}
	return nil, fmt.Errorf("a dotenv file can't hold this value of %s: put it into a file, or set it in the shell", name)
}

func parseDotenv(text []byte) (map[string]string, error) {
	return godotenv.UnmarshalBytes(bytes.TrimPrefix(text, []byte("\ufeff")))
}

// spanOf returns where the lines are that set a variable last, from -1 on where they can't be found: those that a line
// of the same value can take the place of, and nothing changes.
func spanOf(text []byte, vars map[string]string, name, value string) (from, to int) {
	begins := regexp.MustCompile(`^\s*(export\s+)?` + regexp.QuoteMeta(name) + `\s*[=:]`)
	lines := slices.Collect(bytes.Lines(text))
	at := len(text)
	for i, line := range slices.Backward(lines) {
		at -= len(line)
		if !begins.Match(bytes.TrimPrefix(line, []byte("\ufeff"))) {
			continue
		}
		end := at
		for _, further := range lines[i:] {
			end += len(further)
			if replaceable(text, at, end, vars, name, value) {
				return at, end
			}
		}
	}
	return -1, -1
}

// replaceable reports whether the lines from one offset to another do nothing but give a variable its value.
func replaceable(text []byte, from, to int, vars map[string]string, name, value string) bool {
	return slices.ContainsFunc(linesFor(name, value), func(line string) bool {
		got, err := parseDotenv(withLine(text[:from], line, text[to:]))
		return err == nil && maps.Equal(got, vars)
	})
}

// linesFor are the ways to write a variable, the plainest first. Which of them hold the value is found by reading them.
func linesFor(name, value string) []string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "$", `\$`).Replace(value)
	return []string{name + "=" + value, name + "='" + value + "'", name + `="` + quoted + `"`}
}

// withLine puts a line between two parts of a text, with the end of a line that the text has.
func withLine(before []byte, line string, after []byte) []byte {
	end := "\n"
	if bytes.Contains(before, []byte("\r\n")) || bytes.Contains(after, []byte("\r\n")) {
		end = "\r\n"
	}
	out := bytes.Clone(before)
	if len(out) > 0 && !bytes.HasSuffix(out, []byte("\n")) {
		out = append(out, end...)
	}
	return append(append(append(out, line...), end...), after...)
}

// sameBut reports whether two readings differ in one variable alone, and in those that refer to it.
func sameBut(name string, before, after map[string]string, text []byte) bool {
	refers := regexp.MustCompile(`\$\(?\{?` + regexp.QuoteMeta(name) + `\b`).Match(text)
	for other, value := range after {
		if had, set := before[other]; other != name && (!set || had != value && !refers) {
			return false
		}
	}
	_, set := before[name]
	return len(after) == len(before) || !set && len(after) == len(before)+1
}
