package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// outcome is what became of a mutant.
type outcome uint8

const (
	killed   outcome = iota // a test failed
	left                    // none did
	unusable                // it does not stand in the file any more, or does not compile
)

// maxTime is how long the tests of one mutant may take: one that makes them hang is noticed.
const maxTime = 5 * time.Minute

// runner tries mutants on the module at root.
type runner struct {
	root, dir string // dir is for copies
}

// try runs the tests of a mutant on a copy of its file, which the compiler takes in place of the file itself. Vet stays out of it: it
// would look at all that the file is built into again, and it is the tests that are to notice.
func (r *runner) try(ctx context.Context, m *mutant, n int) (outcome, string) {
	overlay, err := r.overlay(m, n)
	if err != nil {
		return unusable, err.Error()
	}
	ctx, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	test := exec.CommandContext(ctx, "go", append([]string{"test", "-vet=off", "-overlay", overlay, "-count=1", "-failfast"}, m.tests...)...)
	test.Dir = r.root
	output, err := test.CombinedOutput()
	said := string(output)
	var exit *exec.ExitError
	switch {
	case err == nil && strings.Contains(said, "no tests to run"):
		return unusable, "no test runs:\n" + said
	case err == nil:
		return left, said
	case !errors.As(err, &exit):
		return unusable, err.Error()
	case strings.Contains(said, "[build failed]") || strings.Contains(said, "[setup failed]"):
		return unusable, said
	}
	return killed, said
}

// overlay writes the broken copy, and the file that tells the go command of it.
func (r *runner) overlay(m *mutant, n int) (string, error) {
	file := filepath.Join(r.root, filepath.FromSlash(m.file))
	text, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	broken, err := m.apply(string(text))
	if err != nil {
		return "", err
	}
	name := filepath.Join(r.dir, fmt.Sprint(n))
	if err := os.WriteFile(name+".go", []byte(broken), 0o600); err != nil {
		return "", err
	}
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {file: name + ".go"}})
	if err != nil {
		return "", err
	}
	return name + ".json", os.WriteFile(name+".json", overlay, 0o600)
}
