package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// ownSecret reports whether a variable, by the end of its name, holds a secret that is the project's to choose, so that
// any random value is right. Others can't be made up. Of a webhook's, the service is told; where it is the service that
// chooses, a random value lets nobody in until then.
func ownSecret(name string) bool {
	return strings.HasSuffix(name, "JWT_SECRET") || strings.HasSuffix(name, "WEBHOOK_SECRET")
}

// createDotenv writes .env into dir: what .env.example says, with secrets of its own, or where there is none, the
// secrets among variables. A .env that is there is left alone.
func createDotenv(dir string, variables []string) (created bool, err error) {
	text, err := os.ReadFile(filepath.Join(dir, ".env.example"))
	if errors.Is(err, fs.ErrNotExist) {
		text, err = secretLines(variables), nil
	}
	if err != nil {
		return false, fmt.Errorf("making .env: %w", err)
	}
	if len(text) == 0 {
		return false, nil
	}
	file, err := os.OpenFile(filepath.Join(dir, ".env"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("making .env: %w", err)
	}
	_, err = file.Write(withSecrets(text))
	if err := errors.Join(err, file.Close()); err != nil {
		return false, fmt.Errorf("making .env: %w", err)
	}
	return true, nil
}

func secretLines(variables []string) []byte {
	var b bytes.Buffer
	for _, name := range variables {
		if ownSecret(name) {
			fmt.Fprintf(&b, "%s=\n", name)
		}
	}
	return b.Bytes()
}

// withSecrets gives every secret in the text of a dotenv file a value of its own: what an example says was published.
func withSecrets(text []byte) []byte {
	var out bytes.Buffer
	for line := range strings.Lines(string(text)) {
		name, _, ok := strings.Cut(line, "=")
		if ok && ownSecret(name) && !strings.HasPrefix(name, "#") {
			line = name + "=" + newSecret() + "\n"
		}
		out.WriteString(line)
	}
	return out.Bytes()
}

// newSecret returns 32 random bytes in hexadecimal: 64 characters, enough for the longest HMAC.
func newSecret() string {
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails, says crypto/rand
	return hex.EncodeToString(random[:])
}
