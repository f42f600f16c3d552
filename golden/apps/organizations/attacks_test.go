package main

import (
	"net/http"
	"strings"
	"sync"
	"testing"
)

// Two admins who remove each other at once are not both gone: somebody has to be able to take others in.
func TestAdminsWhoRemoveEachOther(t *testing.T) {
	ada, _, _ := founded(t)
	eve := as(ada.url, "eve")
	for range 12 {
		ada.send(t, "POST", "/organizations/1/members", `{"person": "eve", "role": "admin"}`)
		eve.send(t, "POST", "/organizations/1/members", `{"person": "ada", "role": "admin"}`)
		var both sync.WaitGroup
		both.Go(func() { ada.send(t, "DELETE", "/organizations/1/members/eve", "") })
		both.Go(func() { eve.send(t, "DELETE", "/organizations/1/members/ada", "") })
		both.Wait()
		_, toAda := ada.send(t, "GET", "/organizations/1/members", "")
		_, toEve := eve.send(t, "GET", "/organizations/1/members", "")
		if !strings.Contains(toAda+toEve, `"role":"admin"}`) {
			t.Fatalf("nobody is an admin any more: Ada is answered %s, Eve %s", toAda, toEve)
		}
	}
}

// The only admin stays, as long as there are others or not.
func TestLastAdminStays(t *testing.T) {
	ada, bob, _ := founded(t)
	ada.want(t, "DELETE", "/organizations/1/members/ada", "", http.StatusConflict, `{"error":"somebody else has to be an admin first"}`)
	bob.want(t, "DELETE", "/organizations/1/members/bob", "", http.StatusNoContent, "")
	ada.want(t, "DELETE", "/organizations/1/members/ada", "", http.StatusConflict, `{"error":"somebody else has to be an admin first"}`)
}

// What callers send beside the fields, in other forms or places, lets nobody in, and nothing of it is a 500.
func TestWhatCallersBring(t *testing.T) {
	ada, bob, eve := founded(t)
	nobody := as(ada.url, "")
	for _, r := range []struct {
		by                 caller
		method, path, body string
		status             int
	}{
		{bob, "POST", "/organizations/1/members?person=bob&role=admin", `{"person": "eve", "role": "admin"}`, 403},
		{eve, "POST", "/organizations/1/members", `{"organization": 1, "id": 1, "person": "eve", "role": "admin"}`, 404},
		{eve, "POST", "/organizations/1/members", `{"person": "eve", "role": "admin", "auth": {"sub": "ada"}, "sub": "ada"}`, 404},
		{ada, "POST", "/organizations/1/members", `{"person": "eve", "role": "member", "role": "admin"}`, 400},
		{ada, "POST", "/organizations/1/members", `{"person": "eve", "ROLE": "admin"}`, 400},
		{ada, "POST", "/organizations/1/members", `{"person": "eve", "role": ["admin"]}`, 400},
		{ada, "POST", "/organizations/1/members", "{\"person\": \"\xff\", \"role\": \"member\"}", 400},
		{ada, "POST", "/organizations/1/members", `{"person": "\ud800", "role": "member"}`, 400},
		{ada, "POST", "/organizations/1/members", `{"person": "` + strings.Repeat("e", 2<<20) + `", "role": "member"}`, 413},
		{ada, "POST", "/organizations", `{"name": "` + strings.Repeat("é", 101) + `"}`, 400},
		{ada, "GET", "/organizations/9223372036854775808/members", "", 400},
		{ada, "GET", "/organizations/01x/members", "", 400},
		{ada, "GET", "/organizations/1%20OR%201=1/members", "", 400},
		{bob, "DELETE", "/organizations/1/members/ada%00", "", 403},
		{bob, "DELETE", "/organizations/1/members/%ff", "", 400},
		{bob, "DELETE", "/organizations/1/members/a%64a", "", 403},
		{bob, "DELETE", "/organizations/1/members/ADA", "", 403},
		{bob, "DELETE", "/organizations/1/members/' OR '1'='1", "", 403},
		{bob, "GET", "/organizations/1/members/ada", "", 405},
		{nobody, "GET", "/organizations", "", 401},
	} {
		path := strings.ReplaceAll(r.path, " ", "%20")
		if response, text := r.by.send(t, r.method, path, r.body); response.StatusCode != r.status {
			t.Errorf("%s %.60s %.60s is answered %d %s, want %d", r.method, r.path, r.body, response.StatusCode, text, r.status)
		}
	}
	ada.want(t, "GET", "/organizations/1/members", "", http.StatusOK, both+toAdmin)
}
