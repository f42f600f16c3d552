package project

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	rt "github.com/flowc-dev/flowc/runtime"
)

// TryStart resolves the environment as a server would at its start, in a program of its own. The embedded databases
// that it opens are in a folder that is removed afterwards. The error is a *rt.ConfigError where a server would refuse
// to start, and console.ErrProblems where there is none to start, which has been reported.
func (s *Service) TryStart(c *console.Console) error {
	temp, err := os.MkdirTemp("", "flowc-env-*")
	if err != nil {
		return fmt.Errorf("making a folder for the check: %w", err)
	}
	defer os.RemoveAll(temp)
	data := filepath.Join(temp, "data")
	if err := s.copyDotenv(data); err != nil {
		return err
	}
	out, err := s.runStart(c, temp, data)
	if err != nil {
		return err
	}
	return refusal(out)
}

// copyDotenv makes a folder with the service's dotenv files.
func (s *Service) copyDotenv(dir string) error {
	if err := os.Mkdir(dir, 0o700); err != nil {
		return fmt.Errorf("making a folder for the check: %w", err)
	}
	for _, name := range []string{".env", ".env.preview", ".env.production"} {
		text, err := ReadFile(filepath.Join(s.Dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), text, 0o600)
		}
		if err != nil {
			return fmt.Errorf("copying %s for the check: %w", name, err)
		}
	}
	return nil
}

// refusal reads what the program of startSource printed.
func refusal(out []byte) error {
	var found struct {
		Problems []rt.ConfigProblem
		Failures []string
	}
	if err := json.Unmarshal(out, &found); err != nil {
		return fmt.Errorf("trying to start: %w", err)
	}
	if len(found.Problems) == 0 && len(found.Failures) == 0 {
		return nil
	}
	refused := &rt.ConfigError{Problems: found.Problems}
	for _, f := range found.Failures {
		refused.Failures = append(refused.Failures, errors.New(f))
	}
	return refused
}
