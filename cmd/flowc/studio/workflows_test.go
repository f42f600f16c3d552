package studio_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/cmd/flowc/studio"
	"github.com/flowc-dev/flowc/schema"
)

type done struct{ Key, Says string }

// TestWorkflowsBeginAndEnd makes, copies, renames and deletes workflows: their files are where a command would have
// them.
func TestWorkflowsBeginAndEnd(t *testing.T) {
	b, dir := shop(t)
	home := strings.TrimSuffix(b.only(), "/ping")
	var d done
	if status := b.put("POST", "/api/workflows", object{"do": "new", "folder": home, "name": "Sign up"}, &d); status != 200 || d.Key != home+"/sign-up" {
		t.Fatalf("new: status %d, %+v", status, d)
	}
	text := read(t, filepath.Join(dir, "sign-up.flow.json"))
	if formatted, err := schema.Format([]byte(text)); err != nil || string(formatted) != text || !strings.Contains(text, `"name": "Sign up"`) {
		t.Errorf("it is %s", text)
	}
	if status := b.put("POST", "/api/workflows", object{"do": "new", "folder": home, "name": "hook", "type": "webhook"}, &d); status != 200 || !strings.Contains(d.Says, "webhook URL") {
		t.Fatalf("a webhook: status %d, %+v", status, d)
	}
	first := d.Says
	if status := b.put("POST", "/api/workflows", object{"do": "duplicate", "key": d.Key, "name": "hook two"}, &d); status != 200 || d.Key != home+"/hook-two" ||
		!strings.Contains(d.Says, "webhook URL") || d.Says == first {
		t.Errorf("a copy: status %d, %+v", status, d)
	}
	var doc opened
	b.get("/api/document?key="+home+"/sign-up", &doc)
	if status := b.put("POST", "/api/workflows", object{"do": "rename", "key": doc.Key, "name": "join", "base": "old"}, nil); status != 409 {
		t.Errorf("renaming what has changed: status %d", status)
	}
	if status := b.put("POST", "/api/workflows", object{"do": "rename", "key": doc.Key, "name": "join", "base": doc.Revision}, &d); status != 200 || d.Key != home+"/join" {
		t.Errorf("renaming: status %d, %+v", status, d)
	}
	b.get("/api/document?key="+home+"/join", &doc)
	if status := b.put("POST", "/api/workflows", object{"do": "delete", "key": doc.Key, "base": "old"}, nil); status != 409 {
		t.Errorf("deleting what has changed: status %d", status)
	}
	if status := b.put("POST", "/api/workflows", object{"do": "delete", "key": doc.Key, "base": doc.Revision}, nil); status != 200 {
		t.Errorf("deleting: status %d", status)
	}
	entries, _ := filepath.Glob(filepath.Join(dir, "*"))
	var names []string
	for _, e := range entries {
		names = append(names, filepath.Base(e))
	}
	if want := []string{"hook-two.flow.json", "hook.flow.json", "ping.flow.json"}; !slices.Equal(names, want) {
		t.Errorf("there are %q, want %q", names, want)
	}
}

// TestNamesThatCantBe refuses names of workflows that lint or Go would, and writes over none.
func TestNamesThatCantBe(t *testing.T) {
	b, dir := shop(t)
	home := strings.TrimSuffix(b.only(), "/ping")
	for _, name := range []string{"", "2nd", "flows", `a"b`, "../x", "x/y", "func", "ping", "Ping", ".x", "é", strings.Repeat("x", 5000)} {
		for _, what := range []object{{"do": "new", "folder": home}, {"do": "duplicate", "key": home + "/ping"}} {
			what["name"] = name
			if status := b.put("POST", "/api/workflows", what, nil); status != 422 {
				t.Errorf("%v %.20q: status %d", what["do"], name, status)
			}
		}
	}
	for _, folder := range []string{"", "..", "/", filepath.Dir(dir), home + "/..", home + "/other"} {
		if status := b.put("POST", "/api/workflows", object{"do": "new", "folder": folder, "name": "fine"}, nil); status < 400 {
			t.Errorf("in %q: status %d", folder, status)
		}
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("there are %v", entries)
	}
}

// TestProjectTellsNoValues wants the names of variables, whether they are set and who reads them; never a value, nor
// what else this machine's environment holds.
func TestProjectTellsNoValues(t *testing.T) {
	t.Setenv("JWT_SECRET", secret)
	t.Setenv("UNRELATED_THING", "canary")
	b := openAuth(t)
	var v struct {
		Folders []struct {
			Dir    string
			Tables []struct {
				Name    string
				Columns []struct {
					Name   string
					Labels []string
				}
			}
		}
		Env []struct {
			Name, From string
			Set        bool
			Uses       []struct{ Node string }
		}
		Entries []string
	}
	b.get("/api/project", &v)
	if _, text := b.call("GET", "/api/project", ""); strings.Contains(text, "canary") || strings.Contains(text, "UNRELATED") {
		t.Errorf("it tells %s", text)
	}
	i := slices.IndexFunc(v.Env, func(e struct {
		Name, From string
		Set        bool
		Uses       []struct{ Node string }
	}) bool {
		return e.Name == "JWT_SECRET"
	})
	if i < 0 || !v.Env[i].Set || len(v.Env[i].Uses) == 0 {
		t.Errorf("the variables are %+v", v.Env)
	}
	if len(v.Folders) != 1 || len(v.Folders[0].Tables) == 0 || len(v.Entries) < 2 {
		t.Errorf("the project is %+v", v)
	}
}

// TestAFailedBuildIsShownAtItsNode maps what the Go compiler says to the workflow and the node.
func TestAFailedBuildIsShownAtItsNode(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "shop")
	flows := filepath.Join(dir, "flows")
	if err := os.CopyFS(flows, os.DirFS("../../../golden/apps/auth/flows")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ".env.example"), "")
	line := 1 + strings.Count(strings.SplitAfter(read(t, filepath.Join(flows, "login.flow.go")), `x.Enter("check")`)[0], "\n")
	var terminal strings.Builder
	build := studio.NewBuild(&terminal)
	page := studio.New(studio.Config{Dir: dir, Key: key, Now: time.Now, Build: build})
	page.Happened(serve.Changed)
	said := fmt.Sprintf("flows/login.flow.json:3:4: error FC204: no line of Go\n# shop/flows\nflows/login.flow.go:%d:9: undefined: price\n./main.go:7:2: declared and not used: x\n", line)
	if _, err := build.Write([]byte(said)); err != nil || terminal.String() != said {
		t.Errorf("the terminal has %q (%v)", terminal.String(), err)
	}
	page.Happened(serve.Refused)
	b := serveAlone(t, page)
	var s state
	b.get("/api/state", &s)
	if len(s.Problems) != 2 || s.Problems[0].Message != "undefined: price" || !strings.HasSuffix(s.Problems[0].Workflow, "flows/login") || s.Problems[0].Node != "check" || s.Problems[1].File != "main.go" {
		t.Errorf("the build says %+v", s.Problems)
	}
	page.Happened(serve.Changed)
	if b.get("/api/state", &s); len(s.Problems) != 0 {
		t.Errorf("after a change it says %+v", s.Problems)
	}
}

// TestAFolderBelowWhereStudioIsStarted is opened by its whole path: what is made there is in it.
func TestAFolderBelowWhereStudioIsStarted(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(filepath.Dir(dir))
	write(t, filepath.Join(dir, "ping.flow.json"), string(schema.New("ping")))
	b := looked(t, dir)
	home := strings.TrimSuffix(b.only(), "/ping")
	if status := b.put("POST", "/api/workflows", object{"do": "new", "folder": home, "name": "pong"}, nil); status != 200 {
		t.Fatalf("status %d", status)
	}
	if text := read(t, filepath.Join(dir, "pong.flow.json")); !strings.Contains(text, `"name": "pong"`) {
		t.Errorf("it is %s", text)
	}
}
