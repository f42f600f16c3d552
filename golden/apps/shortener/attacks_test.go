package main

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// What a link leads to is a page on the web, and where its answer leads to is what was shortened: nothing of it runs a script,
// breaks a header or is read as another host.
func TestWhatLinksLeadTo(t *testing.T) {
	server := start(t)
	ada, anybody := caller{server, adasKey}, caller{server, ""}
	for _, address := range []string{
		"JavaScript:alert(1)", " javascript:alert(1)", "java\tscript:alert(1)", "data:text/html,<script>alert(1)</script>", "vbscript:x", "file:///etc/passwd",
		"//evil.example.com", `\\evil.example.com`, "https:evil.example.com", "https:///evil.example.com", "http://", "https://exa mple.com", "https://example.com/\r\nSet-Cookie: a=b",
		"https://example.com/\n", "https://example.com\x00", "https://example.com/\x7f", "blob:https://example.com/x", "view-source:https://example.com",
		"https://" + strings.Repeat("a", 2000) + ".com",
	} {
		ada.invalid(t, "POST", "/links", `{"code": "docs", "url": `+quoted(address)+`}`, "url")
	}
	for code, address := range map[string]string{
		"upper": "HTTPS://EXAMPLE.COM/", "tags": "https://example.com/<script>", "umlaut": "https://example.com/ä?q=ö", "quote": `https://example.com/"'`, "lines": "https://example.com/a%0d%0ab",
	} {
		if response, text := ada.send(t, "POST", "/links", `{"code": "`+code+`", "url": `+quoted(address)+`}`); response.StatusCode != http.StatusCreated {
			t.Errorf("%s is answered %d %s", address, response.StatusCode, text)
			continue
		}
		response, text := anybody.send(t, "GET", "/to/"+code, "")
		at, err := url.Parse(response.Header.Get("Location"))
		if err != nil || response.StatusCode != http.StatusFound || !strings.EqualFold(at.Scheme, "https") || !strings.EqualFold(at.Host, "example.com") || text != "" || len(response.Header.Values("Set-Cookie")) > 0 {
			t.Errorf("%s leads to %q (%v), with %q", address, response.Header.Get("Location"), err, text)
		}
	}
}

// quoted is a JSON text.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ':
			b.WriteString(`\u00` + string("0123456789abcdef"[r>>4]) + string("0123456789abcdef"[r&15]))
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}

// A code that many want at once is one's.
func TestCodesAtOnce(t *testing.T) {
	server := start(t)
	statuses := make([]int, 32)
	var all sync.WaitGroup
	for i := range statuses {
		by := caller{server, []string{adasKey, bobsKey}[i%2]}
		all.Go(func() {
			response, _ := by.send(t, "POST", "/links", docs)
			statuses[i] = response.StatusCode
		})
	}
	all.Wait()
	count := map[int]int{}
	for _, status := range statuses {
		count[status]++
	}
	if count[http.StatusCreated] != 1 || count[http.StatusConflict] != 31 {
		t.Errorf("answered %v", count)
	}
}

// What callers bring beside the fields, or in other forms, makes nobody an owner, and nothing of it is a 500.
func TestWhatCallersBring(t *testing.T) {
	server := start(t)
	ada, bob, anybody := caller{server, adasKey}, caller{server, bobsKey}, caller{server, ""}
	ada.want(t, "POST", "/links", docs, http.StatusCreated, `{"code":"docs","url":"https://docs.example.com/start?a=b#c"}`)
	for _, r := range []struct {
		by                 caller
		method, path, body string
		status             int
	}{
		{bob, "POST", "/links", `{"code": "bobs", "url": "https://example.com", "owner": "ada", "visits": 1000}`, 201},
		{bob, "POST", "/links", `{"code": "more", "url": "https://example.com", "url": "javascript:alert(1)"}`, 400},
		{bob, "POST", "/links", `{"code": "more", "URL": "https://example.com"}`, 400},
		{bob, "POST", "/links", `{"code": "ｄｏｃｓ", "url": "https://example.com"}`, 400},
		{bob, "POST", "/links", `{"code": "../links", "url": "https://example.com"}`, 400},
		{bob, "POST", "/links", `[{"code": "more", "url": "https://example.com"}]`, 400},
		{bob, "DELETE", "/links/docs?owner=ada", "", 404},
		{bob, "DELETE", "/links/docs", `{"owner": "ada"}`, 404},
		{bob, "DELETE", "/links/%25", "", 404},
		{anybody, "GET", "/to/%ff", "", 400},
		{anybody, "GET", "/to/DOCS", "", 404},
		{anybody, "GET", "/to/' OR 1=1 --", "", 404},
		{anybody, "POST", "/to/docs", "", 405},
		{caller{server, adasKey + "," + bobsKey}, "GET", "/links", "", 401},
		{caller{server, "ada:" + adasKey}, "GET", "/links", "", 401},
		{caller{server, strings.ToUpper(adasKey)}, "GET", "/links", "", 401},
	} {
		if response, text := r.by.send(t, r.method, strings.ReplaceAll(r.path, " ", "%20"), r.body); response.StatusCode != r.status {
			t.Errorf("%s %s %s is answered %d %s, want %d", r.method, r.path, r.body, response.StatusCode, text, r.status)
		}
	}
	bob.want(t, "GET", "/links", "", http.StatusOK, `{"links":[{"code":"bobs","url":"https://example.com","visits":0}]}`)
	ada.want(t, "GET", "/links", "", http.StatusOK, `{"links":[{"code":"docs","url":"https://docs.example.com/start?a=b#c","visits":0}]}`)
}
