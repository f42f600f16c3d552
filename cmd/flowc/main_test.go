package main

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/flowc-dev/flowc/golden/harness"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestMain makes this binary the program flowc for the scripts, and for every test that runs a command.
func TestMain(m *testing.M) {
	harness.AtOnce(4) // each waits for the go command and for servers
	testscript.Main(harness.InMemory(m), map[string]func(){"flowc": main})
}

// TestScripts runs testdata/script: each script is a user at a shell.
func TestScripts(t *testing.T) {
	t.Parallel()
	harness.Modules(t)
	environment := goEnvironment(t)
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		WorkdirRoot:         harness.Folder(t), // each script has the folder that it had last time
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Vars = append(e.Vars, environment...)
			e.Setenv("TMPDIR", os.TempDir()) // in memory, as of all tests here
			e.Setenv("FLOWC", checkout)
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "sql": runSQL},
		Condition: func(name string) (bool, error) {
			switch name {
			case "root":
				return os.Geteuid() == 0, nil
			case "postgres":
				return dbtest.Installed(), nil
			}
			return false, errors.New("unknown condition")
		},
	})
}

// goEnvironment lets the go command work in a script as it does here, with what is in the module cache alone.
func goEnvironment(t *testing.T) []string {
	t.Helper()
	names := []string{"GOCACHE", "GOMODCACHE", "GOFLAGS"}
	out, err := exec.CommandContext(t.Context(), "go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		t.Fatalf("asking the go command for its environment: %v", err)
	}
	environment := []string{"GOPROXY=off", "GOTOOLCHAIN=local", "GOWORK=off"}
	for i, value := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		environment = append(environment, names[i]+"="+value)
	}
	return environment
}

// runSQL runs statements on an embedded database: sql FILE STATEMENTS.
func runSQL(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: sql FILE STATEMENTS")
	}
	db, err := sql.Open("sqlite", ts.MkAbs(args[0]))
	ts.Check(err)
	defer db.Close()
	_, err = db.ExecContext(context.Background(), args[1])
	ts.Check(err)
}

// exits runs a command that must end with a given exit code: exits 2 flowc lint.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM [ARG…]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var exit *exec.ExitError
	switch err := ts.Exec(args[1], args[2:]...); {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}
