package main

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// take is the body that takes an invitation.
func take(token string) string { return `{"token": "` + token + `"}` }

// An invitation ends where who sent it may invite no more, and with the membership of who has it: nobody comes back by one.
func TestInvitationsOfThePast(t *testing.T) {
	for name, c := range map[string]struct {
		method, body string // of what the owner does to the admin
		status       int
	}{
		"removed": {"DELETE", "", http.StatusNoContent},
		"demoted": {"PUT", `{"role": "member"}`, http.StatusOK},
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t)
			ada, bob, eve := s.enter(t, "ada"), s.enter(t, "bob"), s.enter(t, "eve")
			path := ada.organization(t, "Engines")
			ada.takeIn(t, path, "admin", "bob", bob)
			bob.invite(t, path, "admin", "eve")
			token := s.mailed(t, "eve")
			ada.status(t, c.method, fmt.Sprintf("%s/members/%d", path, bob.id), c.body, c.status)
			eve.want(t, "POST", "/invitations", take(token), http.StatusNotFound, old)
			ada.invite(t, path, "member", "eve")
			eve.want(t, "POST", "/invitations", take(s.mailed(t, "eve")), http.StatusOK, `{"organization":1,"role":"member"}`)
		})
	}
	t.Run("of a member", func(t *testing.T) {
		s := start(t)
		ada, bob := s.enter(t, "ada"), s.enter(t, "bob")
		path := ada.organization(t, "Engines")
		ada.takeIn(t, path, "admin", "bob", bob)
		ada.invite(t, path, "admin", "bob")
		token := s.mailed(t, "bob")
		ada.want(t, "DELETE", fmt.Sprintf("%s/members/%d", path, bob.id), "", http.StatusNoContent, "")
		bob.want(t, "POST", "/invitations", take(token), http.StatusNotFound, old)
		bob.want(t, "GET", path+"/members", "", http.StatusNotFound, none)
	})
}

// Whoever is removed while he takes invitations, or makes keys, is out afterwards, and no answer is the server's fault.
func TestRemovedAtOnce(t *testing.T) {
	s := start(t)
	ada, bob := s.enter(t, "ada"), s.enter(t, "bob")
	for range 4 {
		path := ada.organization(t, "Engines")
		s.wait(t, 2*time.Hour) // for two more mails to Bob
		ada.takeIn(t, path, "admin", "bob", bob)
		ada.invite(t, path, "admin", "bob")
		token := s.mailed(t, "bob")
		got := all(6, func(i int) int {
			by, method, to, body := bob, "POST", path+"/keys", `{"name": "back door"}`
			switch i {
			case 0:
				by, method, to, body = ada, "DELETE", fmt.Sprintf("%s/members/%d", path, bob.id), ""
			case 1, 2:
				to, body = "/invitations", take(token)
			}
			response, _ := by.send(t, method, to, body)
			return response.StatusCode
		})
		for status := range got {
			if status >= 500 && status != http.StatusServiceUnavailable { // which a database says of two that wait for each other
				t.Errorf("the answers are %v", got)
			}
		}
		bob.want(t, "POST", "/invitations", take(token), http.StatusNotFound, old)
	}
}

// Of many who do one thing at once, one does it: nobody has an account twice, and no key is removed twice.
func TestOnceAtOnce(t *testing.T) {
	s := start(t)
	ada := s.enter(t, "ada")
	path := ada.organization(t, "Engines")
	key := ada.program(t, path, "crm")
	for name, c := range map[string]struct {
		by                 caller
		method, path, body string
		one, others        int
	}{
		"accounts":     {caller{s: s}, "POST", "/signup", account("eve"), http.StatusCreated, http.StatusConflict},
		"keys removed": {ada, "DELETE", fmt.Sprintf("%s/keys/%d", path, key.id), "", http.StatusNoContent, http.StatusNotFound},
		"logging out":  {s.enter(t, "dan"), "POST", "/logout", "", http.StatusNoContent, http.StatusUnauthorized},
	} {
		got := all(6, func(int) int {
			response, _ := c.by.send(t, c.method, c.path, c.body)
			return response.StatusCode
		})
		if got[c.one] != 1 || got[c.others] != 5 {
			t.Errorf("%s: the answers are %v", name, got)
		}
	}
}

// A token opens what it is for: a session is no key, a key no session, and an invitation neither.
func TestTokensAreForOnePurpose(t *testing.T) {
	s := start(t)
	ada, bob := s.enter(t, "ada"), s.enter(t, "bob")
	path := ada.organization(t, "Engines")
	crm := ada.program(t, path, "crm")
	ada.invite(t, path, "admin", "bob")
	token := s.mailed(t, "bob")
	for _, wrong := range []string{crm.key, "Bearer " + crm.key, token} {
		caller{s: s, session: wrong}.want(t, "GET", "/organizations", "", http.StatusUnauthorized, `{"error":"no session"}`)
	}
	for _, wrong := range []string{ada.session, token} {
		caller{s: s, key: wrong}.want(t, "GET", "/contacts", "", http.StatusUnauthorized, noKey)
	}
	for _, wrong := range []string{ada.session, bob.session, crm.key} {
		bob.want(t, "POST", "/invitations", take(wrong), http.StatusNotFound, old)
	}
	for _, wrong := range []string{crm.key, "bearer " + crm.key, "Bearer  " + crm.key, "Basic " + crm.key, "Bearer " + crm.key + " "} {
		request := request(t, s, "GET", "/contacts", "")
		request.Header.Set("Authorization", wrong)
		if got := answered(t, request).StatusCode; got != http.StatusUnauthorized && !strings.HasSuffix(wrong, " ") { // which is no part of a header
			t.Errorf("the key as %q is answered %d", wrong, got)
		}
	}
}

// What callers bring beside the fields, or in other forms, opens nothing of somebody else, and nothing of it is a 500.
func TestWhatCallersBring(t *testing.T) {
	s := start(t)
	ada, eve := s.enter(t, "ada"), s.enter(t, "eve")
	engines, looms := ada.organization(t, "Engines"), eve.organization(t, "Looms")
	key := ada.program(t, engines, "crm")
	nobody := caller{s: s}
	_, before := ada.send(t, "GET", engines+"/members", "")
	const missing, wrong, unknown = http.StatusNotFound, http.StatusBadRequest, http.StatusUnauthorized
	hers := fmt.Sprintf("%s/members/%d", engines, ada.id)
	for _, r := range []struct {
		by                 caller
		method, path, body string
		status             int
	}{
		{eve, "POST", looms + "/keys", `{"name": "x", "organization": 1, "key_hash": "x", "reader": {"id": 1}}`, 201},
		{eve, "POST", looms + "/keys?organization=1", `{"name": "x"}`, 201},
		{eve, "POST", looms + "/keys", `{"name": "x", "name": "y"}`, wrong},
		{eve, "POST", looms + "/keys", `{"Name": "x"}`, wrong},
		{eve, "POST", looms + "/keys", `{"name": "\ud800"}`, wrong},
		{eve, "POST", looms + "/keys", "{\"name\": \"\xff\"}", wrong},
		{eve, "POST", looms + "/keys", `{"name": ["x"]}`, wrong},
		{eve, "POST", looms + "/keys", `{"name": "x"} {}`, wrong},
		{eve, "POST", looms + "/keys", `{"name": "` + strings.Repeat("x", 101) + `"}`, wrong},
		{eve, "GET", "/organizations/01/keys", "", missing},
		{eve, "GET", "/organizations/%31/keys", "", missing},
		{eve, "GET", "/organizations/1%2Fmembers", "", missing},
		{eve, "GET", "/organizations/2%2F..%2F1/members", "", wrong},
		{eve, "GET", "/organizations/" + url.PathEscape("2 OR 1=1") + "/members", "", wrong},
		{eve, "GET", "/organizations/1.0/members", "", wrong},
		{eve, "GET", "/organizations/1e0/members", "", wrong},
		{eve, "GET", "/organizations/0x1/members", "", wrong},
		{eve, "GET", "/organizations/%00/members", "", wrong},
		{eve, "GET", "/organizations/9223372036854775808/members", "", wrong},
		{eve, "GET", "/organizations/-1/members", "", missing},
		{eve, "GET", engines + "/members;organization=2", "", missing},
		{eve, "PUT", hers + "?organization=2", `{"role": "member", "organization": 2}`, missing},
		{eve, "PUT", hers, `{"role": "member", "person": 2}`, missing},
		{eve, "PUT", fmt.Sprintf("%s/members/%d", looms, eve.id), `{"role": "OWNER"}`, wrong},
		{eve, "PUT", fmt.Sprintf("%s/members/%d", looms, eve.id), `{"role": "owner", "role": "member"}`, wrong},
		{eve, "POST", looms + "/invitations", `{"email": "x@example.com\r\nBcc: y@example.com", "role": "member"}`, wrong},
		{eve, "POST", looms + "/invitations", `{"email": "x@example.com\u0000", "role": "member"}`, wrong},
		{eve, "POST", looms + "/invitations", `{"email": ["x@example.com"], "role": "member"}`, wrong},
		{eve, "POST", "/invitations", `{"token": null}`, wrong},
		{eve, "POST", "/invitations", `{"token": "\u0000"}`, missing},
		{key, "GET", "/contacts?after=x&after=y", "", wrong},
		{key, "GET", "/contacts?after=%00", "", wrong},
		{key, "GET", "/contacts?after=%FF", "", wrong},
		{key, "POST", "/contacts", `{"contacts": [{"email": "a@example.com", "name": "A", "organization": 2}]}`, 201},
		{key, "POST", "/contacts", `{"contacts": [{"email": "b@example.com", "name": "\u0000"}]}`, wrong},
		{nobody, "POST", "/login", `{"email": "ada@example.com\u0000", "password": "the password of ada"}`, wrong},
		{nobody, "POST", "/login", `{"email": "ada@example.com ", "password": "the password of ada"}`, unknown},
		{nobody, "POST", "/login", `{"email": "ad%", "password": "the password of ada"}`, unknown},
		{nobody, "POST", "/login", `{"email": "ada@example.com", "password": "the password of ada\u0000"}`, unknown},
		{nobody, "POST", "/login", `{"email": "ada@example.com", "password": "THE PASSWORD OF ADA"}`, unknown},
		{nobody, "POST", "/signup", `{"email": "Ada@Example.com", "password": "the password of eve"}`, http.StatusConflict},
		{nobody, "POST", "/signup", `{"email": "eva@example.com", "password": "the password of eva", "id": 1, "user": {"id": 1}}`, 201},
	} {
		response, text := r.by.send(t, r.method, r.path, r.body)
		if response.StatusCode != r.status {
			t.Errorf("%s %s %.80q is answered %d %s, want %d", r.method, r.path, r.body, response.StatusCode, text, r.status)
		}
		if response.StatusCode >= http.StatusBadRequest && len(response.Cookies()) > 0 {
			t.Errorf("%s %s %.80q is refused with %d, and sets %v", r.method, r.path, r.body, response.StatusCode, response.Cookies())
		}
	}
	if _, after := ada.send(t, "GET", engines+"/members", ""); after != before {
		t.Errorf("the members are %s, and were %s", after, before)
	}
	ada.want(t, "GET", engines+"/keys", "", http.StatusOK, fmt.Sprintf(`{"keys":[{"id":%d,"name":"crm"}]}`, key.id))
}

// Other methods than a route has do nothing, whatever headers name another one, and a link that is mailed leads where it should
// whatever host is asked for.
func TestMethodsAndHosts(t *testing.T) {
	s := start(t)
	ada := s.enter(t, "ada")
	path := ada.organization(t, "Engines")
	key := ada.program(t, path, "crm")
	for _, method := range []string{"HEAD", "OPTIONS", "TRACE", "PATCH", "get", "delete"} {
		request := request(t, s, method, fmt.Sprintf("%s/keys/%d", path, key.id), "")
		request.AddCookie(&http.Cookie{Name: "session", Value: ada.session})
		for _, name := range []string{"X-HTTP-Method-Override", "X-HTTP-Method", "X-Method-Override"} {
			request.Header.Set(name, "DELETE")
		}
		if got := answered(t, request).StatusCode; got != http.StatusMethodNotAllowed {
			t.Errorf("%s is answered %d", method, got)
		}
	}
	ada.want(t, "GET", path+"/keys", "", http.StatusOK, fmt.Sprintf(`{"keys":[{"id":%d,"name":"crm"}]}`, key.id))

	invitation := request(t, s, "POST", path+"/invitations", `{"email": "bob@example.com", "role": "member"}`)
	invitation.AddCookie(&http.Cookie{Name: "session", Value: ada.session})
	invitation.Host = "evil.example"
	invitation.Header.Set("X-Forwarded-Host", "evil.example")
	invitation.Header.Set("Forwarded", "host=evil.example")
	if got := answered(t, invitation).StatusCode; got != http.StatusAccepted {
		t.Errorf("inviting is answered %d", got)
	}
	s.mailed(t, "bob") // to https://example.com
}

// A cookie that an attacker has a browser send beside its own, of another path or domain, opens nothing that it would not alone.
func TestCookiesBesideTheSession(t *testing.T) {
	s := start(t)
	ada, eve := s.enter(t, "ada"), s.enter(t, "eve")
	ada.organization(t, "Engines")
	for _, cookies := range []string{"session=" + eve.session + "; session=" + ada.session, "session=; session=" + ada.session, "Session=" + ada.session, "session=\"" + ada.session} {
		request := request(t, s, "GET", "/organizations", "")
		request.Header.Set("Cookie", cookies)
		response := answered(t, request)
		if response.StatusCode >= 500 || response.StatusCode == http.StatusOK && !strings.HasPrefix(cookies, "session="+eve.session) {
			t.Errorf("the cookies %q are answered %d", cookies, response.StatusCode)
		}
	}
}

// What a page of another origin has a browser send, with the cookie of its user, does nothing.
func TestOtherOrigins(t *testing.T) {
	s := start(t)
	ada := s.enter(t, "ada")
	path := ada.organization(t, "Engines")
	for _, r := range []struct{ method, path, body string }{
		{"POST", "/organizations", `{"name": "x"}`},
		{"POST", path + "/invitations", `{"email": "eve@example.com", "role": "admin"}`},
		{"POST", path + "/keys", `{"name": "x"}`},
		{"DELETE", fmt.Sprintf("%s/members/%d", path, ada.id), ""},
		{"POST", "/logout", ""},
		{"POST", "/login", account("ada")},
		{"POST", "/signup", account("bob")},
	} {
		for name, value := range map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"} {
			request := request(t, s, r.method, r.path, r.body)
			request.AddCookie(&http.Cookie{Name: "session", Value: ada.session})
			request.Header.Set(name, value)
			if response := answered(t, request); response.StatusCode != http.StatusForbidden || response.Header.Get("Set-Cookie") != "" {
				t.Errorf("%s %s with %s %s is answered %d", r.method, r.path, name, value, response.StatusCode)
			}
		}
	}
	ada.want(t, "GET", "/organizations", "", http.StatusOK, `{"organizations":[{"id":1,"name":"Engines","role":"owner"}]}`)
	ada.want(t, "GET", path+"/keys", "", http.StatusOK, `{"keys":[]}`)
}

func request(t *testing.T, s *server, method, path, body string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, s.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return r
}

// answered sends a request, and returns the answer without its body.
func answered(t *testing.T, r *http.Request) *http.Response {
	t.Helper()
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	return response
}
