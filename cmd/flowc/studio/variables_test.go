package studio_test

import (
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/joho/godotenv"

	"github.com/flowc-dev/flowc/cmd/flowc/studio"
)

// environmentAt opens a page without a server on a project in a folder of its own, which reads JWT_SECRET.
func environmentAt(t *testing.T, change func(*studio.Config)) (*bench, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(filepath.Join(dir, "flows"), os.DirFS("../../../golden/apps/auth/flows")); err != nil {
		t.Fatal(err)
	}
	config := studio.Config{Dir: dir, Key: key, Now: time.Now}
	if change != nil {
		change(&config)
	}
	page := studio.New(config)
	page.Check()
	return serveAlone(t, page), dir
}

// TestVariableIsSet writes one line of .env, for this user alone to read, and answers nothing of it.
func TestVariableIsSet(t *testing.T) {
	t.Parallel()
	b, dir := environmentAt(t, nil)
	file := filepath.Join(dir, ".env")
	write(t, file, "# mine\nOTHER='1\n2'\n")
	status, answer := b.call("PUT", "/api/variable", `{"name": "JWT_SECRET", "value": "`+secret+`"}`)
	if status != http.StatusOK || strings.Contains(answer, "canary") {
		t.Errorf("it answers %d %s", status, answer)
	}
	if got, want := read(t, file), "# mine\nOTHER='1\n2'\nJWT_SECRET="+secret+"\n"; got != want {
		t.Errorf("it holds %q, want %q", got, want)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	for _, path := range []string{"/api/project", "/api/state", "/api/environment"} {
		if _, text := b.call("GET", path, ""); strings.Contains(text, "canary") {
			t.Errorf("%s tells %s", path, text)
		}
	}
	pem := `-----BEGIN KEY-----\nMIGH$A\n-----END KEY-----\n`
	if status, answer := b.call("PUT", "/api/variable", `{"name": "JWT_SECRET", "value": "`+pem+`"}`); status != http.StatusOK {
		t.Errorf("a key of several lines is answered %d %s", status, answer)
	}
	vars, err := godotenv.Read(file)
	if err != nil || vars["JWT_SECRET"] != strings.ReplaceAll(pem, `\n`, "\n") || vars["OTHER"] != "1\n2" {
		t.Errorf("it reads %q, %v", vars, err)
	}
}

// TestVariableIsRefused writes nothing where the page has no business, and where another place wins.
func TestVariableIsRefused(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, variable, value, want string
		prepare                     func(t *testing.T, dir string)
		change                      func(*studio.Config)
	}{
		{name: "nobody reads it", variable: "UNRELATED_THING", value: "x", want: "neither a workflow nor the server reads"},
		{name: "the go command's", variable: "GOFLAGS", value: "-toolexec=x", want: "the go command", prepare: func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, ".env"), "GOFLAGS=\n")
			write(t, filepath.Join(dir, ".env.preview"), "GOFLAGS=-v\n")
		}},
		{name: "another file wins", variable: "JWT_SECRET", value: "x", want: ".env.preview wins", prepare: func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, ".env.preview"), "JWT_SECRET=y\n")
		}},
		{name: "no value", variable: "JWT_SECRET", want: "at least one character"},
		{name: "a program around", variable: "JWT_SECRET", value: "x", want: "an environment of its own",
			change: func(c *studio.Config) { c.Foreign = true }},
		{name: "a log", variable: "JWT_SECRET", value: "x", want: "nothing runs", change: func(c *studio.Config) { c.Log = "x.log" }},
		{name: "no plain file", variable: "JWT_SECRET", value: "x", want: "no plain file", prepare: func(t *testing.T, dir string) {
			if err := os.Symlink("/dev/null", filepath.Join(dir, ".env")); err != nil {
				t.Fatal(err)
			}
		}},
		{name: "no dotenv file", variable: "JWT_SECRET", value: "x", want: "fix it by hand", prepare: func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, ".env"), "A='canary\n")
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, dir := environmentAt(t, tt.change)
			if tt.prepare != nil {
				tt.prepare(t, dir)
			}
			before, _ := os.ReadFile(filepath.Join(dir, ".env"))
			status, answer := b.call("PUT", "/api/variable", `{"name": "`+tt.variable+`", "value": "`+tt.value+`"}`)
			if status != http.StatusUnprocessableEntity || !strings.Contains(answer, tt.want) || strings.Contains(answer, "canary") {
				t.Errorf("it is answered %d %s", status, answer)
			}
			if after, _ := os.ReadFile(filepath.Join(dir, ".env")); string(after) != string(before) {
				t.Errorf("the file holds %q", after)
			}
		})
	}
}

// TestVariableInVersionControl writes no secret where git has the file, or would take it; a line of .gitignore helps.
func TestVariableInVersionControl(t *testing.T) {
	t.Parallel()
	b, dir := environmentAt(t, nil)
	git := func(args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	set := func() (int, string) {
		return b.call("PUT", "/api/variable", `{"name": "JWT_SECRET", "value": "`+secret+`"}`)
	}
	git("init", "--quiet")
	write(t, filepath.Join(dir, ".gitignore"), "*.db")
	if status, answer := set(); status != http.StatusUnprocessableEntity || !strings.Contains(answer, "does not ignore") {
		t.Errorf("where git would take it, it is answered %d %s", status, answer)
	}
	var v struct {
		Exposed string
		Ignore  bool
	}
	if status := b.put("POST", "/api/ignore", struct{}{}, &v); status != http.StatusOK || v.Exposed != "" || v.Ignore {
		t.Errorf("ignored, it is %d %+v", status, v)
	}
	if text := read(t, filepath.Join(dir, ".gitignore")); text != "*.db\n.env\n" {
		t.Errorf(".gitignore holds %q", text)
	}
	if status, answer := set(); status != http.StatusOK {
		t.Errorf("ignored, it is answered %d %s", status, answer)
	}
	git("add", "--force", ".env")
	if status, answer := set(); status != http.StatusUnprocessableEntity {
		t.Errorf("where git has it, it is answered %d %s", status, answer)
	}
	if b.get("/api/environment", &v); !strings.Contains(v.Exposed, "version control") || v.Ignore {
		t.Errorf("where git has it, it is %+v", v)
	}
}

// TestEnvironment sets variables with nothing but the page: one that is made there, and one that is pasted. A variable
// without a value is set nowhere, also where the file has a line for it.
func TestEnvironment(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	dotenv := filepath.Join(filepath.Dir(filepath.Dir(file)), ".env")
	write(t, dotenv, "JWT_SECRET=\n")
	b.page.Check()
	p.click(holding("header .tab", "Environment"))
	p.wait(holding(".environment tr", "JWT_SECRET"))
	row := is[string](p, holding(".environment tr", "JWT_SECRET")+".innerText")
	if !strings.Contains(row, "○ not set") || strings.Contains(row, ".env") {
		t.Errorf("an empty variable has the row %q", row)
	}
	p.picture("environment")
	p.click("document.querySelector('[aria-label=\"Set JWT_SECRET\"]')")
	p.wait("document.activeElement.matches('.setvariable textarea')")
	p.click(holding(".setvariable button", "Generate"))
	made := is[string](p, "document.querySelector('.setvariable textarea').value")
	p.picture("set a variable")
	p.click(holding(".setvariable button", "Set and restart"))
	p.wait("!document.querySelector('.setvariable')")
	p.wait(holding(".environment tr", "✓ set"))
	if text := read(t, dotenv); len(made) != 43 || text != "JWT_SECRET="+made+"\n" {
		t.Errorf("%q is made, and the file holds %q", made, text)
	}
	p.click("document.querySelector('[aria-label=\"Change JWT_SECRET\"]')")
	p.wait("document.activeElement.matches('.setvariable textarea')")
	p.press(secret)
	p.click(holding(".setvariable button", "Set and restart"))
	p.wait("!document.querySelector('.setvariable')")
	if text := read(t, dotenv); text != "JWT_SECRET="+secret+"\n" {
		t.Errorf("the file holds %q", text)
	}
	p.wait("!document.documentElement.outerHTML.includes('canary')")
	if stored := is[string](p, "JSON.stringify(localStorage) + JSON.stringify(sessionStorage)"); strings.Contains(stored, "canary") {
		t.Errorf("the browser keeps %s", stored)
	}
}

// TestSetWhereItIsMissed sets a variable at the setting that reads it.
func TestSetWhereItIsMissed(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	dotenv := filepath.Join(filepath.Dir(filepath.Dir(file)), ".env")
	write(t, dotenv, "JWT_SECRET=\n")
	b.page.Check()
	p.click(card("token"))
	p.wait(holding("[data-field=jwtSecret] .variable", "JWT_SECRET"))
	if text := is[string](p, "document.querySelector('[data-field=jwtSecret] .variable').innerText"); strings.Contains(text, ".env") {
		t.Errorf("of an empty variable it says %q", text)
	}
	p.click(holding("[data-field=jwtSecret] .variable button", "Set it"))
	p.wait("document.activeElement.matches('dialog[open] textarea')")
	p.press(secret)
	p.click(holding("dialog[open] button", "Set and restart"))
	p.wait(holding("[data-field=jwtSecret] .variable", "JWT_SECRET is set in .env"))
	if text := read(t, dotenv); text != "JWT_SECRET="+secret+"\n" {
		t.Errorf("the file holds %q", text)
	}
}
