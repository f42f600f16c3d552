package main

import (
	"net/http"
	"testing"
	"time"
)

const docs = `{"code": "docs", "url": "https://docs.example.com/start?a=b#c"}`

func TestShortenAndFollow(t *testing.T) {
	url := start(t)
	ada, anybody := caller{url, adasKey}, caller{url, ""}
	made := ada.want(t, "POST", "/links", docs, http.StatusCreated, `{"code":"docs","url":"https://docs.example.com/start?a=b#c"}`)
	if got := made.Get("Location"); got != "/to/docs" {
		t.Errorf("Location is %q", got)
	}
	for range 2 {
		followed := anybody.want(t, "GET", "/to/docs", "", http.StatusFound, "")
		if got := followed.Get("Location"); got != "https://docs.example.com/start?a=b#c" {
			t.Errorf("leads to %q", got)
		}
	}
	anybody.want(t, "GET", "/to/nowhere", "", http.StatusNotFound, `{"error":"no such link"}`)
}

// A visit is counted once the answer is sent.
func TestVisitsAreCounted(t *testing.T) {
	url := start(t)
	ada := caller{url, adasKey}
	ada.want(t, "POST", "/links", docs, http.StatusCreated, `{"code":"docs","url":"https://docs.example.com/start?a=b#c"}`)
	ada.want(t, "GET", "/links", "", http.StatusOK, `{"links":[{"code":"docs","url":"https://docs.example.com/start?a=b#c","visits":0}]}`)
	caller{url, ""}.want(t, "GET", "/to/docs", "", http.StatusFound, "")
	const counted = `{"links":[{"code":"docs","url":"https://docs.example.com/start?a=b#c","visits":1}]}`
	for deadline := time.Now().Add(5 * time.Second); ada.list(t) != counted; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("listed %s, want %s", ada.list(t), counted)
		}
	}
}

func (c caller) list(t *testing.T) string {
	t.Helper()
	_, text := c.send(t, "GET", "/links", "")
	return text
}

func TestCodesAreTakenOnce(t *testing.T) {
	url := start(t)
	caller{url, adasKey}.want(t, "POST", "/links", docs, http.StatusCreated, `{"code":"docs","url":"https://docs.example.com/start?a=b#c"}`)
	caller{url, bobsKey}.want(t, "POST", "/links", docs, http.StatusConflict, `{"error":"this code is taken"}`)
}

// What is somebody else's is as if it were not there.
func TestLinksAreTheirMakers(t *testing.T) {
	url := start(t)
	ada, bob := caller{url, adasKey}, caller{url, bobsKey}
	ada.want(t, "POST", "/links", docs, http.StatusCreated, `{"code":"docs","url":"https://docs.example.com/start?a=b#c"}`)
	bob.want(t, "GET", "/links", "", http.StatusOK, `{"links":[]}`)
	bob.want(t, "DELETE", "/links/docs", "", http.StatusNotFound, `{"error":"no such link of yours"}`)
	ada.want(t, "DELETE", "/links/docs", "", http.StatusNoContent, "")
	ada.want(t, "DELETE", "/links/docs", "", http.StatusNotFound, `{"error":"no such link of yours"}`)
	ada.want(t, "GET", "/to/docs", "", http.StatusNotFound, `{"error":"no such link"}`)
}

func TestOnlyWebAddresses(t *testing.T) {
	ada := caller{start(t), adasKey}
	for _, address := range []string{"javascript:alert(1)", "ftp://example.com", "/links", ""} {
		ada.invalid(t, "POST", "/links", `{"code": "docs", "url": "`+address+`"}`, "url")
	}
	ada.invalid(t, "POST", "/links", `{"code": "a/b", "url": "https://example.com"}`, "code")
}

func TestKeysAreWanted(t *testing.T) {
	url := start(t)
	for credential, reason := range map[string]string{"": "missing key", adasKey + "x": "unknown key"} {
		c := caller{url, credential}
		c.want(t, "POST", "/links", docs, http.StatusUnauthorized, `{"error":"`+reason+`"}`)
		c.want(t, "GET", "/links", "", http.StatusUnauthorized, `{"error":"`+reason+`"}`)
		c.want(t, "DELETE", "/links/docs", "", http.StatusUnauthorized, `{"error":"`+reason+`"}`)
	}
}
