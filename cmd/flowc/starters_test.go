package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/golden"
)

// unfinished are what else may be answered where no printed line can do all that comes before.
var unfinished = map[string]*regexp.Regexp{
	"oauth":       regexp.MustCompile(`^([23]|401)`), // nobody has logged in
	"accounts":    regexp.MustCompile(`^(2|40[13])`), // links come by mail, and nobody has followed one
	"deadletters": regexp.MustCompile(`^(2|502)`),    // nobody listens where letters are passed on to
	"shortener":   regexp.MustCompile(`^(2|404)`),    // links have random codes
}

// TestStarters makes each starter, runs it, and pastes what dev prints: every line must be answered with success, or
// as unfinished says.
func TestStarters(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a project for each starter")
	}
	needProgram(t, "curl")
	needProgram(t, "openssl")
	for _, starter := range golden.Starters() {
		t.Run(starter, func(t *testing.T) {
			dir := newProject(t, starter)
			dev := startDev(t, dir, "127.0.0.1:0")
			defer dev.stop()
			if starter == "oauth" {
				setProvider(t, dev, dir)
			}
			awaitRoutes(dev, dir)
			wanted := regexp.MustCompile(`^2`)
			if other := unfinished[starter]; other != nil {
				wanted = other
			}
			for _, status := range statuses(t, dev.commands()) {
				if !wanted.MatchString(status) {
					t.Errorf("a printed line is answered with %s", status)
				}
			}
		})
	}
}

// awaitRoutes returns when everything is printed that there is to be tried.
func awaitRoutes(dev *devProcess, dir string) {
	dev.t.Helper()
	base := strings.TrimPrefix(dev.await("Serving http://"), "Serving ")
	programs, err := serve.Programs(dir, serve.EveryFolder)
	if err != nil {
		dev.t.Fatal(err)
	}
	if tools := serve.ToolsOf(programs); len(tools) > 0 {
		dev.await("MCP tool " + tools[len(tools)-1].Name)
	} else {
		routes := serve.RoutesOf(programs)
		last := routes[len(routes)-1]
		dev.await(last.Method + " " + base + last.Path)
	}
	dev.await("  curl ")
}

// statuses pastes commands into a shell and returns what each curl was answered with.
func statuses(t *testing.T, commands string) []string {
	t.Helper()
	home := t.TempDir()
	writeFile(t, filepath.Join(home, ".curlrc"), `write-out = "%{stderr}status %{http_code}\n"`)
	shell := exec.CommandContext(t.Context(), "sh", "-ec", commands)
	shell.Env = append(os.Environ(), "CURL_HOME="+home)
	var answers, notes strings.Builder
	shell.Stdout, shell.Stderr = &answers, &notes
	if err := shell.Run(); err != nil {
		t.Fatalf("%v: %s", err, notes.String())
	}
	var found []string
	for line := range strings.Lines(notes.String()) {
		if status, ok := strings.CutPrefix(strings.TrimSpace(line), "status "); ok {
			found = append(found, status)
		}
	}
	if want := strings.Count(commands, "curl -sS "); len(found) != want || want == 0 {
		t.Errorf("%d of %d curl lines were answered:\n%s", len(found), want, notes.String())
	}
	return found
}

// setProvider does what someone does who has found an identity provider. Until then one line says what is missing.
func setProvider(t *testing.T, dev *devProcess, dir string) {
	t.Helper()
	env := filepath.Join(dir, ".env")
	dev.await("flowc: set OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ISSUER in " + env + ", where comments say what they are")
	text := readFile(t, env)
	for name, value := range map[string]string{
		"OIDC_CLIENT_ID": "shop", "OIDC_CLIENT_SECRET": "a secret of the test", "OIDC_ISSUER": "http://127.0.0.1:9/none",
	} {
		text = strings.Replace(text, "\n"+name+"=\n", "\n"+name+"="+value+"\n", 1)
	}
	writeFile(t, env, text)
}
