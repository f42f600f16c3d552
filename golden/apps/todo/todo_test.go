package main

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"
)

const (
	groceries = `{"id":1,"list":1,"title":"Buy tea","done":false}`
	plants    = `{"id":2,"list":1,"title":"Water the plants","done":false}`
	gone      = `{"error":"no such list or thing to do"}`

	noInvitation = `{"error":"no such invitation"}`
)

// home makes a list of two things to do.
func home(t *testing.T, of caller) {
	t.Helper()
	of.want(t, "POST", "/lists", `{"name": "Home"}`, http.StatusCreated, `{"id":1,"name":"Home"}`)
	of.want(t, "POST", "/todos", `{"list": 1, "title": "Buy tea"}`, http.StatusCreated, groceries)
	of.want(t, "POST", "/todos", `{"list": 1, "title": "Water the plants"}`, http.StatusCreated, plants)
}

func TestAccounts(t *testing.T) {
	nobody := caller{start(t), ""}
	ada := join(t, nobody.url, "ada")
	ada.want(t, "GET", "/lists", "", http.StatusOK, `{"lists":[]}`)
	nobody.want(t, "POST", "/signup", strings.Replace(account("ada"), "ada@", "Ada@", 1), http.StatusConflict, `{"error":"this e-mail has an account"}`)
	nobody.invalid(t, "POST", "/signup", `{"email": "bob", "password": "the password of bob"}`, "email")
	nobody.invalid(t, "POST", "/signup", `{"email": "bob@example.com", "password": "short"}`, "password")
	if response, body := nobody.send(t, "POST", "/login", account("ada")); response.StatusCode != http.StatusOK || !strings.HasPrefix(body, `{"token":"`) {
		t.Errorf("logging in is answered %d %s", response.StatusCode, body)
	}
	const wrong = `{"error":"wrong e-mail or password"}`
	nobody.want(t, "POST", "/login", account("bob"), http.StatusUnauthorized, wrong)
	nobody.want(t, "POST", "/login", `{"email": "ada@example.com", "password": "the password of bob"}`, http.StatusUnauthorized, wrong)
}

func TestList(t *testing.T) {
	ada := join(t, start(t), "ada")
	ada.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[]}`)
	home(t, ada)
	if got := ada.want(t, "POST", "/lists", `{"name": "Work"}`, http.StatusCreated, `{"id":2,"name":"Work"}`).Get("Location"); got != "/lists/2" {
		t.Errorf("Location is %q", got)
	}
	const report = `{"id":3,"list":2,"title":"Report","done":false}`
	if got := ada.want(t, "POST", "/todos", `{"list": 2, "title": "Report"}`, http.StatusCreated, report).Get("Location"); got != "/todos/3" {
		t.Errorf("Location is %q", got)
	}
	const bought = `{"id":1,"list":1,"title":"Buy tea","done":true}`
	ada.want(t, "PATCH", "/todos/1", `{"done": true}`, http.StatusOK, bought)
	ada.want(t, "GET", "/todos?list=1&done=false", "", http.StatusOK, `{"todos":[`+plants+`]}`)
	ada.want(t, "GET", "/todos?done=true", "", http.StatusOK, `{"todos":[`+bought+`]}`)
	ada.want(t, "GET", "/todos?list=2", "", http.StatusOK, `{"todos":[`+report+`]}`)
	ada.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[`+bought+`,`+plants+`,`+report+`]}`)
	ada.want(t, "GET", "/lists", "", http.StatusOK, `{"lists":[{"id":1,"name":"Home","owner":"ada@example.com","open":1},{"id":2,"name":"Work","owner":"ada@example.com","open":1}]}`)
}

// What a change leaves out stays as it is, and false is no nothing.
func TestChange(t *testing.T) {
	ada := join(t, start(t), "ada")
	home(t, ada)
	const changed = `{"id":1,"list":1,"title":"Buy green tea","done":true}`
	ada.want(t, "PATCH", "/todos/1", `{"title": "Buy green tea", "done": true}`, http.StatusOK, changed)
	ada.want(t, "PATCH", "/todos/1", `{}`, http.StatusOK, changed)
	ada.want(t, "PATCH", "/todos/1", `{"done": false}`, http.StatusOK, `{"id":1,"list":1,"title":"Buy green tea","done":false}`)
	ada.want(t, "PATCH", "/todos/3", `{"done": true}`, http.StatusNotFound, gone)
	ada.want(t, "POST", "/todos", `{"list": 2, "title": "x"}`, http.StatusNotFound, gone)
	ada.invalid(t, "PATCH", "/todos/1", `{"done": "yes"}`, "done")
	ada.invalid(t, "PATCH", "/todos/one", `{"done": true}`, "id")
	ada.invalid(t, "POST", "/todos", `{"list": 1, "title": ""}`, "title")
	ada.invalid(t, "POST", "/todos", `{"title": "x"}`, "list")
}

func TestRemove(t *testing.T) {
	ada := join(t, start(t), "ada")
	home(t, ada)
	ada.want(t, "DELETE", "/todos/1", "", http.StatusNoContent, "")
	ada.want(t, "DELETE", "/todos/1", "", http.StatusNotFound, gone)
	ada.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[`+plants+`]}`)
	ada.want(t, "DELETE", "/lists/1", "", http.StatusNoContent, "")
	ada.want(t, "DELETE", "/lists/1", "", http.StatusNotFound, `{"error":"no such list or person"}`)
	ada.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[]}`)
}

// Somebody else's list is as if it were not there; a shared one is everybody's but to share and to remove.
func TestSharing(t *testing.T) {
	const nothing = `{"error":"no such list or person"}`
	url := start(t)
	ada, bob, eve := join(t, url, "ada"), join(t, url, "bob"), join(t, url, "eve")
	home(t, ada)
	strangers := func(c caller) {
		t.Helper()
		c.want(t, "GET", "/lists", "", http.StatusOK, `{"lists":[]}`)
		c.want(t, "GET", "/todos?list=1", "", http.StatusOK, `{"todos":[]}`)
		c.want(t, "POST", "/todos", `{"list": 1, "title": "x"}`, http.StatusNotFound, gone)
		c.want(t, "PATCH", "/todos/1", `{"done": true}`, http.StatusNotFound, gone)
		c.want(t, "DELETE", "/todos/1", "", http.StatusNotFound, gone)
		c.want(t, "POST", "/lists/1/people", `{"email": "eve@example.com"}`, http.StatusNotFound, nothing)
		c.want(t, "DELETE", "/lists/1", "", http.StatusNotFound, nothing)
	}
	strangers(bob)
	strangers(eve)

	ada.want(t, "POST", "/lists/1/people", `{"email": "Bob@example.com"}`, http.StatusOK, `{"list":1,"person":2}`)
	ada.want(t, "POST", "/lists/1/people", `{"email": "bob@example.com"}`, http.StatusOK, `{"list":1,"person":2}`)
	ada.want(t, "POST", "/lists/1/people", `{"email": "ada@example.com"}`, http.StatusNotFound, nothing)
	ada.want(t, "POST", "/lists/1/people", `{"email": "nobody@example.com"}`, http.StatusNotFound, nothing)
	strangers(bob) // who has to accept it first
	eve.want(t, "GET", "/invitations", "", http.StatusOK, `{"invitations":[]}`)
	eve.want(t, "POST", "/invitations/1", "", http.StatusNotFound, noInvitation)
	ada.want(t, "POST", "/invitations/1", "", http.StatusNotFound, noInvitation)
	bob.want(t, "GET", "/invitations", "", http.StatusOK, `{"invitations":[{"list":1,"name":"Home","owner":"ada@example.com"}]}`)
	bob.want(t, "POST", "/invitations/1", "", http.StatusOK, `{"list":1}`)
	bob.want(t, "GET", "/invitations", "", http.StatusOK, `{"invitations":[]}`)
	ada.want(t, "POST", "/lists/1/people", `{"email": "bob@example.com"}`, http.StatusOK, `{"list":1,"person":2}`) // which takes nothing back
	bob.want(t, "GET", "/lists", "", http.StatusOK, `{"lists":[{"id":1,"name":"Home","owner":"ada@example.com","open":2}]}`)
	bob.want(t, "PATCH", "/todos/1", `{"done": true}`, http.StatusOK, `{"id":1,"list":1,"title":"Buy tea","done":true}`)
	bob.want(t, "DELETE", "/todos/1", "", http.StatusNoContent, "")
	bob.want(t, "POST", "/lists/1/people", `{"email": "eve@example.com"}`, http.StatusNotFound, nothing)
	bob.want(t, "DELETE", "/lists/1", "", http.StatusNotFound, nothing)
	ada.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[`+plants+`]}`)
	strangers(eve)

	eve.want(t, "DELETE", "/invitations/1", "", http.StatusNotFound, noInvitation)
	bob.want(t, "DELETE", "/invitations/1", "", http.StatusNoContent, "")
	bob.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[]}`)
	bob.want(t, "GET", "/lists", "", http.StatusOK, `{"lists":[]}`)
}

// A list that others fill keeps nobody from what is theirs: there are pages.
func TestPages(t *testing.T) {
	ada := join(t, start(t), "ada")
	ada.want(t, "POST", "/lists", `{"name": "Home"}`, http.StatusCreated, `{"id":1,"name":"Home"}`)
	for i := range 101 {
		title := fmt.Sprintf(`"title":"%d"`, i+1)
		ada.want(t, "POST", "/todos", `{"list":1,`+title+`}`, http.StatusCreated, fmt.Sprintf(`{"id":%d,"list":1,%s,"done":false}`, i+1, title))
	}
	if _, text := ada.send(t, "GET", "/todos", ""); strings.Count(text, `"id"`) != 100 || !strings.Contains(text, `"id":100,`) {
		t.Errorf("the first page has %d", strings.Count(text, `"id"`))
	}
	ada.want(t, "GET", "/todos?after=100", "", http.StatusOK, `{"todos":[{"id":101,"list":1,"title":"101","done":false}]}`)
	ada.want(t, "GET", "/lists?after=1", "", http.StatusOK, `{"lists":[]}`)
	ada.invalid(t, "GET", "/todos?after=x", "", "after")
}

// protected are the requests that take a token.
var protected = []struct{ method, path, body string }{
	{"GET", "/lists", ""},
	{"POST", "/lists", `{"name": "x"}`},
	{"POST", "/lists/1/people", `{"email": "eve@example.com"}`},
	{"DELETE", "/lists/1", ""},
	{"GET", "/invitations", ""},
	{"POST", "/invitations/1", ""},
	{"DELETE", "/invitations/1", ""},
	{"GET", "/todos", ""},
	{"POST", "/todos", `{"list": 1, "title": "x"}`},
	{"PATCH", "/todos/1", `{}`},
	{"DELETE", "/todos/1", ""},
}

func TestTokensAreWanted(t *testing.T) {
	url := start(t)
	for credential, reason := range map[string]string{
		"": "missing token", as(url, "1").credential + "AAAA": "wrong signature", as(url, "1").credential: "this account is gone",
	} {
		c := caller{url, credential}
		for _, r := range protected {
			c.want(t, r.method, r.path, r.body, http.StatusUnauthorized, `{"error":"`+reason+`"}`)
		}
	}
}

// One limit is for all that a person asks for, and nobody else's.
func TestLimit(t *testing.T) {
	url := start(t)
	ada, bob := join(t, url, "ada"), join(t, url, "bob")
	for range 120 {
		ada.want(t, "GET", "/lists", "", http.StatusOK, `{"lists":[]}`)
	}
	if os.Getenv("FLOWC_TEST_STORAGE_URL") != "" { // what a Redis gave back meanwhile, by its own clock, is used up first
		for range 1000 {
			if response, _ := ada.send(t, "GET", "/lists", ""); response.StatusCode != http.StatusOK {
				break
			}
		}
	}
	for _, r := range protected {
		response, body := ada.send(t, r.method, r.path, r.body)
		for range 3 { // a Redis has a clock of its own, by which one more may pass each half second
			if response.StatusCode != http.StatusTooManyRequests {
				response, body = ada.send(t, r.method, r.path, r.body)
			}
		}
		want := fmt.Sprintf(`{"error":"too many requests","retryAfter":%s}`, response.Header.Get("Retry-After"))
		if response.StatusCode != http.StatusTooManyRequests || body != want {
			t.Errorf("%s %s is answered %d %s, want 429 %s", r.method, r.path, response.StatusCode, body, want)
		}
	}
	bob.want(t, "GET", "/lists", "", http.StatusOK, `{"lists":[]}`)
}
