//go:build unix

package studio_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/harness"
	"github.com/flowc-dev/flowc/schema"
)

// clone is a copy of this repository, as git has it, in which the command of the README runs; and its page.
type clone struct {
	*tab
	dir   string // of the app
	flows string // of its workflows
}

// openClone runs go run ./cmd/flowc studio on an app in a clone, where Node.js is a program that leaves a trace, and
// opens the address that it prints.
func openClone(t *testing.T, app string, env ...string) *clone {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the command")
	}
	home := filepath.Join(t.TempDir(), "flowc")
	copyTracked(t, "../../..", home)
	trace, path := withoutNode(t)
	cmd := exec.Command("go", "run", "./cmd/flowc", "studio", "./golden/apps/"+app)
	cmd.Dir = home
	// What is compiled without its path is compiled once for all clones.
	goFlags := strings.TrimSpace(os.Getenv("GOFLAGS") + " -trimpath")
	cmd.Env = append(os.Environ(), append(env, "PATH="+path, "LISTEN=127.0.0.1:0", "GOFLAGS="+goFlags, "GOCACHE="+goEnv(t, "GOCACHE"), "XDG_CACHE_HOME="+t.TempDir())...)
	address := started(t, cmd)
	c := &clone{openTab(t, address), filepath.Join(home, "golden", "apps", app), filepath.Join(home, "golden", "apps", app, "flows")}
	t.Cleanup(func() {
		if text, err := os.ReadFile(trace); err == nil {
			t.Errorf("it has called %s", text)
		}
	})
	c.serves()
	return c
}

// copyTracked copies what git tracks, or would.
func copyTracked(t *testing.T, from, to string) {
	t.Helper()
	harness.Needs(t, "git")
	list := exec.CommandContext(t.Context(), "git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	list.Dir = from
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		text, err := os.ReadFile(filepath.Join(from, file))
		if os.IsNotExist(err) {
			continue // deleted, and not committed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(filepath.Join(to, file)), 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(to, file), string(text))
	}
}

// withoutNode is a PATH on which what Node.js brings writes its name into a file, and fails.
func withoutNode(t *testing.T) (trace, path string) {
	t.Helper()
	dir := t.TempDir()
	trace = filepath.Join(dir, "called")
	for _, name := range []string{"node", "npm", "npx"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho "+name+" >>'"+trace+"'\nexit 1\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return trace, dir + string(os.PathListSeparator) + os.Getenv("PATH")
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", name).Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// started starts studio, returns the address that it prints, and stops it when the test has ended, as Ctrl-C does.
func started(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stdout, cmd.Stderr = w, w
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close() // the process has it now
	address, ended := make(chan string, 1), make(chan string, 1)
	go func() {
		var all []string
		for s := bufio.NewScanner(r); s.Scan(); {
			all = append(all, s.Text())
			if _, found, ok := strings.Cut(s.Text(), "Studio "); ok {
				address <- found
			}
		}
		ended <- strings.Join(all, "\n")
	}()
	t.Cleanup(func() {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGINT) // it may have ended
		slow := time.AfterFunc(time.Minute, func() { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) })
		_ = cmd.Wait() // go run ends by the signal
		if !slow.Stop() {
			t.Error("it does not stop")
		}
		if said := <-ended; t.Failed() {
			t.Log(said)
		}
	})
	select {
	case found := <-address:
		return found
	case said := <-ended:
		ended <- said
		t.Fatal("it ended before it printed an address")
	case <-time.After(5 * time.Minute): // all is compiled first
		t.Fatal("it prints no address")
	}
	return ""
}

// serves waits until the server runs what is in the files.
func (c *clone) serves(routes ...string) {
	c.t.Helper()
	c.click("document.querySelector('.brand')")
	for _, route := range routes {
		c.waitFor(5*time.Minute, holding("button.route", route))
	}
	c.waitFor(5*time.Minute, "document.querySelector('.running')?.innerText === '● running'")
}

// calls sends the request of a route, with some of its fields filled in, and wants an answer that holds a text.
func (c *clone) calls(route, want string, fields map[string]string) {
	c.t.Helper()
	c.click("document.querySelector('.brand')")
	c.click(holding("button.route", route))
	c.wait("document.querySelector('.card')")
	c.click(holding("[role=tab]", "Run"))
	for name, value := range fields {
		c.rewrite("[...document.querySelectorAll('form .field')].find(e => e.innerText.startsWith('"+name+"')).querySelector('input')", value)
	}
	c.waitFor(5*time.Minute, "[...document.querySelectorAll('button')].some(e => e.innerText === 'Send' && !e.disabled)")
	c.click(holding("button", "Send"))
	c.wait("document.querySelector('.answer')")
	if said := is[string](c.tab, "document.querySelector('.answer').innerText"); !strings.Contains(said, want) {
		c.picture("answered")
		c.t.Fatalf("%s answers %s; want %s", route, said, want)
	}
}

// wantByHand wants a document as written by hand: in the form that flowc fmt gives, and nothing empty in
// it.
func (c *clone) wantByHand(name string) {
	c.t.Helper()
	text := read(c.t, filepath.Join(c.flows, name+".flow.json"))
	if formatted, err := schema.Format([]byte(text)); err != nil || string(formatted) != text {
		c.t.Errorf("%s is not formatted (%v): %s", name, err, text)
	}
	for _, empty := range []string{`": ""`, `": []`, "null"} {
		if strings.Contains(text, empty) {
			c.t.Errorf("%s holds %s: %s", name, empty, text)
		}
	}
}

// letters are what a service was sent, as JSON.
func letters(t *testing.T) (url string, sent <-chan map[string]string) {
	t.Helper()
	list := make(chan map[string]string, 10)
	service := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		var letter map[string]string
		if err := json.NewDecoder(r.Body).Decode(&letter); err != nil {
			t.Error(err)
		}
		list <- letter
	}))
	t.Cleanup(service.Close)
	return service.URL, list
}

func next(t *testing.T, sent <-chan map[string]string) map[string]string {
	t.Helper()
	select {
	case letter := <-sent:
		return letter
	case <-time.After(time.Minute):
		t.Fatal("nothing is sent")
		return nil
	}
}

// TestAClone does in a clone what the README says, with Go alone: signs up and logs in from the page; and draws, as
// a person with nothing but the page, a list that only a logged-in user sees, and both halves of a password's reset,
// all of which run.
func TestAClone(t *testing.T) {
	t.Parallel()
	url, sent := letters(t)
	c := openClone(t, "auth", "MAIL_URL="+url, "STORAGE_URL=memory:")
	c.wait(holding("table", "/signup"))
	for _, email := range []string{"ada@example.com", "bob@example.com", "eve@example.com"} {
		c.calls("/signup", "201 Created", map[string]string{"email": email, "password": "correct horse battery"})
	}
	c.calls("/login", "200 OK", map[string]string{"email": "ada@example.com", "password": "correct horse battery"})
	c.wait("document.querySelectorAll('.card.lit').length === 5")

	c.drawList()
	c.serves("/people")
	c.calls("/people", "bob@example.com", map[string]string{"after": "0"})
	c.calls("/people", "eve@example.com", map[string]string{"after": "2"})

	c.drawReset()
	c.serves("/forgot", "/reset")
	c.calls("/forgot", "202 Accepted", map[string]string{"email": "ada@example.com"})
	letter := next(t, sent)
	if letter["to"] != "ada@example.com" || len(letter["token"]) < 32 {
		t.Fatalf("mailed is %v", letter)
	}
	c.calls("/reset", "204 No Content", map[string]string{"token": letter["token"], "password": "another horse battery"})
	c.calls("/reset", "401 Unauthorized", map[string]string{"token": letter["token"], "password": "a third horse battery"})
	c.calls("/login", "401 Unauthorized", map[string]string{"email": "ada@example.com", "password": "correct horse battery"})
	c.calls("/login", "200 OK", map[string]string{"email": "ada@example.com", "password": "another horse battery"})
	for _, name := range []string{"people", "forgot", "reset"} {
		c.wantByHand(name)
	}
}

// TestAHookIsDrawn draws, as a person with nothing but the page, a webhook that verifies its sender, stores what it
// was sent and notifies, and sends to it what its sender does.
func TestAHookIsDrawn(t *testing.T) {
	t.Parallel()
	url, sent := letters(t)
	c := openClone(t, "webhooks", "PUBLIC_CHAT_URL="+url, "STORAGE_URL=memory:", "GITHUB_WEBHOOK_SECRET="+strings.Repeat("g", 32), "STRIPE_WEBHOOK_SECRET=whsec_"+strings.Repeat("s", 32))
	c.drawHook()
	c.serves()
	route := "/webhooks/" + idOf(t, filepath.Join(c.flows, "deployed.flow.json"))
	c.serves(route)
	c.calls(route, "202 Accepted", map[string]string{"delivery": "d1", "state": "fine"})
	if letter := next(t, sent); letter["text"] != "d1 is fine" {
		t.Errorf("notified of %v", letter)
	}
	c.wantByHand("deployed")
}

// idOf is the id of a document.
func idOf(t *testing.T, file string) string {
	t.Helper()
	var doc struct{ ID string }
	if err := json.Unmarshal([]byte(read(t, file)), &doc); err != nil {
		t.Fatal(err)
	}
	return doc.ID
}
