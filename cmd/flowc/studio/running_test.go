package studio_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/cmd/flowc/studio"
	"github.com/flowc-dev/flowc/schema"
)

// built is a Studio beside which a server is built again after each change, and asks it without a network.
type built struct {
	t    *testing.T
	page *studio.Studio
	doc  opened
}

func openBuilt(t *testing.T) built {
	t.Helper()
	dir := t.TempDir()
	write(t, filepath.Join(dir, "ping.flow.json"), string(schema.New("ping")))
	// Where requests go nobody listens: what is sent is answered at once.
	page := studio.New(studio.Config{Dir: dir, Base: "http://127.0.0.1:1", Key: key, Now: time.Now, Build: studio.NewBuild(io.Discard)})
	b := built{t: t, page: page}
	b.happen(serve.Changed, serve.Serving)
	b.ask("GET", "/api/document?key="+b.state().Workflows[0].Key, nil, &b.doc)
	return b
}

func (b built) happen(list ...serve.Happening) {
	for _, what := range list {
		b.page.Happened(what)
	}
}

func (b built) ask(method, path string, body, into any) {
	b.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		b.t.Fatal(err)
	}
	r := httptest.NewRequest(method, path, strings.NewReader(string(text)))
	r.Host = "127.0.0.1"
	r.Header.Set("Authorization", "Bearer "+key)
	w := httptest.NewRecorder()
	b.page.ServeHTTP(w, r)
	if w.Code != http.StatusOK || json.Unmarshal(w.Body.Bytes(), into) != nil {
		b.t.Errorf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
}

type builtState struct {
	Workflows []struct{ Key string }
	Routes    []struct {
		Workflow, Entry string
		Form            serve.Form
	}
	Running struct{ Serving, Stale, Building bool }
}

func (b built) state() builtState {
	b.t.Helper()
	var s builtState
	b.ask("GET", "/api/state", nil, &s)
	return s
}

// save writes the document with another status.
func (b *built) save(status string) {
	b.t.Helper()
	text := strings.Replace(b.doc.Text, `"responseStatus": 200`, `"responseStatus": `+status, 1)
	var s saved
	b.ask("PUT", "/api/document", object{"key": b.doc.Key, "text": text, "base": b.doc.Revision}, &s)
	b.doc.Revision = s.Revision
}

// send sends the request of the route, and returns a channel that is closed once it is sent.
func (b built) send() <-chan struct{} {
	b.t.Helper()
	r := b.state().Routes[0]
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		var a answered
		if b.ask("POST", "/api/send", object{"workflow": r.Workflow, "entry": r.Entry, "form": r.Form}, &a); a.Error == "" {
			b.t.Errorf("it is answered: %+v", a)
		}
	}()
	return sent
}

// wantHeld wants a request not to be sent yet, and the page to be told why.
func (b built) wantHeld(sent <-chan struct{}, when string) {
	b.t.Helper()
	synctest.Wait()
	select {
	case <-sent:
		b.t.Errorf("%s: it is sent to what ran before", when)
	default:
	}
	if s := b.state(); !s.Running.Building || !s.Running.Serving {
		b.t.Errorf("%s: the page is told %+v", when, s.Running)
	}
}

// TestSentToWhatWasSaved saves a document and sends a request at once: it waits for the server that has what was saved,
// or for the word that there will be none.
func TestSentToWhatWasSaved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := openBuilt(t)
		<-b.send() // nothing is built now
		b.save("201")
		sent := b.send()
		b.wantHeld(sent, "saved")
		b.happen(serve.Changed)
		b.wantHeld(sent, "being built")
		b.save("202")
		b.happen(serve.Serving)
		b.wantHeld(sent, "saved again while it was built")
		b.happen(serve.Changed)
		b.wantHeld(sent, "being built again")
		b.happen(serve.Serving)
		<-sent

		b.save("4010")
		sent = b.send()
		b.wantHeld(sent, "saved with a mistake")
		b.happen(serve.Changed, serve.Refused)
		<-sent
		if s := b.state(); s.Running.Building || !s.Running.Stale {
			t.Errorf("after a mistake the page is told %+v", s.Running)
		}
	})
}

// TestSentWhereNobodyWatches saves where nobody notices it: a request waits for a while, and not again.
func TestSentWhereNobodyWatches(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := openBuilt(t)
		b.save("201")
		began := time.Now()
		<-b.send()
		first := time.Since(began)
		<-b.send()
		if again := time.Since(began) - first; first == 0 || first > time.Minute || again != 0 {
			t.Errorf("it waits for %v, and then for %v", first, again)
		}
	})
}
