package main

import (
	"cmp"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/golden"
	"github.com/flowc-dev/flowc/golden/harness"
)

// otherwise are lines that are not answered with 2xx: starter -> path -> status, or one of several. A path may stand behind the
// method that its line names.
var otherwise = map[string]map[string]string{
	"accounts":    {"/me/removal": "401"},                                                                    // the line before logs out
	"deadletters": {"/letters/$ID/replay": "409 502"},                                                        // nobody listens, which is tried for some seconds
	"oauth":       {"/login": "401", "/api/me": "401", "/api/orders": "401", "/me": "401", "/logout": "401"}, // there is no provider
	"shortener":   {"/to/text": "302"},
	"teams": {
		"/invitations":                      "404", // its token comes by mail
		"DELETE /organizations/1/members/1": "409", // the last owner stays
	},
	"todo": {"/invitations/1": "404", "/lists/1/people": "404"}, // a list is shared with others than its owner
}

// TestStarters makes each starter, runs it, and pastes what dev prints: every line must be answered with success, or as
// otherwise says.
func TestStarters(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a project for each starter")
	}
	t.Parallel()
	harness.Needs(t, "curl", "openssl")
	for _, starter := range golden.Starters() {
		t.Run(starter, func(t *testing.T) {
			t.Parallel()
			dir := newProject(t, starter)
			bring := func(commands string) string { return commands }
			if starter == "accounts" {
				bring = mailbox(t, dir)
			}
			dev := startDev(t, dir, "127.0.0.1:0")
			defer dev.stop()
			if starter == "oauth" {
				setProvider(t, dev, dir)
			}
			awaitRoutes(dev, dir)
			paths := map[string]bool{}
			for _, a := range answers(t, bring(dev.commands())) {
				paths[a.path], paths[a.method+" "+a.path] = true, true
				want := cmp.Or(otherwise[starter][a.method+" "+a.path], otherwise[starter][a.path])
				if !slices.Contains(strings.Fields(want), a.status) && (want != "" || !strings.HasPrefix(a.status, "2")) {
					t.Errorf("the line for %s is answered with %s", a.path, a.status)
				}
			}
			for path := range otherwise[starter] {
				if !paths[path] {
					t.Errorf("no line for %s is printed", path)
				}
			}
		})
	}
}

// mailbox has a project send its mail to the test, and returns what puts the tokens into commands that are brought from
// there: those that came with signing up and with another address, and those to log in by and to set another password with, which
// are asked for first.
func mailbox(t *testing.T, dir string) func(commands string) string {
	t.Helper()
	mailed := map[string]chan string{}
	for _, page := range []string{"welcome", "email", "enter", "reset"} {
		mailed[page] = make(chan string, 10)
	}
	mail := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			io.WriteString(w, <-mailed[strings.TrimPrefix(r.URL.Path, "/")])
			return
		}
		var letter struct{ Text string }
		if err := json.UnmarshalRead(r.Body, &letter, json.MatchCaseInsensitiveNames(true)); err != nil {
			t.Error(err)
		}
		place, token, _ := strings.Cut(letter.Text, "#")
		mailed[path.Base(place)] <- token
	}))
	t.Cleanup(mail.Close)
	env := filepath.Join(dir, ".env")
	harness.Write(t, env, regexp.MustCompile(`(?m)^MAIL_URL=.*$`).ReplaceAllString(harness.Read(t, env), "MAIL_URL="+mail.URL))
	return func(commands string) string {
		lines := strings.SplitAfter(commands, "\n")
		for i, line := range lines {
			if path, page := pageOf(line); page != "" {
				lines[i] = fmt.Sprintf("TOKEN=$(curl -qs %s/%s)\n%s", mail.URL, page, line)
				if page == "enter" || page == "reset" {
					lines[i] = askFor(line, path, page) + lines[i]
				}
			}
		}
		return strings.Join(lines, "")
	}
}

// pageOf is the path of a line that wants a token, and the page that the token is mailed to; "" for any other line.
func pageOf(line string) (path, page string) {
	for path, page := range map[string]string{"/welcome": "welcome", "/me/email/proof": "email", "/enter": "enter", "/password": "reset"} {
		if strings.Contains(line, "$TOKEN") && strings.Contains(line, path+" ") {
			return path, page
		}
	}
	return "", ""
}

// askFor is a line that asks for a link to a page, before the one that follows it.
func askFor(line, path, page string) string {
	server, _, _ := strings.Cut(line, path+" ")
	_, server, _ = strings.Cut(server, "curl -sS ")
	return "curl -qs " + server + `/links -H 'Content-Type: application/json' -d '{"email":"ada@example.com","purpose":"` + page + `"}'` + "\n"
}

// awaitRoutes returns when everything is printed that there is to be tried.
func awaitRoutes(dev *devProcess, dir string) {
	dev.t.Helper()
	base := strings.TrimPrefix(dev.await("Serving http://"), "Serving ")
	programs, err := serve.Programs([]string{dir}, serve.EveryFolder)
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

// answered is what a printed line was answered with: the method is "" where curl chooses it.
type answered struct{ path, method, status string }

var printed = regexp.MustCompile(`curl -sS .*?http://[^/]+(/[^\s'"?]*)(?:\S* -X ([A-Z]+))?`)

// answers pastes commands into a shell and returns what each printed curl was answered with.
func answers(t *testing.T, commands string) []answered {
	t.Helper()
	home := t.TempDir()
	harness.Write(t, filepath.Join(home, ".curlrc"), `write-out = "%{stderr}status %{http_code}\n"`)
	shell := exec.CommandContext(t.Context(), "sh", "-ec", commands)
	shell.Env = append(os.Environ(), "CURL_HOME="+home)
	var notes strings.Builder
	shell.Stderr = &notes
	if err := shell.Run(); err != nil {
		t.Fatalf("%v: %s", err, notes.String())
	}
	var statuses []string
	for line := range strings.Lines(notes.String()) {
		if status, ok := strings.CutPrefix(strings.TrimSpace(line), "status "); ok {
			statuses = append(statuses, status)
		}
	}
	lines := printed.FindAllStringSubmatch(commands, -1)
	if len(lines) != len(statuses) || len(lines) != strings.Count(commands, "curl -sS ") || len(lines) == 0 {
		t.Fatalf("%d of %d curl lines were answered:\n%s", len(statuses), len(lines), notes.String())
	}
	var found []answered
	for i, line := range lines {
		found = append(found, answered{line[1], line[2], statuses[i]})
	}
	return found
}

// setProvider does what someone does who has found an identity provider. Until then one line says what is missing.
func setProvider(t *testing.T, dev *devProcess, dir string) {
	t.Helper()
	env := filepath.Join(dir, ".env")
	dev.await("flowc: set OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ISSUER in " + env + ", where comments say what they are")
	text := harness.Read(t, env)
	for name, value := range map[string]string{
		"OIDC_CLIENT_ID": "shop", "OIDC_CLIENT_SECRET": "a secret of the test", "OIDC_ISSUER": "http://127.0.0.1:9/none",
	} {
		text = strings.Replace(text, "\n"+name+"=\n", "\n"+name+"="+value+"\n", 1)
	}
	harness.Write(t, env, text)
}
