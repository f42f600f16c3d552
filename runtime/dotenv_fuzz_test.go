package runtime_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// FuzzDotenv looks for panics, and for errors that quote what a dotenv file holds.
func FuzzDotenv(f *testing.F) {
	const planted = "planted-s3cret"
	for _, seed := range [][2]string{
		{"A=", "\nB=2\n"}, {"A='", "'"}, {`A="`, `\n${B}"`}, {"export A: ", " # comment"}, {"A='", ""}, {"BAD ", "\n"},
		{"A=${", "}"}, {"=", "="}, {"\xff=", "\x00"}, {"A=\"", "\r\n\r\n"}, {"#", "\nA\n"}, {"A=$", "\\"},
	} {
		f.Add(seed[0], seed[1])
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, before, after string) {
		file := before + planted + after
		if strings.Contains(file, "FLOWC_ENV") || strings.Contains(file, "LOG_") { // whose values are no secrets
			return
		}
		if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
		app, err := rt.Open(rt.WithDir(dir), rt.WithLogWriter(discard{}))
		if err != nil {
			t.Fatal(err)
		}
		if err := app.Setup().Err(); err != nil && strings.Contains(err.Error(), planted) {
			t.Errorf("the error quotes the file: %v", err)
		}
		if _, err := rt.Environ(dir); err != nil && strings.Contains(err.Error(), planted) {
			t.Errorf("the error quotes the file: %v", err)
		}
	})
}
