// Package outbox takes the calls of a program under development that would leave the machine, and keeps them for a
// person to read: an HTTP server whose address stands in the place of a variable's value.
//
// Only cmd/flowc and cmd/flowc/studio import it.
package outbox

import (
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// kept is how many calls are kept, in memory alone, and bodySize how much of each.
const (
	kept     = 100
	bodySize = 256 << 10
)

// Outbox is the calls that were caught, and the addresses at which it catches. It is safe for concurrent use.
type Outbox struct {
	server *http.Server
	base   string
	now    func() time.Time

	mu      sync.Mutex
	heard   func() // is called after each call; may be nil
	tokens  map[string]string
	answers map[string]Answer
	chosen  map[string]bool // what a person has said of a variable
	calls   []Call          // the newest first
	count   int
}

// Call is a request that was caught.
type Call struct {
	ID       int         `json:"id"`
	Variable string      `json:"variable"` // whose address it was sent to
	Method   string      `json:"method"`
	Path     string      `json:"path"` // behind the address, with the query
	At       time.Time   `json:"at"`
	Status   int         `json:"status"` // that it was answered with
	Headers  http.Header `json:"headers"`
	Body     string      `json:"body"`
	Cut      bool        `json:"cut"`  // Body is not all of it
	Mail     *Mail       `json:"mail"` // nil where it is none
}

// Answer is what calls to an address are answered with.
type Answer struct {
	Status int    `json:"status"`
	Body   string `json:"body"` // JSON
}

// Open listens on this machine alone.
func Open(now func() time.Time) (*Outbox, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("opening the outbox: %w", err)
	}
	o := &Outbox{
		base: "http://" + listener.Addr().String(), now: now,
		tokens: map[string]string{}, answers: map[string]Answer{}, chosen: map[string]bool{},
	}
	o.server = &http.Server{Handler: http.HandlerFunc(o.serve), ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = o.server.Serve(listener) }() // until Close
	return o, nil
}

// Close takes no more calls.
func (o *Outbox) Close() error { return o.server.Close() }

// OnCall has heard called after each call.
func (o *Outbox) OnCall(heard func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.heard = heard
}

// Address returns the address that stands in the place of a variable's value, always the same one.
func (o *Outbox) Address(variable string) string {
	o.mu.Lock()
	defer o.mu.Unlock()
	for token, name := range o.tokens {
		if name == variable {
			return o.base + "/" + token
		}
	}
	token := rand.Text()
	o.tokens[token] = variable
	return o.base + "/" + token
}

// Choose has the calls to a variable's address caught, or go where its value says.
func (o *Outbox) Choose(variable string, caught bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.chosen[variable] = caught
}

// mails is the variable that is caught where it is not set, so that no starter ends at its first mail.
const mails = "MAIL_URL"

// Catches reports whether the calls to a variable's address are to be caught.
func (o *Outbox) Catches(variable string, set bool) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if chosen, ok := o.chosen[variable]; ok {
		return chosen
	}
	return variable == mails && !set
}

// Answer has calls to a variable's address answered so from now on.
func (o *Outbox) Answer(variable string, a Answer) error {
	if a.Status < 200 || a.Status > 599 {
		return errors.New("a status is a number from 200 to 599")
	}
	if !json.Valid([]byte(a.Body)) {
		return errors.New("the body must be JSON")
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.answers[variable] = a
	return nil
}

// usual is what a call is answered with where nothing else was said.
var usual = Answer{http.StatusAccepted, "{}"}

// AnswerOf returns what calls to a variable's address are answered with.
func (o *Outbox) AnswerOf(variable string) Answer {
	o.mu.Lock()
	defer o.mu.Unlock()
	if a, ok := o.answers[variable]; ok {
		return a
	}
	return usual
}

// Calls returns what was caught, the newest first.
func (o *Outbox) Calls() []Call {
	o.mu.Lock()
	defer o.mu.Unlock()
	return slices.Clone(o.calls)
}

// Clear forgets all calls.
func (o *Outbox) Clear() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.calls = nil
}

func (o *Outbox) serve(w http.ResponseWriter, r *http.Request) {
	token, rest, _ := strings.Cut(strings.TrimPrefix(r.URL.EscapedPath(), "/"), "/")
	o.mu.Lock()
	variable, ok := o.tokens[token]
	o.mu.Unlock()
	if !ok {
		http.NotFound(w, r)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, bodySize+1))
	if err != nil {
		return // the program has ended
	}
	answer := o.AnswerOf(variable)
	call := Call{
		Variable: variable, Method: r.Method, Path: "/" + rest, At: o.now(), Status: answer.Status,
		Headers: maps.Clone(r.Header), Body: string(body), Cut: len(body) > bodySize, Mail: mailOf(body),
	}
	if r.URL.RawQuery != "" {
		call.Path += "?" + r.URL.RawQuery
	}
	if call.Cut {
		call.Body = strings.ToValidUTF8(string(body[:bodySize]), "")
	}
	o.keep(call)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(answer.Status)
	_, _ = io.WriteString(w, answer.Body)
}

// keep keeps a call, and drops the oldest one where there are too many.
func (o *Outbox) keep(c Call) {
	o.mu.Lock()
	o.count++
	c.ID = o.count
	o.calls = slices.Insert(o.calls, 0, c)
	o.calls = o.calls[:min(len(o.calls), kept)]
	heard := o.heard
	o.mu.Unlock()
	if heard != nil {
		heard()
	}
}
