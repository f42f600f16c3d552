package studio_test

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/cmd/flowc/studio"
	"github.com/flowc-dev/flowc/schema"
	"github.com/flowc-dev/flowc/templates/all"
)

// TestRequests calls the routes of a project as a person does who is new to it, with the forms as they are.
func TestRequests(t *testing.T) {
	b := openAuth(t)
	if a := b.send("GET /me", nil); !strings.Contains(a.Error, "{{token}}") {
		t.Errorf("without a token: %+v", a)
	}
	if a := b.send("POST /signup", nil); a.Status != 201 {
		t.Fatalf("signing up: %+v", a)
	}
	a := b.send("POST /login", nil)
	if a.Status != 200 || !slices.Contains(a.Kept, "token") || !slices.Contains(a.Hidden, "token") {
		t.Fatalf("logging in: %+v", a)
	}
	if a := b.send("GET /me", nil); a.Status != 200 || !strings.Contains(a.Body, "ada@example.com") {
		t.Errorf("with the token that was kept: %+v", a)
	}
	var s state
	b.get("/api/state", &s)
	if _, text := b.call("GET", "/api/state", ""); strings.Contains(text, "eyJ") {
		t.Error("the page is told the kept token rather than its name")
	}
	for _, r := range s.Routes {
		if r.Path == "/login" && r.Last != 200 {
			t.Errorf("the last status of /login is %d", r.Last)
		}
	}
}

// TestExecutionsAreWatched follows executions of any caller: the way, the values, masked, and the failure at its
// node.
func TestExecutionsAreWatched(t *testing.T) {
	b := openAuth(t)
	answer, err := http.Post(b.server+"/signup", "application/json", strings.NewReader(`{"email":"eve@example.com","password":"a password of hers"}`))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	b.refused()
	var list executions
	eventually(t, "both are done", func() bool {
		b.get("/api/executions", &list)
		return len(list.List) == 2 && list.List[0].State == "done" && list.List[1].State == "done"
	})
	_, text := b.call("GET", "/api/execution?id="+list.List[0].ID, "")
	x := decode(t, text)
	if got := visited(x); got != "in user check:invalid no" {
		t.Errorf("the way is %q", got)
	}
	if strings.Contains(text, "a wrong password") || !strings.Contains(text, `"email":"eve@example.com"`) || !strings.Contains(text, "••••") {
		t.Errorf("the values are %s", text)
	}
	b.get("/api/executions?status=4", &list)
	if len(list.List) != 1 || list.List[0].Status != 401 {
		t.Errorf("filtered by status: %+v", list.List)
	}
	b.get("/api/executions?workflow=signup", &list)
	if len(list.List) != 1 || list.List[0].Status != 201 {
		t.Errorf("filtered by workflow: %+v", list.List)
	}
}

// decode reads an execution without the values of its nodes.
func decode(t *testing.T, text string) studio.Execution {
	t.Helper()
	var short struct {
		Status int
		State  string
		Visits []struct {
			Node, Output, Attempt, Error string
			Left                         bool
		}
	}
	if err := json.Unmarshal([]byte(text), &short); err != nil {
		t.Fatal(err)
	}
	x := studio.Execution{Status: short.Status, State: short.State}
	for i, v := range short.Visits {
		x.Visits = append(x.Visits, &studio.Visit{Seq: i + 1, Node: v.Node, Output: v.Output, Attempt: v.Attempt, Error: v.Error, Left: v.Left})
	}
	return x
}

// TestAHangingCallShows wants a node that takes long to be seen while it does, and each attempt apart.
func TestAHangingCallShows(t *testing.T) {
	release := make(chan struct{})
	b := openOrders(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		<-release
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	request, sent := b.request("POST", "/api/send", b.filled("POST /debug/orders", nil)), make(chan error)
	go func() {
		answer, err := http.DefaultClient.Do(request)
		if err == nil {
			err = answer.Body.Close()
		}
		sent <- err
	}()
	var list executions
	eventually(t, "the call is entered", func() bool {
		b.get("/api/executions?status=running", &list)
		if len(list.List) != 1 {
			return false
		}
		_, text := b.call("GET", "/api/execution?id="+list.List[0].ID, "")
		x := decode(t, text)
		last := x.Visits[len(x.Visits)-1]
		return last.Node == "call" && !last.Left
	})
	close(release)
	eventually(t, "it is done", func() bool {
		_, text := b.call("GET", "/api/execution?id="+list.List[0].ID, "")
		x := decode(t, text)
		if x.State != "done" {
			return false
		}
		if got := visited(x); got != "in note safe:catch again:failed call call ok" {
			t.Errorf("the way is %q", got)
		}
		if x.Visits[5].Attempt != "2" || !strings.Contains(x.Visits[5].Error, "503") {
			t.Errorf("the second attempt is %+v", x.Visits[5])
		}
		return true
	})
	if err := <-sent; err != nil {
		t.Error(err)
	}
}

// TestRequestsGoToTheServerAlone wants the page to have no say in where a request goes.
func TestRequestsGoToTheServerAlone(t *testing.T) {
	b := openAuth(t)
	reached := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer elsewhere.Close()
	for _, path := range []string{"@" + strings.TrimPrefix(elsewhere.URL, "http://") + "/", "//evil.example/", elsewhere.URL} {
		b.send("POST /login", func(f *serve.Form) { f.Path, f.Method = path, "GET" })
	}
	if reached {
		t.Error("a request went elsewhere")
	}
}

// TestCanariesStayOut searches all that the page is told for what it must not be told.
func TestCanariesStayOut(t *testing.T) {
	t.Setenv("JWT_SECRET", secret)
	b := openAuth(t)
	b.send("POST /signup", func(f *serve.Form) { fill(f, "password", "canary of a caller") })
	b.send("POST /login", func(f *serve.Form) { fill(f, "password", "canary of a caller") })
	b.send("GET /me", nil)
	b.plant("UPDATE users SET password_hash = '$2a$10$" + strings.Repeat("canary", 8) + "canar'")
	b.send("POST /login", func(f *serve.Form) { fill(f, "password", "canary of a caller") })
	var list executions
	b.get("/api/executions", &list)
	paths := []string{"/api/state", "/api/nodetypes", "/api/executions", "/api/project"}
	for _, x := range list.List {
		paths = append(paths, "/api/execution?id="+x.ID)
	}
	var s state
	b.get("/api/state", &s)
	for _, w := range s.Workflows {
		paths = append(paths, "/api/workflow?key="+w.Key, "/api/document?key="+w.Key, "/api/requests?key="+w.Key)
	}
	for _, path := range paths {
		if _, text := b.call("GET", path, ""); strings.Contains(text, "canary") || strings.Contains(text, "eyJ") || strings.Contains(text, "$2a$") {
			t.Errorf("%s tells %s", path, text)
		}
	}
	if len(list.List) != 4 || len(paths) < 10 {
		t.Errorf("only %v were searched", paths)
	}
}

// plant changes what is in the server's database.
func (b *bench) plant(statement string) {
	b.t.Helper()
	db, err := sql.Open("sqlite", b.file)
	if err != nil {
		b.t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(b.t.Context(), statement); err != nil {
		b.t.Fatal(err)
	}
}

// TestRedirectsAreShown wants the answer that leads elsewhere shown, and nothing sent where it leads.
func TestRedirectsAreShown(t *testing.T) {
	reached := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	t.Cleanup(elsewhere.Close)
	leading := httptest.NewServer(http.RedirectHandler(elsewhere.URL+"/x", http.StatusTemporaryRedirect))
	t.Cleanup(leading.Close)
	dir := t.TempDir()
	write(t, filepath.Join(dir, "ping.flow.json"), string(schema.New("ping")))
	page := studio.New(studio.Config{Dir: dir, Base: leading.URL, Key: key, Now: time.Now})
	page.Check()
	a := serveAlone(t, page).send("GET /ping", nil)
	if a.Status != http.StatusTemporaryRedirect || a.Headers.Get("Location") != elsewhere.URL+"/x" || reached {
		t.Errorf("it answers %+v; it was followed: %v", a, reached)
	}
}

func fill(f *serve.Form, name string, value any) {
	for i := range f.Fields {
		if f.Fields[i].Name == name {
			f.Fields[i].Example = value
		}
	}
}

// TestNodeTypesComeFromTemplates wants nothing in cmd to name a node type: a new one shows without a line here.
func TestNodeTypesComeFromTemplates(t *testing.T) {
	var served []struct{ Type string }
	openAuth(t).get("/api/nodetypes", &served)
	if len(served) != len(all.Templates()) {
		t.Errorf("%d node types are served, want %d", len(served), len(all.Templates()))
	}
	var files []string
	for _, pattern := range []string{"*.go", "../serve/*.go", "../project/*.go", "web/src/*.*", "web/src/*/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, template := range all.Templates() {
			named := regexp.MustCompile(`["'` + "`" + `]` + template.Type + `["'` + "`" + `]`)
			if found := named.Find(text); found != nil && !strings.HasSuffix(path, "_test.go") && !ordinary[template.Type] {
				t.Errorf("%s names the node type %s", path, found)
			}
		}
	}
}

// ordinary are types that are words of ours, or packages of Go, too.
var ordinary = map[string]bool{"api": true, "call": true, "hash": true, "code": true, "set": true, "response": true}

// TestEvents wants the page told at once of what changes, over a call that carries the key.
func TestEvents(t *testing.T) {
	b := openAuth(t)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	r, _ := http.NewRequestWithContext(ctx, "GET", b.url+"/api/events", nil)
	r.Header.Set("Authorization", "Bearer "+key)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	next := func() string { lines.Scan(); return lines.Text() }
	if first := next(); !strings.Contains(first, "state") {
		t.Errorf("it begins with %q", first)
	}
	b.page.Check()
	if got := next(); got != `{"state":true}` {
		t.Errorf("after a change it says %q", got)
	}
	b.send("POST /signup", nil)
	if got := next(); !strings.Contains(got, `"executions":true`) {
		t.Errorf("after a request it says %q", got)
	}
}

// TestCurl wants a line that does what the form does, without what is kept.
func TestCurl(t *testing.T) {
	form := serve.Form{
		Method: "PUT", Path: "/notes/{id}", Headers: []serve.Pair{{Name: "Authorization", Value: "Bearer {{token}}"}},
		Fields: []serve.Blank{{Name: "id", In: "path", Example: "7"}, {Name: "q", In: "query", Example: "a b"}, {Name: "text", In: "body", Example: "it's"}},
	}
	want := `curl -sS 'http://127.0.0.1:1/notes/7?q=a+b' -X PUT -H 'Authorization: Bearer '"$TOKEN" -H 'Content-Type: application/json' -d '{"text":"it'\''s"}'`
	if got := form.Curl("http://127.0.0.1:1"); got != want {
		t.Errorf("it is %s\nwant  %s", got, want)
	}
}

// TestBrokenDocuments are shown with their text.
func TestBrokenDocuments(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "torn.flow.json"), `{"version": 1, "id": "`)
	write(t, filepath.Join(dir, "odd.flow.json"), fmt.Sprintf(odd, `<img src=x onerror=alert(1)>`))
	page := studio.New(studio.Config{Dir: dir, Key: key, Now: time.Now})
	page.Check()
	b := serveAlone(t, page)
	var s state
	b.get("/api/state", &s)
	if len(s.Workflows) != 2 || len(s.Problems) == 0 {
		t.Fatalf("the state is %+v", s)
	}
	var w struct {
		Broken bool
		Source string
		Notes  []struct{ Text string }
	}
	b.get("/api/workflow?key="+s.Workflows[1].Key, &w)
	if !w.Broken || !strings.HasPrefix(w.Source, `{"version": 1`) {
		t.Errorf("the torn one is %+v", w)
	}
	b.get("/api/workflow?key="+s.Workflows[0].Key, &w)
	if len(w.Notes) != 1 || w.Notes[0].Text != "<img src=x onerror=alert(1)>" {
		t.Errorf("the note is %+v", w.Notes)
	}
}

const odd = `{
  "version": 1,
  "id": "o4d6i2l7y3d5a4i6l7y2d3a5i4",
  "name": "odd",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/odd", "endpointPublic": true}},
    {"id": "ok", "type": "response", "data": {"responseStatus": 200}},
    {"id": "n", "type": "note", "position": {"x": 0, "y": 160}, "data": {"text": %q}}
  ],
  "edges": [{"source": "in", "target": "ok"}]
}`
