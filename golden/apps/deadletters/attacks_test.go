package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A letter that many ask for at once is passed on once.
func TestReplayedAtOnce(t *testing.T) {
	p := newProject(t, http.StatusForbidden)
	p.deliver("msg_1", `{"paid":true}`)
	url, end := p.start()
	p.status.Store(http.StatusNoContent)
	statuses := make([]int, 32)
	var all sync.WaitGroup
	for i := range statuses {
		all.Go(func() {
			statuses[i], _ = send(t, "POST", url+"/letters/msg_1/replay", "", http.Header{"X-Api-Key": {adasKey}})
		})
	}
	all.Wait()
	end()
	passed := 0
	for _, status := range statuses {
		switch status {
		case http.StatusOK:
			passed++
		case http.StatusConflict, http.StatusNotFound: // it is being passed on, or it was
		default:
			t.Errorf("a replay is answered %d", status)
		}
	}
	if got := p.taken(); passed != 1 || got != `{"paid":true}` {
		t.Errorf("%d replays are answered with 200, and the target took %s", passed, got)
	}
}

// A delivery that comes many times at once is passed on once, and so is one that somebody asks for meanwhile.
func TestDeliveredAtOnce(t *testing.T) {
	p := newProject(t, http.StatusNoContent)
	url, end := p.start()
	headers := signed("msg_1", `{"paid":true}`)
	var all sync.WaitGroup
	for i := range 32 {
		all.Go(func() {
			if i%2 == 0 {
				send(t, "POST", url+"/letters/msg_1/replay", "", http.Header{"X-Api-Key": {adasKey}})
				return
			}
			if status, text := send(t, "POST", url+address, `{"paid":true}`, headers); status >= 500 || status == http.StatusUnauthorized {
				t.Errorf("a delivery is answered %d %s", status, text)
			}
		})
	}
	all.Wait()
	end()
	if got := p.taken(); got != `{"paid":true}` {
		t.Errorf("the target took %s", got)
	}
}

// signedAt are the headers of a delivery that was signed at another time.
func signedAt(id, body string, at time.Time) http.Header {
	stamp := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(signingKey))
	mac.Write([]byte(id + "." + stamp + "." + body))
	return http.Header{
		"Webhook-Id": {id}, "Webhook-Timestamp": {stamp}, "Webhook-Signature": {"v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))},
	}
}

// with is a header with another value of a field; without it where that is "".
func with(h http.Header, name, value string) http.Header {
	h = h.Clone()
	h.Del(name)
	if value != "" {
		h.Set(name, value)
	}
	return h
}

// What senders bring that is not theirs, is old, or can't be read is refused, kept nowhere and passed on to nobody.
func TestWhatSendersBring(t *testing.T) {
	p := newProject(t, http.StatusNoContent)
	url, end := p.start()
	const paid = `{"paid":true}`
	good := signed("msg_1", paid)
	signature := good.Get("Webhook-Signature")
	for name, r := range map[string]struct {
		body   string
		header http.Header
		status int
	}{
		"no headers":                   {paid, http.Header{}, 401},
		"another id":                   {paid, with(good, "Webhook-Id", "msg_2"), 401},
		"no id":                        {paid, with(good, "Webhook-Id", ""), 401},
		"another body":                 {`{"paid":false}`, good, 401},
		"a body that goes on":          {paid + " ", good, 401},
		"a part of the signature":      {paid, with(good, "Webhook-Signature", signature[:20]), 401},
		"a signature of another kind":  {paid, with(good, "Webhook-Signature", "v1a"+signature[2:]), 401},
		"an empty signature":           {paid, with(good, "Webhook-Signature", "v1,"), 401},
		"very many signatures":         {paid, with(good, "Webhook-Signature", strings.Repeat("v1,AAAA ", 5000)), 401},
		"of ten minutes ago":           {paid, signedAt("msg_1", paid, time.Now().Add(-10*time.Minute)), 401},
		"of ten minutes from now":      {paid, signedAt("msg_1", paid, time.Now().Add(10*time.Minute)), 401},
		"two members of one name":      {`{"paid":false,"paid":true}`, signed("msg_1", `{"paid":false,"paid":true}`), 400},
		"too deep":                     {strings.Repeat("[", 5000), signed("msg_1", strings.Repeat("[", 5000)), 400},
		"not UTF-8":                    {"{\"paid\":\"\xff\"}", signed("msg_1", "{\"paid\":\"\xff\"}"), 400},
		"nothing":                      {"", signed("msg_1", ""), 400},
		"six megabytes, signed or not": {strings.Repeat("1", 6<<20), signed("msg_1", strings.Repeat("1", 6<<20)), 413},
	} {
		if status, text := send(t, "POST", url+address, r.body, r.header); status != r.status {
			t.Errorf("%s: answered %d %s, want %d", name, status, text, r.status)
		}
	}
	want(t, "GET", url+"/letters", http.StatusOK, none)
	if status, text := send(t, "POST", url+address, paid, good); status != http.StatusAccepted {
		t.Errorf("what was signed is answered %d %s after that", status, text)
	}
	end()
	if got := p.taken(); got != paid {
		t.Errorf("the target took %s", got)
	}
}
