package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// What callers bring beside the fields, or in other forms, opens nothing of somebody else, and nothing of it is a 500.
func TestWhatCallersBring(t *testing.T) {
	url := start(t)
	ada, bob := join(t, url, "ada"), join(t, url, "bob")
	home(t, ada)
	nobody := caller{url, ""}
	_, before := ada.send(t, "GET", "/todos", "")
	for _, r := range []struct {
		by                 caller
		method, path, body string
		status             int
	}{
		{bob, "POST", "/lists", `{"name": "Bob's", "owner": 1, "id": 1}`, 201},
		{bob, "POST", "/todos", `{"list": 2, "title": "x", "id": 1, "done": true}`, 201},
		{bob, "POST", "/todos", `{"list": 2, "list": 1, "title": "x"}`, 400},
		{bob, "POST", "/todos", `{"list": "1", "title": "x"}`, 400},
		{bob, "POST", "/todos", `{"list": 1.0e0, "title": "x"}`, 400},
		{bob, "POST", "/todos", `{"list": 9223372036854775808, "title": "x"}`, 400},
		{bob, "POST", "/todos", `{"list": 1, "title": "x", "reader": {"id": 1}, "adder": {"id": 1}}`, 404},
		{bob, "PATCH", "/todos/1", `{"list": 2, "title": "mine"}`, 404},
		{bob, "PATCH", "/todos/3", `{"list": 1, "title": "still Bob's"}`, 200},
		{bob, "PATCH", "/todos/3", `{"title": ""}`, 400},
		{bob, "GET", "/todos?list=1&list=2", "", 400},
		{bob, "GET", "/todos?list=1%20OR%201=1", "", 400},
		{bob, "DELETE", "/todos/1", `{"id": 3}`, 404},
		{bob, "POST", "/lists/1/people", `{"email": "bob@example.com"}`, 404},
		{bob, "POST", "/lists/1/people?list=2", `{"email": "bob@example.com", "list": 2}`, 404},
		{as(url, "-1"), "GET", "/todos", "", 401},
		{as(url, "ada"), "GET", "/todos", "", 401},
		{as(url, "1 OR 1=1"), "GET", "/todos", "", 401},
		{as(url, "9223372036854775808"), "DELETE", "/todos/1", "", 401},
		{nobody, "POST", "/login", `{"email": "ada@example.com", "password": ""}`, 401},
		{nobody, "POST", "/login", `{"email": "ada@example.com", "password": null}`, 400},
		{nobody, "POST", "/login", `{"email": {"$ne": ""}, "password": {"$ne": ""}}`, 400},
		{nobody, "POST", "/login", `{"email": "ada@example.com' --", "password": "x"}`, 401},
		{nobody, "POST", "/login", `{"email": "%", "password": "the password of ada"}`, 401},
		{nobody, "POST", "/login", `{"email": "ada@example.com", "password": "` + strings.Repeat("x", 1<<19) + `"}`, 401},
		{nobody, "POST", "/signup", `{"email": "ADA@example.com", "password": "the password of eve"}`, 409},
	} {
		if response, text := r.by.send(t, r.method, r.path, r.body); response.StatusCode != r.status {
			t.Errorf("%s %s %.80s is answered %d %s, want %d", r.method, r.path, r.body, response.StatusCode, text, r.status)
		}
	}
	if _, after := ada.send(t, "GET", "/todos", ""); after != before {
		t.Errorf("Ada's list is %s, and was %s", after, before)
	}
}

// Who writes to a list while it is removed, or joins under a name that many want at once, is told so.
func TestAtOnce(t *testing.T) {
	url := start(t)
	ada := join(t, url, "ada")
	bob := join(t, url, "bob")
	for round := range 4 {
		if response, text := ada.send(t, "POST", "/lists", `{"name": "short"}`); response.StatusCode != http.StatusCreated {
			t.Fatalf("a list is answered %d %s", response.StatusCode, text)
		}
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				if i == 4 {
					ada.send(t, "DELETE", fmt.Sprintf("/lists/%d", round+1), "")
					return
				}
				path, body := "/todos", fmt.Sprintf(`{"list": %d, "title": "x"}`, round+1)
				if i%2 == 0 {
					path, body = fmt.Sprintf("/lists/%d/people", round+1), `{"email": "bob@example.com"}`
				}
				if response, text := ada.send(t, "POST", path, body); response.StatusCode >= 500 {
					t.Errorf("POST %s is answered %d %s", path, response.StatusCode, text)
				}
			})
		}
		all.Wait()
	}
	bob.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[]}`)

	made := make([]int, 6)
	var all sync.WaitGroup
	for i := range made {
		all.Go(func() {
			response, _ := caller{url, ""}.send(t, "POST", "/signup", account("eve"))
			made[i] = response.StatusCode
		})
	}
	all.Wait()
	count := map[int]int{}
	for _, status := range made {
		count[status]++
	}
	if count[http.StatusCreated] != 1 || count[http.StatusConflict] != len(made)-1 {
		t.Errorf("signing up is answered %v", count)
	}
}
