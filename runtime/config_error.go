package runtime

import (
	"slices"
	"strings"

	"github.com/flowc-dev/flowc/runtime/nearest"
)

// A ConfigProblem is one environment variable, or one dotenv file, that keeps the process from starting.
type ConfigProblem struct {
	Name    string // of the variable
	Problem string // what is wrong with it, as the rest of a sentence that starts with Name
}

// A ConfigError lists everything that is missing or malformed, so that one start shows it all. It never holds a value.
type ConfigError struct {
	Problems []ConfigProblem // sorted by name, each once
	Failures []error         // what else failed while the workflows were set up
}

// Error lists the problems, one a line.
func (e *ConfigError) Error() string {
	var b strings.Builder
	b.WriteString("configuration:")
	for _, p := range e.Problems {
		b.WriteString("\n  " + p.Name + " " + p.Problem)
	}
	for _, err := range e.Failures {
		b.WriteString("\n  " + err.Error())
	}
	return b.String()
}

// Unwrap returns Failures.
func (e *ConfigError) Unwrap() []error { return e.Failures }

const notSet = "is not set"

// add records a problem once. What is not set has no other problem: a missing key is not also too short.
func (e *ConfigError) add(p ConfigProblem) {
	for _, known := range e.Problems {
		if known == p || known.Name == p.Name && known.Problem == notSet {
			return
		}
	}
	e.Problems = append(e.Problems, p)
}

// fail records a failure once: workflows that share a database fail alike.
func (e *ConfigError) fail(err error) {
	for _, known := range e.Failures {
		if known.Error() == err.Error() {
			return
		}
	}
	e.Failures = append(e.Failures, err)
}

// err returns nil when nothing is wrong, else a sorted copy that later problems do not change. Of a variable that is
// not set it names the one of others, which are set and that nobody asks for, that was probably meant to be it.
func (e *ConfigError) err(others []string) error {
	if len(e.Problems) == 0 && len(e.Failures) == 0 {
		return nil
	}
	sorted := &ConfigError{Problems: slices.Clone(e.Problems), Failures: slices.Clone(e.Failures)}
	for i, p := range sorted.Problems {
		if meant := nearest.Name(p.Name, others); p.Problem == notSet && meant != "" {
			sorted.Problems[i].Problem = notSet + ", but " + meant + " is, which nothing reads: rename it"
		}
	}
	slices.SortStableFunc(sorted.Problems, func(a, b ConfigProblem) int {
		return strings.Compare(a.Name, b.Name)
	})
	return sorted
}
