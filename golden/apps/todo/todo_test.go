package main

import (
	"net/http"
	"testing"
)

func TestList(t *testing.T) {
	ada := as(start(t), "ada")
	ada.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[]}`)
	if got := ada.want(t, "POST", "/todos", `{"title": "Water the plants"}`, http.StatusCreated, `{"id":1,"title":"Water the plants","done":false}`).Get("Location"); got != "/todos/1" {
		t.Errorf("Location is %q", got)
	}
	ada.want(t, "POST", "/todos", `{"title": "Pay the rent"}`, http.StatusCreated, `{"id":2,"title":"Pay the rent","done":false}`)
	ada.want(t, "PATCH", "/todos/1", `{"done": true}`, http.StatusOK, `{"id":1,"title":"Water the plants","done":true}`)
	ada.want(t, "GET", "/todos?done=false", "", http.StatusOK, `{"todos":[{"id":2,"title":"Pay the rent","done":false}]}`)
	ada.want(t, "GET", "/todos?done=true", "", http.StatusOK, `{"todos":[{"id":1,"title":"Water the plants","done":true}]}`)
	ada.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[{"id":1,"title":"Water the plants","done":true},{"id":2,"title":"Pay the rent","done":false}]}`)
}

// What a change leaves out stays as it is, and false is no nothing.
func TestChange(t *testing.T) {
	ada := as(start(t), "ada")
	ada.want(t, "POST", "/todos", `{"title": "Water the plants"}`, http.StatusCreated, `{"id":1,"title":"Water the plants","done":false}`)
	ada.want(t, "PATCH", "/todos/1", `{"title": "Water all plants", "done": true}`, http.StatusOK, `{"id":1,"title":"Water all plants","done":true}`)
	ada.want(t, "PATCH", "/todos/1", `{}`, http.StatusOK, `{"id":1,"title":"Water all plants","done":true}`)
	ada.want(t, "PATCH", "/todos/1", `{"done": false}`, http.StatusOK, `{"id":1,"title":"Water all plants","done":false}`)
	ada.want(t, "PATCH", "/todos/2", `{"done": true}`, http.StatusNotFound, `{"error":"no such thing to do"}`)
	ada.invalid(t, "PATCH", "/todos/1", `{"done": "yes"}`, "done")
	ada.invalid(t, "PATCH", "/todos/one", `{"done": true}`, "id")
	ada.invalid(t, "POST", "/todos", `{"title": ""}`, "title")
}

func TestRemove(t *testing.T) {
	ada := as(start(t), "ada")
	ada.want(t, "POST", "/todos", `{"title": "Water the plants"}`, http.StatusCreated, `{"id":1,"title":"Water the plants","done":false}`)
	ada.want(t, "DELETE", "/todos/1", "", http.StatusNoContent, "")
	ada.want(t, "DELETE", "/todos/1", "", http.StatusNotFound, `{"error":"no such thing to do"}`)
	ada.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[]}`)
}

// Somebody else's list is as if it were not there.
func TestListsAreTheirOwners(t *testing.T) {
	url := start(t)
	ada, bob := as(url, "ada"), as(url, "bob")
	ada.want(t, "POST", "/todos", `{"title": "Water the plants"}`, http.StatusCreated, `{"id":1,"title":"Water the plants","done":false}`)
	bob.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[]}`)
	bob.want(t, "PATCH", "/todos/1", `{"done": true}`, http.StatusNotFound, `{"error":"no such thing to do"}`)
	bob.want(t, "DELETE", "/todos/1", "", http.StatusNotFound, `{"error":"no such thing to do"}`)
	ada.want(t, "GET", "/todos", "", http.StatusOK, `{"todos":[{"id":1,"title":"Water the plants","done":false}]}`)
}

func TestTokensAreWanted(t *testing.T) {
	url := start(t)
	for credential, reason := range map[string]string{"": "missing token", as(url, "ada").credential + "AAAA": "wrong signature"} {
		c := caller{url, credential}
		for _, r := range []struct{ method, path, body string }{
			{"POST", "/todos", `{"title": "x"}`}, {"GET", "/todos", ""}, {"PATCH", "/todos/1", `{}`}, {"DELETE", "/todos/1", ""},
		} {
			c.want(t, r.method, r.path, r.body, http.StatusUnauthorized, `{"error":"`+reason+`"}`)
		}
	}
}
