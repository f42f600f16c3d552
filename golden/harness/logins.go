package harness

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Logins is a folder of workflows to measure by: login, which lies in the folder flows of golden/apps/auth, n times, each with an id,
// a name and a path of its own; with a schema.sql that makes their tables. What a file holds is by its name.
func Logins(t testing.TB, flows string, n int) map[string][]byte {
	t.Helper()
	files := map[string][]byte{"schema.sql": Tables(t, flows)}
	text, err := os.ReadFile(filepath.Join(flows, "login.flow.json"))
	if err != nil {
		t.Fatal(err)
	}
	login := string(text)
	for i := range n {
		files[fmt.Sprintf("login%d.flow.json", i)] = []byte(strings.NewReplacer(
			`"k3v7q2m7x4t6w3z6r5y2n2b7cd"`, fmt.Sprintf(`"%026d"`, i),
			`"name": "login"`, fmt.Sprintf(`"name": "login%d"`, i),
			`"/login"`, fmt.Sprintf(`"/login%d"`, i),
		).Replace(login))
	}
	return files
}

// Tables is what makes the tables of a starter, whose workflows lie in the folder flows, as a schema.sql.
func Tables(t testing.TB, flows string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(flows, "migrations", "00001_begin.sql"))
	if err != nil {
		t.Fatal(err)
	}
	up, _, _ := bytes.Cut(text, []byte("-- +goose Down"))
	return up
}

// WriteLogins writes Logins as a project into dir.
func WriteLogins(t testing.TB, dir, flows string, n int) {
	t.Helper()
	files := Logins(t, flows, n)
	files["go.mod"] = []byte("module logins\n")
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
