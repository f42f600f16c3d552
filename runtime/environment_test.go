package runtime_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	rt "github.com/flowc-dev/flowc/runtime"
)

// files writes files into a new folder.
func files(t *testing.T, content map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range content {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// problems returns what err lists, as NAME → problem.
func problems(t *testing.T, err error) map[string]string {
	t.Helper()
	if err == nil {
		return map[string]string{}
	}
	var config *rt.ConfigError
	if !errors.As(err, &config) {
		t.Fatalf("error is %T: %v", err, err)
	}
	found := map[string]string{}
	for _, p := range config.Problems {
		found[p.Name] = p.Problem
	}
	if len(found) != len(config.Problems) {
		t.Errorf("a variable is listed twice: %v", err)
	}
	return found
}

// TestEmbeddedInProduction wants the URL of an embedded database to be set there.
func TestEmbeddedInProduction(t *testing.T) {
	for env, want := range map[string]string{"preview": "", "production": "configuration:\n  DATABASE_URL is not set\n  KEPT_URL is not set"} {
		app, _ := openApp(t, map[string]string{"FLOWC_ENV": env})
		s := app.Setup()
		s.Embedded("KEPT_URL", "sqlite:kept.db")
		for _, name := range []string{"DATABASE_URL", "KEPT_URL"} {
			if got := s.Secret(name); (got == "") != (env == "production") {
				t.Errorf("%s in %s is %q", name, env, got)
			}
		}
		if err := s.Err(); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s: %v", env, err)
		}
	}
}

func TestEnvironmentOrder(t *testing.T) {
	dir := files(t, map[string]string{
		".env":            "FLOWC_TEST_A=base\nFLOWC_TEST_B=base\nFLOWC_TEST_C='base $x'\n",
		".env.preview":    "FLOWC_TEST_A=preview\nFLOWC_TEST_B=preview\n",
		".env.production": "FLOWC_TEST_A=production\n",
	})
	t.Setenv("FLOWC_TEST_A", "process")
	t.Setenv("FLOWC_TEST_EMPTY", "")
	app, err := rt.Open(rt.WithDir(dir), rt.WithLogWriter(&bytes.Buffer{}))
	if err != nil {
		t.Fatal(err)
	}
	s := app.Setup()
	for name, want := range map[string]string{"FLOWC_TEST_A": "process", "FLOWC_TEST_B": "preview", "FLOWC_TEST_C": "base $x"} {
		if got := s.Secret(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if err := s.Err(); err != nil {
		t.Error(err)
	}
	s.Secret("FLOWC_TEST_EMPTY")
	if diff := cmp.Diff(map[string]string{"FLOWC_TEST_EMPTY": "is not set"}, problems(t, s.Err())); diff != "" {
		t.Error(diff)
	}
}

// A variable that is missing may be set under a name that is misspelled. One that is read under its own name is not meant.
func TestMisspelledVariable(t *testing.T) {
	dir := files(t, map[string]string{".env": "FLOWC_TEST_MAIL_ULR=http://127.0.0.1\nFLOWC_TEST_EMPTI=\n"})
	t.Setenv("FLOWC_TEST_AUTH_SECERT", "a secret of the environment")
	t.Setenv("FLOWC_TEST_KEY_A", "one of two")
	app, err := rt.Open(rt.WithDir(dir), rt.WithLogWriter(&bytes.Buffer{}))
	if err != nil {
		t.Fatal(err)
	}
	s := app.Setup()
	for _, name := range []string{"FLOWC_TEST_AUTH_SECRET", "FLOWC_TEST_KEY_B", "FLOWC_TEST_EMPTY", "FLOWC_TEST_KEY_A"} {
		s.Secret(name)
	}
	s.Plain("FLOWC_TEST_MAIL_URL")
	want := map[string]string{
		"FLOWC_TEST_AUTH_SECRET": "is not set, but FLOWC_TEST_AUTH_SECERT is, which nothing reads: rename it",
		"FLOWC_TEST_MAIL_URL":    "is not set, but FLOWC_TEST_MAIL_ULR is, which nothing reads: rename it",
		"FLOWC_TEST_KEY_B":       "is not set",
		"FLOWC_TEST_EMPTY":       "is not set",
	}
	if diff := cmp.Diff(want, problems(t, s.Err())); diff != "" {
		t.Error(diff)
	}
	if strings.Contains(s.Err().Error(), "a secret") {
		t.Error("the error shows a value")
	}
}

func TestEnvironmentOfDotenvChoosesItself(t *testing.T) {
	dir := files(t, map[string]string{".env": "FLOWC_ENV=production\nFLOWC_TEST_A=base\n", ".env.production": "FLOWC_TEST_A=production\n"})
	t.Setenv("FLOWC_ENV", "")
	app, err := rt.Open(rt.WithDir(dir), rt.WithLogWriter(&bytes.Buffer{}))
	if err != nil {
		t.Fatal(err)
	}
	if got := app.Setup().Secret("FLOWC_TEST_A"); got != "production" || !app.Production() {
		t.Errorf("got %q, production %v", got, app.Production())
	}
}

func TestSecretFile(t *testing.T) {
	dir := files(t, map[string]string{"key": "from the file\r\n"})
	path := filepath.Join(dir, "key")
	for _, tt := range []struct {
		name    string
		env     map[string]string
		want    string
		problem map[string]string
	}{
		{"production", map[string]string{"FLOWC_ENV": "production", "KEY_FILE": path}, "from the file", map[string]string{}},
		{"preview", map[string]string{"KEY_FILE": path}, "", map[string]string{"KEY": "is not set"}},
		{"variable wins", map[string]string{"FLOWC_ENV": "production", "KEY_FILE": path, "KEY": "direct"}, "direct", map[string]string{}},
		{"no file", map[string]string{"FLOWC_ENV": "production", "KEY_FILE": path + "x"}, "", map[string]string{"KEY_FILE": "cannot be read: no such file or directory"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, _ := openApp(t, tt.env)
			s := app.Setup()
			if got := s.Secret("KEY"); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if diff := cmp.Diff(tt.problem, problems(t, s.Err())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestFresh reads the file of a secret again, and masks what it has by now.
func TestFresh(t *testing.T) {
	dir := files(t, map[string]string{"key": "the first secret\n"})
	path := filepath.Join(dir, "key")
	app, log := openApp(t, map[string]string{"FLOWC_ENV": "production", "KEY_FILE": path})
	first := app.Setup().Secret("KEY")
	if err := os.WriteFile(path, []byte("the second secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if second, err := app.Fresh("KEY"); err != nil || first != "the first secret" || second != "the second secret" {
		t.Errorf("got %q, then %q, %v", first, second, err)
	}
	app.Logger().Info("with the second secret")
	if strings.Contains(log.String(), "second secret") {
		t.Errorf("the log shows it: %s", log)
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if _, err := app.Fresh("KEY"); err == nil {
		t.Error("a file that is gone is read")
	}
}

func TestSecretFileWinsOverDotenv(t *testing.T) {
	dir := files(t, map[string]string{".env": "FLOWC_TEST_KEY=from dotenv\n", "key": "from the file\n"})
	t.Setenv("FLOWC_ENV", "production")
	t.Setenv("FLOWC_TEST_KEY_FILE", filepath.Join(dir, "key"))
	t.Setenv("FLOWC_TEST_KEY", "") // which Open sets by dotenv
	app, err := rt.Open(rt.WithDir(dir), rt.WithLogWriter(&bytes.Buffer{}))
	if err != nil {
		t.Fatal(err)
	}
	if got := app.Setup().Secret("FLOWC_TEST_KEY"); got != "from the file" {
		t.Errorf("got %q", got)
	}
}

func TestOneErrorListsEverything(t *testing.T) {
	app, _ := openApp(t, map[string]string{"FLOWC_ENV": "staging", "LISTEN": "8080", "LOG_LEVEL": "loud", "LOG_FORMAT": "xml", "SHORT": "k"})
	s := app.Setup()
	s.Default("OPTIONAL", "stands in")
	if got := s.Secret("OPTIONAL") + "|" + s.Secret("DATABASE_URL"); got != "stands in|sqlite:flows.db" {
		t.Errorf("defaults are %q", got)
	}
	s.Secret("MISSING")
	s.Problem("MISSING", "is too short")
	s.Secret("SHORT")
	s.Problem("SHORT", "is too short")
	s.Problem("SHORT", "is too short")
	s.Env("PUBLIC_NAME")
	broken := errors.New("broken")
	s.Fail(broken)
	app.Setup().Secret("OF_ANOTHER_PACKAGE")
	want := `configuration:
  FLOWC_ENV is "staging", must be preview or production
  LOG_FORMAT is "xml", must be text or json
  LOG_LEVEL is "loud", must be debug, info, warn or error
  MISSING is not set
  OF_ANOTHER_PACKAGE is not set
  PUBLIC_NAME is not set
  SHORT is too short
  broken`
	err := s.Err()
	if err == nil || err.Error() != want || !errors.Is(err, broken) {
		t.Errorf("got %v\nwant %s", err, want)
	}
	want = strings.Replace(want, "  LOG_FORMAT", "  LISTEN must be host:port, as in 127.0.0.1:8080\n  LOG_FORMAT", 1)
	if err := app.Serve(t.Context(), nil); err == nil || err.Error() != want {
		t.Errorf("Serve starts all the same: %v", err)
	}
}

// TestMalformedPublicURL refuses what would stand in links and tokens that are sent to others: a password least of all.
func TestMalformedPublicURL(t *testing.T) {
	for _, text := range []string{
		"https://ann:pass@shop.example.com", "https://ann@shop.example.com", "https://shop.example.com/?a=b", "https://shop.example.com/#a",
		"ftp://shop.example.com", "shop.example.com", "https:///a",
	} {
		app, _ := openApp(t, map[string]string{"PUBLIC_URL": text})
		s := app.Setup()
		s.PublicURL()
		if err := s.Err(); err == nil || !strings.Contains(err.Error(), "PUBLIC_URL") || strings.Contains(err.Error(), "ann") {
			t.Errorf("%s is reported as %v", text, err)
		}
	}
}

func TestDotenvErrorShowsNoSecret(t *testing.T) {
	dir := files(t, map[string]string{".env": "A=1\r\nB=2\r\n-C=topsecret\r\nD=topsecret\r\n"})
	app, err := rt.Open(rt.WithDir(dir), rt.WithLogWriter(&bytes.Buffer{}))
	if err != nil {
		t.Fatal(err)
	}
	err = app.Setup().Err()
	if got := problems(t, err)[".env"]; !strings.HasPrefix(got, "is not a dotenv file: line 3") {
		t.Errorf("got %q", got)
	}
	if strings.Contains(err.Error(), "topsecret") {
		t.Errorf("the error quotes the file: %v", err)
	}
}

// A byte-order mark before a dotenv file is nothing, as before a document.
func TestDotenvWithMark(t *testing.T) {
	vars, err := rt.Environ(files(t, map[string]string{".env": "\ufeffA=1\r\nB=2\r\n"}))
	if err != nil || vars["A"].Value != "1" || vars["B"].Value != "2" {
		t.Errorf("read as %v, %v", vars["A"], err)
	}
}

func TestEnvironNamesWhereAVariableIsSet(t *testing.T) {
	dir := files(t, map[string]string{
		".env":            "FLOWC_ENV=production\nFLOWC_TEST_A=base\nFLOWC_TEST_B=base\nFLOWC_TEST_C=base\n",
		".env.preview":    "FLOWC_TEST_C=preview\n",
		".env.production": "FLOWC_TEST_A=production\nFLOWC_TEST_B=production\nFLOWC_TEST_C=\n",
	})
	t.Setenv("FLOWC_TEST_A", "process")
	vars, err := rt.Environ(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]rt.Variable{
		"FLOWC_TEST_A": {Value: "process", From: "environment"},
		"FLOWC_TEST_B": {Value: "production", From: ".env.production"},
		"FLOWC_TEST_C": {Value: "base", From: ".env"}, // empty counts as not set
		"FLOWC_TEST_D": {},
	} {
		if diff := cmp.Diff(want, vars[name]); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
	}
	vars, err = rt.Environ(files(t, map[string]string{".env": "FLOWC_ENV=staging\nFLOWC_TEST_B=base\n"}))
	if problems(t, err)["FLOWC_ENV"] == "" || vars["FLOWC_TEST_B"].Value != "base" {
		t.Errorf("got %v and %v, want a problem with FLOWC_ENV beside the variables", vars["FLOWC_TEST_B"], err)
	}
}
