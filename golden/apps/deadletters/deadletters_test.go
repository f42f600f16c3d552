package main

import (
	"net/http"
	"strings"
	"testing"
)

const none = `{"letters":[]}`

func TestPassedOn(t *testing.T) {
	p := newProject(t, http.StatusNoContent)
	p.deliver("msg_1", `{"paid":true,"amount":12}`)
	if got := p.taken(); got != `{"paid":true,"amount":12}` {
		t.Errorf("the target took %s", got)
	}
	url, _ := p.start()
	want(t, "GET", url+"/letters", http.StatusOK, none)
	want(t, "GET", url+"/letters/msg_1", http.StatusOK, `"body":{"paid":true,`)
	want(t, "POST", url+"/letters/msg_1/replay", http.StatusNotFound, "no such letter")
}

// A letter that the target does not take outlives the server, and is passed on when somebody asks for it.
func TestDeadLetterAndReplay(t *testing.T) {
	p := newProject(t, http.StatusForbidden)
	p.deliver("msg_1", `{"paid":true}`)
	if got := p.calls.Load(); got != 1 { // what is forbidden is so the next time
		t.Errorf("the target was called %d times", got)
	}
	url, _ := p.start()
	want(t, "GET", url+"/letters", http.StatusOK, `"reason":"call`)
	want(t, "POST", url+"/letters/msg_1/replay", http.StatusBadGateway, "it could not be passed on")
	want(t, "GET", url+"/letters", http.StatusOK, `"id":"msg_1"`)

	p.status.Store(http.StatusNoContent)
	want(t, "POST", url+"/letters/msg_1/replay", http.StatusOK, `{"sent":"msg_1"}`)
	want(t, "POST", url+"/letters/msg_1/replay", http.StatusNotFound, "no such letter")
	want(t, "GET", url+"/letters", http.StatusOK, none)
	if got := p.taken(); got != `{"paid":true}` {
		t.Errorf("the target took %s", got)
	}
}

// A target that is down for a while is tried three times.
func TestTriedThreeTimes(t *testing.T) {
	p := newProject(t, http.StatusServiceUnavailable)
	p.deliver("msg_1", `{"paid":true}`)
	if got := p.calls.Load(); got != 3 {
		t.Errorf("the target was called %d times", got)
	}
	url, _ := p.start()
	want(t, "GET", url+"/letters", http.StatusOK, `"reason":"call`)
}

// A delivery that comes again is neither kept nor passed on twice.
func TestDeliveredTwice(t *testing.T) {
	p := newProject(t, http.StatusNoContent)
	p.deliver("msg_1", `{"paid":true}`)
	url, _ := p.start()
	if status, text := send(t, "POST", url+address, `{"paid":true}`, signed("msg_1", `{"paid":true}`)); status != http.StatusOK {
		t.Errorf("the second delivery is answered %d %s", status, text)
	}
	if got := p.taken(); got != `{"paid":true}` {
		t.Errorf("the target took %s", got)
	}
}

func TestDiscard(t *testing.T) {
	p := newProject(t, http.StatusForbidden)
	p.deliver("msg_1", `{"paid":true}`)
	url, _ := p.start()
	want(t, "DELETE", url+"/letters/msg_1", http.StatusNoContent, "")
	want(t, "DELETE", url+"/letters/msg_1", http.StatusNotFound, "no such letter")
	want(t, "GET", url+"/letters", http.StatusOK, none)
}

// What is signed with another key is kept nowhere, and nobody without a key sees a letter.
func TestStrangers(t *testing.T) {
	p := newProject(t, http.StatusNoContent)
	url, _ := p.start()
	forged := signed("msg_1", `{"paid":false}`)
	if status, text := send(t, "POST", url+address, `{"paid":true}`, forged); status != http.StatusUnauthorized {
		t.Errorf("a forged delivery is answered %d %s", status, text)
	}
	want(t, "GET", url+"/letters", http.StatusOK, none)
	for _, request := range []string{"GET /letters", "GET /letters/msg_1", "POST /letters/msg_1/replay", "DELETE /letters/msg_1"} {
		method, path, _ := strings.Cut(request, " ")
		if status, text := send(t, method, url+path, "", http.Header{}); status != http.StatusUnauthorized {
			t.Errorf("%s without a key is answered %d %s", request, status, text)
		}
	}
}
