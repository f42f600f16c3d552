package project

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// CreateDotenv writes .env into Dir: what .env.example says, with secrets of its own, or where there is none, the
// secrets among variables. A .env that is there is left alone.
func CreateDotenv(dir string, variables []string) (created bool, err error) {
	text, err := ReadFile(filepath.Join(dir, ".env.example"))
	if errors.Is(err, fs.ErrNotExist) {
		text, err = secretLines(variables), nil
	}
	if err != nil {
		return false, fmt.Errorf("making .env: %w", err)
	}
	if len(text) == 0 {
		return false, nil
	}
	if text, err = withSecrets(text); err != nil {
		return false, fmt.Errorf("making .env: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(dir, ".env"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("making .env: %w", err)
	}
	_, err = file.Write(text)
	if err := errors.Join(err, file.Close()); err != nil {
		_ = os.Remove(file.Name()) // no half of a file, which the next start would leave alone
		return false, fmt.Errorf("making .env: %w", err)
	}
	return true, nil
}

// secretLines are lines for the secrets among variables, without their values.
func secretLines(variables []string) []byte {
	var b bytes.Buffer
	for _, name := range variables {
		if makesOf(name) != nil {
			fmt.Fprintf(&b, "%s=\n", name)
		}
	}
	return b.Bytes()
}

// ExampleHead begins every .env.example that flowc writes.
const ExampleHead = "# What the workflows need of the environment. Copy this file to .env and fill it in; .env stays out of version control.\n"

const dotenvHead = "# The environment of this machine, with secrets that flowc made. This file stays out of version control.\n"

// withSecrets gives every secret in the text of a dotenv file a value of its own: what an example says was published.
func withSecrets(text []byte) ([]byte, error) {
	var out bytes.Buffer
	out.WriteString(dotenvHead)
	for line := range strings.Lines(strings.TrimPrefix(string(text), ExampleHead)) {
		name, _, ok := strings.Cut(line, "=")
		if makes := makesOf(name); ok && makes != nil {
			made, err := makes(name)
			if err != nil {
				return nil, err
			}
			line = made
		}
		out.WriteString(line)
	}
	return out.Bytes(), nil
}
