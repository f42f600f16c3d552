package main

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/flowc-dev/flowc/golden/harness"
)

// TestDevService runs a service that flowc did not make: it listens where its arguments say, in the root of its module, with no .env.
func TestDevService(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a service")
	}
	t.Parallel()
	home := mountedService(t)
	dev := startFlowc(t, home, nil, "dev", "internal/flows", "--", "-addr", "{addr}", "-users", "users.txt")
	base := strings.TrimPrefix(dev.await("Serving http://"), "Serving ")
	dev.await("GET " + base + "/hello")
	wantStatus(t, base+"/hello", http.StatusOK)
	wantStatus(t, base+"/notes", http.StatusUnauthorized)

	document := filepath.Join(home, "internal", "flows", "hello.flow.json")
	harness.Write(t, document, strings.Replace(harness.Read(t, document), `"/hello"`, `"/hi"`, 1))
	dev.await("GET " + base + "/hi")
	wantStatus(t, base+"/hi", http.StatusOK)

	code := filepath.Join(home, "cmd", "notes", "main.go")
	harness.Write(t, code, harness.Read(t, code)+"\nvar _ int = true\n")
	dev.await("cmd/notes/main.go:")
	dev.await("not restarted")
	dev.stop()
	if _, err := os.Stat(filepath.Join(home, ".env")); err == nil {
		t.Error("flowc has made an .env")
	}
}

// letter is a workflow that mails.
const letter = `{
  "version": 1, "id": "abcdefghijklmnopqrstuvwx", "name": "letter",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "POST", "endpointPath": "/letters", "endpointPublic": true}},
    {"id": "mail", "type": "api", "data": {"apiUrl": "{{env.MAIL_URL}}/send", "apiMethod": "POST", "apiBody": {"to": "ada@example.com", "subject": "Hello", "text": "Hi"}}},
    {"id": "ok", "type": "response", "data": {"responseStatus": 202}}
  ],
  "edges": [{"source": "in", "target": "mail"}, {"source": "mail", "target": "ok"}]
}`

// TestStudioService shows what a service that flowc did not make does, whatever that logs, and catches its mail.
func TestStudioService(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a service")
	}
	t.Parallel()
	home := mountedWith(t, map[string]string{"letter": letter})
	env := []string{"XDG_CACHE_HOME=" + t.TempDir(), "GOCACHE=" + strings.TrimPrefix(goEnvironment(t)[3], "GOCACHE=")}
	process := startFlowc(t, home, env, "studio", "internal/flows", "--", "-addr", "{addr}")
	page, key, _ := strings.Cut(strings.TrimPrefix(process.await("Studio http://"), "Studio "), "/#key=")
	base := strings.TrimPrefix(process.await("Serving http://"), "Serving ")
	wantStatus(t, base+"/hello", http.StatusOK)
	wantStatus(t, base+"/notes", http.StatusUnauthorized)
	var found struct {
		List []struct{ Workflow, State, ID string }
	}
	for len(found.List) == 0 || found.List[0].State != "done" {
		askPage(t, page+"/api/executions", key, &found)
	}
	if len(found.List) != 1 || found.List[0].Workflow != "hello" {
		t.Errorf("the executions are %+v", found.List)
	}
	var execution struct{ Visits []struct{ Node string } }
	askPage(t, page+"/api/execution?id="+found.List[0].ID, key, &execution)
	if len(execution.Visits) != 2 || execution.Visits[1].Node != "ok" {
		t.Errorf("it visits %+v", execution.Visits)
	}
	answer, err := http.Post(base+"/letters", "", nil)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	var caught struct {
		Calls []struct {
			Variable, Path string
			Mail           struct{ To string }
		}
	}
	if askPage(t, page+"/api/outbox", key, &caught); answer.StatusCode != http.StatusAccepted || len(caught.Calls) != 1 ||
		caught.Calls[0].Variable != "MAIL_URL" || caught.Calls[0].Path != "/send" || caught.Calls[0].Mail.To != "ada@example.com" {
		t.Errorf("a letter is answered %d, and caught are %+v", answer.StatusCode, caught.Calls)
	}
	process.stop()
}

// TestStudioTracker opens golden's tracker on the page: its routes are listed, one request is sent and its way shown, and so is one
// mistake.
func TestStudioTracker(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a service")
	}
	t.Parallel()
	home := trackerService(t)
	env := []string{"XDG_CACHE_HOME=" + t.TempDir(), "GOCACHE=" + strings.TrimPrefix(goEnvironment(t)[3], "GOCACHE=")}
	process := startFlowc(t, home, env, "studio", "flows", "--", "-mode", "preview", "-listen", "{addr}")
	page, key, _ := strings.Cut(strings.TrimPrefix(process.await("Studio http://"), "Studio "), "/#key=")
	process.await("Serving http://")
	fillTracker(t, filepath.Join(home, "tracker.db"))

	var state struct {
		Routes []struct {
			Workflow, Entry, Method, Path string
		}
		Problems []struct{ Code, Workflow, Node string }
	}
	askPage(t, page+"/api/state", key, &state)
	i := slices.IndexFunc(state.Routes, func(r struct{ Workflow, Entry, Method, Path string }) bool { return r.Workflow == "flows/list-issues" })
	if len(state.Routes) != 3 || i < 0 || state.Routes[i].Method != "GET" || state.Routes[i].Path != "/api/v2/projects/{project}/issues" {
		t.Fatalf("the routes are %+v", state.Routes)
	}
	var answer struct {
		Status int
		Body   string
	}
	tellPage(t, page+"/api/send", key, `{"workflow": "flows/list-issues", "entry": "in", "form": {"fields": [
		{"name": "project", "in": "path", "type": "string", "example": "lamps"}],
		"headers": [{"name": "Authorization", "value": "Bearer ada's token"}]}}`, &answer)
	if answer.Status != http.StatusOK || !strings.Contains(answer.Body, "It flickers") {
		t.Errorf("the answer is %+v", answer)
	}
	var found struct {
		List []struct{ Workflow, State, ID string }
	}
	for len(found.List) == 0 || found.List[0].State != "done" {
		askPage(t, page+"/api/executions", key, &found)
	}
	var execution struct{ Visits []struct{ Node string } }
	askPage(t, page+"/api/execution?id="+found.List[0].ID, key, &execution)
	var way []string
	for _, visit := range execution.Visits {
		way = append(way, visit.Node)
	}
	if want := []string{"in", "caller", "issues", "ok"}; !slices.Equal(way, want) {
		t.Errorf("the way is %v, want %v", way, want)
	}

	document := filepath.Join(home, "flows", "list-issues.flow.json")
	harness.Write(t, document, strings.Replace(harness.Read(t, document), "{{project}}", "{{projekt}}", 1))
	process.await("list-issues.flow.json:")
	for len(state.Problems) == 0 {
		askPage(t, page+"/api/state", key, &state)
	}
	if p := state.Problems[len(state.Problems)-1]; p.Code != "FC212" || p.Workflow != "flows/list-issues" || p.Node != "issues" {
		t.Errorf("the mistakes are %+v", state.Problems)
	}
	process.stop()
}

// trackerService returns a copy of golden's tracker.
func trackerService(t *testing.T) string {
	t.Helper()
	home := filepath.Join(harness.Folder(t), "tracker")
	if err := os.CopyFS(home, os.DirFS("../../golden/services/tracker")); err != nil {
		t.Fatal(err)
	}
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "go", "mod", "edit", "-replace=github.com/flowc-dev/flowc="+checkout)
	cmd.Dir = home
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return home
}

// fillTracker adds a person, a project and an issue to the tables that tracker's own migrations have made.
func fillTracker(t *testing.T, file string) {
	t.Helper()
	db, err := sql.Open("sqlite", "file:"+file+"?_pragma=busy_timeout(5000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	token := sha256.Sum256([]byte("ada's token"))
	for _, statement := range []string{
		"INSERT INTO people (id, name, token_hash) VALUES (1, 'Ada', '" + hex.EncodeToString(token[:]) + "')",
		"INSERT INTO projects (id, slug, name) VALUES (1, 'lamps', 'Lamps')",
		"INSERT INTO issues (project_id, author_id, title, opened_at) VALUES (1, 1, 'It flickers', '2026-01-31 12:00:00')",
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

// askPage asks a page of studio.
func askPage(t *testing.T, url, key string, answer any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "GET", url, nil)
	callPage(t, r, err, key, answer)
}

// tellPage sends JSON to a page of studio.
func tellPage(t *testing.T, url, key, body string, answer any) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), "POST", url, strings.NewReader(body))
	callPage(t, r, err, key, answer)
}

func callPage(t *testing.T, r *http.Request, err error, key string, answer any) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+key)
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if err := json.UnmarshalRead(res.Body, answer, json.MatchCaseInsensitiveNames(true)); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s answers %d, %v", r.URL, res.StatusCode, err)
	}
}

// TestDevServiceRefused says what lacks on the command line.
func TestDevServiceRefused(t *testing.T) {
	t.Parallel()
	home := filepath.Join(t.TempDir(), "house")
	if err := os.CopyFS(home, os.DirFS("testdata/programs")); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"flows"}, "several programs import the workflows in flows, such as cmd/one and cmd/two: say --main"},
		{[]string{"flows", "--main", "cmd/one"}, "cmd/one chooses itself where it listens: pass the address, as --env LISTEN={addr}, or behind --"},
		{[]string{"flows", "--main", "cmd/one", "--env", "{addr}"}, "--env {addr}: want NAME=VALUE"},
		{[]string{"flows", "--main", "lib", "--", "{addr}"}, "lib holds no program (package main), and none imports it"},
		{[]string{"flows", "lib", "--", "{addr}"}, "got 2 arguments; want flowc dev [DIR] [-- ARG…]"},
	} {
		cmd := exec.CommandContext(t.Context(), "flowc", append([]string{"dev"}, tt.args...)...)
		cmd.Dir = home
		out, err := cmd.CombinedOutput()
		if err == nil || !strings.HasPrefix(string(out), "flowc: "+tt.want) {
			t.Errorf("%v: %v, %s", tt.args, err, out)
		}
	}
}

// mountedService returns the folder of the service of testdata/plain with the workflows that init adds, mounted.
func mountedService(t *testing.T) string { return mountedWith(t, nil) }

// mountedWith is mountedService with further workflows, by name.
func mountedWith(t *testing.T, more map[string]string) string {
	t.Helper()
	harness.Modules(t)
	home := filepath.Join(harness.Folder(t), "notes")
	if err := os.CopyFS(home, os.DirFS("testdata/plain")); err != nil {
		t.Fatal(err)
	}
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), name, args...)
		cmd.Dir, cmd.Env = home, append(os.Environ(), "GOPROXY=off", "GOSUMDB=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
	}
	run("flowc", "init", ".")
	for name, document := range more {
		harness.Write(t, filepath.Join(home, "internal", "flows", name+".flow.json"), document)
	}
	run("flowc", "generate", "internal/flows")
	code := filepath.Join(home, "cmd", "notes", "main.go")
	harness.Write(t, code, strings.NewReplacer(
		`	"example.com/notes/internal/account"`, "	rt \"github.com/flowc-dev/flowc/runtime\"\n\n	\"example.com/notes/internal/account\"\n	\"example.com/notes/internal/flows\"",
		"	return web.Chain(", `	app, err := rt.Open()
	if err != nil {
		return nil, err
	}
	f, err := flows.New(app)
	if err != nil {
		return nil, err
	}
	f.Register(mux)
	return web.Chain(`).Replace(harness.Read(t, code)))
	run("go", "mod", "edit", "-replace=github.com/flowc-dev/flowc="+checkout)
	run("go", "mod", "tidy")
	return home
}
