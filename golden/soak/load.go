package main

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/cookiejar"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// load is what callers do, and how they were answered.
type load struct {
	urls     map[string]string
	answered atomic.Int64
	number   atomic.Int64 // makes deliveries and callers differ

	mu       sync.Mutex
	statuses map[string]int64 // "auth 401" -> how often
}

func newLoad(urls map[string]string) *load { return &load{urls: urls, statuses: map[string]int64{}} }

// run has callers call until ctx ends.
func (l *load) run(ctx context.Context, callers int) {
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			for ctx.Err() == nil {
				l.visit(ctx)
			}
		})
	}
	wg.Wait()
}

// visit is one caller, who leaves after a while: connections and sessions come and go.
func (l *load) visit(ctx context.Context) {
	jar, _ := cookiejar.New(nil) // fails with wrong options only, and there are none
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	c := &caller{load: l, ctx: ctx, client: &http.Client{Transport: transport, Jar: jar, Timeout: 30 * time.Second}}
	c.name = fmt.Sprintf("caller-%d", l.number.Add(1)%500)
	habits := []func(){c.member, c.guest, c.quote, c.push, c.order, c.broken, c.impatient}
	for i := 0; i < 20 && ctx.Err() == nil; i++ {
		habits[rand.IntN(len(habits))]()
	}
}

// caller is a client of all projects.
type caller struct {
	*load
	ctx    context.Context
	client *http.Client
	name   string
}

// member signs up, unless that was before, logs in, and comes with the token.
func (c *caller) member() {
	c.send("auth", "POST", "/signup", c.credentials("a password of this caller"))
	answer := c.send("auth", "POST", "/login", c.credentials("a password of this caller"))
	_, rest, _ := strings.Cut(answer, `"token":"`)
	token, _, _ := strings.Cut(rest, `"`)
	c.send("auth", "GET", "/me", "", "Authorization", "Bearer "+token)
	c.send("auth", "GET", "/me", "", "Authorization", "Bearer "+token+"x")
}

func (c *caller) credentials(password string) string {
	return fmt.Sprintf(`{"email": "%s@example.com", "password": %q, "name": %q}`, c.name, password, c.name)
}

// guest has a session, and now and then a wrong password.
func (c *caller) guest() {
	c.send("sessions", "POST", "/signup", c.credentials("another password"))
	c.send("sessions", "POST", "/login", c.credentials("a wrong password"))
	c.send("sessions", "POST", "/login", c.credentials("another password"))
	c.send("sessions", "GET", "/me", "")
	c.send("sessions", "POST", "/logout", "")
	c.send("sessions", "GET", "/me", "")
}

func (c *caller) quote() { c.send("ratelimit", "GET", "/quote", "") }

// push delivers what GitHub would, half of it for the second time.
func (c *caller) push() {
	delivery := fmt.Sprint(c.number.Add(1))
	body := `{"ref": "refs/heads/main", "repository": {"full_name": "octo/spoon"}, "commits": [{"id": "` + delivery + `"}]}`
	mac := hmac.New(sha256.New, []byte(githubSecret))
	mac.Write([]byte(body))
	for range 2 {
		c.send("webhooks", "POST", "/webhooks/"+githubID, body, "X-GitHub-Event", "push", "X-GitHub-Delivery", delivery,
			"X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac.Sum(nil)))
	}
}

func (c *caller) order() { c.send("notify", "POST", "/orders", `{"item": "lamp", "quantity": 2}`) }

// broken sends what is no JSON, too much, and to where nothing is.
func (c *caller) broken() {
	c.send("auth", "POST", "/login", `{"email": "`)
	c.send("auth", "POST", "/login", `{"email": "`+strings.Repeat("x", 2<<20)+`"}`)
	c.send("auth", "GET", "/nowhere", "")
}

// impatient leaves before the answer.
func (c *caller) impatient() {
	ctx, cancel := context.WithTimeout(c.ctx, time.Millisecond)
	defer cancel()
	patient := c.ctx
	c.ctx = ctx
	c.send("sessions", "POST", "/login", c.credentials("another password"))
	c.ctx = patient
}

// send sends a request, counts how it is answered, and returns the body.
func (c *caller) send(project, method, path, body string, headers ...string) string {
	r, err := http.NewRequestWithContext(c.ctx, method, c.urls[project]+path, strings.NewReader(body))
	if err != nil {
		return ""
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := c.client.Do(r)
	if err != nil {
		c.count(project + " gave up")
		return ""
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body) // an answer that is cut off is none to look at
	c.count(fmt.Sprint(project, " ", answer.StatusCode))
	return string(text)
}

func (l *load) count(what string) {
	l.answered.Add(1)
	l.mu.Lock()
	l.statuses[what]++
	l.mu.Unlock()
}

// print writes how often each project answered how.
func (l *load) print(w io.Writer) {
	for _, what := range slices.Sorted(maps.Keys(l.statuses)) {
		fmt.Fprintf(w, "%10d  %s\n", l.statuses[what], what)
	}
}
