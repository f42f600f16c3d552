package main

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

const (
	none    = `{"error":"no such organization of yours"}`
	old     = `{"error":"this invitation is used, too old, or somebody else's"}`
	last    = `{"error":"no such member, or the last owner"}`
	noKey   = `{"error":"no such key"}`
	contact = `{"email":"%s@example.com","name":"%[1]s"}`
)

func TestAccounts(t *testing.T) {
	s := start(t)
	ada, nobody := s.enter(t, "ada"), caller{s: s}
	ada.want(t, "GET", "/organizations", "", http.StatusOK, `{"organizations":[]}`)
	nobody.want(t, "POST", "/signup", account("ada"), http.StatusConflict, `{"error":"this e-mail has an account"}`)
	nobody.want(t, "POST", "/login", account("bob"), http.StatusUnauthorized, `{"error":"wrong e-mail or password"}`)
	response, _ := nobody.send(t, "POST", "/login", account("ada"))
	if response.StatusCode != http.StatusNoContent || len(response.Cookies()) != 1 {
		t.Fatalf("logging in is answered %d with cookies %v", response.StatusCode, response.Cookies())
	}
	second := caller{s: s, session: response.Cookies()[0].Value}
	second.status(t, "GET", "/organizations", "", http.StatusOK)
	second.want(t, "POST", "/logout", "", http.StatusNoContent, "")
	second.want(t, "GET", "/organizations", "", http.StatusUnauthorized, `{"error":"no session"}`)
	second.want(t, "POST", "/logout", "", http.StatusUnauthorized, `{"error":"no session"}`)
	ada.status(t, "GET", "/organizations", "", http.StatusOK)
	s.wait(t, 8*24*time.Hour)
	ada.want(t, "GET", "/organizations", "", http.StatusUnauthorized, `{"error":"no session"}`)
}

func TestFounding(t *testing.T) {
	s := start(t)
	ada := s.enter(t, "ada")
	ada.want(t, "POST", "/organizations", `{"name": "Engines"}`, http.StatusCreated, `{"id":1,"name":"Engines"}`)
	ada.want(t, "GET", "/organizations", "", http.StatusOK, `{"organizations":[{"id":1,"name":"Engines","role":"owner"}]}`)
	ada.want(t, "GET", "/organizations/1/members", "", http.StatusOK, `{"members":[{"id":1,"email":"ada@example.com","role":"owner"}]}`)
}

// Who may do what: each request as somebody of each role, who is asked to do nothing that lasts.
func TestRoles(t *testing.T) {
	s := start(t)
	owner, admin, member, stranger := s.enter(t, "owner"), s.enter(t, "admin"), s.enter(t, "member"), s.enter(t, "stranger")
	path := owner.organization(t, "Engines")
	owner.takeIn(t, path, "admin", "admin", admin)
	owner.takeIn(t, path, "member", "member", member)
	const ok, no, forbidden, missing, conflict = http.StatusOK, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusConflict
	for _, c := range []struct {
		method, path, body                     string
		owner, admin, member, stranger, nobody int
	}{
		{"GET", "/members", "", ok, ok, ok, missing, no},
		{"PUT", "/members/99", `{"role": "admin"}`, conflict, forbidden, forbidden, missing, no},
		{"DELETE", "/members/99", "", conflict, forbidden, forbidden, missing, no},
		{"POST", "/invitations", `{"email": "guest@example.com", "role": "member"}`, http.StatusAccepted, http.StatusAccepted, forbidden, missing, no},
		{"GET", "/keys", "", ok, ok, forbidden, missing, no},
		{"POST", "/keys", `{"name": "crm"}`, http.StatusCreated, http.StatusCreated, forbidden, missing, no},
		{"DELETE", "/keys/99", "", missing, missing, forbidden, missing, no},
	} {
		owner.status(t, c.method, path+c.path, c.body, c.owner)
		admin.status(t, c.method, path+c.path, c.body, c.admin)
		member.status(t, c.method, path+c.path, c.body, c.member)
		stranger.status(t, c.method, path+c.path, c.body, c.stranger)
		caller{s: s}.status(t, c.method, path+c.path, c.body, c.nobody)
		caller{s: s, session: "made up"}.status(t, c.method, path+c.path, c.body, c.nobody)
	}
	s.mailed(t, "guest") // by the owner
	s.mailed(t, "guest") // by the admin
	owner.status(t, "POST", path+"/invitations", `{"email": "guest@example.com", "role": "owner"}`, http.StatusBadRequest)
	owner.status(t, "PUT", fmt.Sprintf("%s/members/%d", path, member.id), `{"role": "king"}`, http.StatusBadRequest)
}

// Nothing of an organization is to be had, or changed, by who has another one.
func TestForeignOrganization(t *testing.T) {
	s := start(t)
	ada, eve := s.enter(t, "ada"), s.enter(t, "eve")
	engines, looms := ada.organization(t, "Engines"), eve.organization(t, "Looms")
	key := ada.program(t, engines, "crm")
	eve.want(t, "GET", engines+"/members", "", http.StatusNotFound, none)
	eve.want(t, "DELETE", fmt.Sprintf("%s/members/%d", engines, ada.id), "", http.StatusNotFound, none)
	eve.want(t, "DELETE", fmt.Sprintf("%s/members/%d", looms, ada.id), "", http.StatusConflict, last)
	eve.want(t, "PUT", fmt.Sprintf("%s/members/%d", looms, ada.id), `{"role": "member"}`, http.StatusConflict, last)
	eve.want(t, "DELETE", fmt.Sprintf("%s/keys/%d", looms, key.id), "", http.StatusNotFound, noKey)
	eve.want(t, "GET", looms+"/keys", "", http.StatusOK, `{"keys":[]}`)
	other := eve.program(t, looms, "crm")
	key.want(t, "POST", "/contacts", `{"contacts": [{"email": "bob@example.com", "name": "Bob"}]}`, http.StatusCreated, `{"imported":1}`)
	other.want(t, "GET", "/contacts", "", http.StatusOK, `{"contacts":[]}`)
	other.want(t, "POST", "/contacts", `{"contacts": [{"email": "bob@example.com", "name": "Bob"}]}`, http.StatusCreated, `{"imported":1}`)
}

func TestInvitations(t *testing.T) {
	s := start(t)
	ada, bob, eve := s.enter(t, "ada"), s.enter(t, "bob"), s.enter(t, "eve")
	path := ada.organization(t, "Engines")
	ada.invite(t, path, "member", "bob")
	first := s.mailed(t, "bob")
	take := func(token string) string { return `{"token": "` + token + `"}` }
	eve.want(t, "POST", "/invitations", take(first), http.StatusNotFound, old)
	bob.want(t, "POST", "/invitations", take(first[1:]), http.StatusNotFound, old)
	caller{s: s}.want(t, "POST", "/invitations", take(first), http.StatusUnauthorized, `{"error":"no session"}`)

	ada.invite(t, path, "admin", "bob")
	second := s.mailed(t, "bob")
	bob.want(t, "POST", "/invitations", take(first), http.StatusNotFound, old) // the second has taken its place
	bob.want(t, "POST", "/invitations", take(second), http.StatusOK, `{"organization":1,"role":"admin"}`)
	bob.want(t, "POST", "/invitations", take(second), http.StatusNotFound, old)
	bob.want(t, "GET", "/organizations", "", http.StatusOK, `{"organizations":[{"id":1,"name":"Engines","role":"admin"}]}`)

	ada.invite(t, path, "member", "bob") // who is a member stays what he is
	bob.want(t, "POST", "/invitations", take(s.mailed(t, "bob")), http.StatusOK, `{"organization":1,"role":"admin"}`)

	ada.invite(t, path, "member", "eve")
	late := s.mailed(t, "eve")
	s.wait(t, 3*24*time.Hour+time.Second)
	eve.want(t, "POST", "/invitations", take(late), http.StatusNotFound, old)
}

// Whoever takes an invitation at the same time, it is taken once.
func TestInvitationIsTakenOnce(t *testing.T) {
	s := start(t)
	ada, bob := s.enter(t, "ada"), s.enter(t, "bob")
	path := ada.organization(t, "Engines")
	ada.invite(t, path, "member", "bob")
	body := `{"token": "` + s.mailed(t, "bob") + `"}`
	got := all(32, func(int) int {
		response, _ := bob.send(t, "POST", "/invitations", body)
		return response.StatusCode
	})
	if got[http.StatusOK] != 1 || got[http.StatusNotFound] != 31 {
		t.Errorf("the answers are %v, want one 200 and 31 404", got)
	}
}

func TestOwnersStay(t *testing.T) {
	s := start(t)
	ada, bob := s.enter(t, "ada"), s.enter(t, "bob")
	path := ada.organization(t, "Engines")
	mine, his := fmt.Sprintf("%s/members/%d", path, ada.id), fmt.Sprintf("%s/members/%d", path, bob.id)
	ada.takeIn(t, path, "member", "bob", bob)
	ada.want(t, "DELETE", mine, "", http.StatusConflict, last)
	ada.want(t, "PUT", mine, `{"role": "member"}`, http.StatusConflict, last)
	ada.want(t, "PUT", mine, `{"role": "owner"}`, http.StatusOK, `{"person":1,"role":"owner"}`)
	bob.want(t, "DELETE", mine, "", http.StatusForbidden, `{"error":"only an owner may do that"}`)
	bob.want(t, "DELETE", his, "", http.StatusNoContent, "")
	bob.want(t, "DELETE", his, "", http.StatusNotFound, none)
	ada.takeIn(t, path, "member", "bob", bob)
	ada.want(t, "PUT", his, `{"role": "owner"}`, http.StatusOK, `{"person":2,"role":"owner"}`)
	ada.want(t, "DELETE", mine, "", http.StatusNoContent, "")
	bob.want(t, "DELETE", his, "", http.StatusConflict, last)
	bob.want(t, "GET", path+"/members", "", http.StatusOK, `{"members":[{"id":2,"email":"bob@example.com","role":"owner"}]}`)
}

// Two owners who leave, or are told to, at the same time leave one behind, however often they try.
func TestOneOwnerStaysBehind(t *testing.T) {
	s := start(t)
	people := []caller{s.enter(t, "ada"), s.enter(t, "bob")}
	for round := range 10 {
		s.wait(t, time.Hour) // for another mail to Bob
		path := people[0].organization(t, "Engines")
		people[0].takeIn(t, path, "member", "bob", people[1])
		people[0].status(t, "PUT", fmt.Sprintf("%s/members/%d", path, people[1].id), `{"role": "owner"}`, http.StatusOK)
		got := all(2, func(i int) int {
			method, body, at := "DELETE", "", people[i].id
			if round%2 == 1 {
				method, body, at = "PUT", `{"role": "admin"}`, people[1-i].id
			}
			response, _ := people[i].send(t, method, fmt.Sprintf("%s/members/%d", path, at), body)
			return response.StatusCode
		})
		members := ""
		for _, p := range people {
			if response, body := p.send(t, "GET", path+"/members", ""); response.StatusCode == http.StatusOK {
				members = body
			}
		}
		if strings.Count(members, `"owner"`) != 1 {
			t.Errorf("two owners went at once, answered %v, and left %s", got, members)
		}
	}
}

func TestKeys(t *testing.T) {
	s := start(t)
	ada := s.enter(t, "ada")
	path := ada.organization(t, "Engines")
	crm := ada.program(t, path, "crm")
	ada.want(t, "GET", path+"/keys", "", http.StatusOK, `{"keys":[{"id":1,"name":"crm"}]}`)
	crm.want(t, "GET", "/contacts", "", http.StatusOK, `{"contacts":[]}`)
	for _, c := range []caller{{s: s}, {s: s, key: crm.key[1:]}, ada} {
		c.want(t, "GET", "/contacts", "", http.StatusUnauthorized, noKey)
		c.want(t, "POST", "/contacts", `{"contacts": [{"email": "bob@example.com", "name": "Bob"}]}`, http.StatusUnauthorized, noKey)
	}
	crm.want(t, "GET", path+"/members", "", http.StatusUnauthorized, `{"error":"no session"}`)
	ada.want(t, "DELETE", path+"/keys/1", "", http.StatusNoContent, "")
	ada.want(t, "DELETE", path+"/keys/1", "", http.StatusNotFound, noKey)
	crm.want(t, "GET", "/contacts", "", http.StatusUnauthorized, noKey)
}

// contacts is the body of an import.
func contacts(names ...string) string {
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = fmt.Sprintf(contact, name)
	}
	return strings.Join(list, ",")
}

// An import is taken whole, or not at all: whatever is wrong with one of it.
func TestImport(t *testing.T) {
	s := start(t)
	ada := s.enter(t, "ada")
	crm := ada.program(t, ada.organization(t, "Engines"), "crm")
	send := func(list string, status int, want string) {
		t.Helper()
		response, body := crm.send(t, "POST", "/contacts", `{"contacts": [`+list+`]}`)
		if response.StatusCode != status || !strings.Contains(body, want) {
			t.Errorf("an import is answered %d %s, want %d with %s", response.StatusCode, body, status, want)
		}
	}
	send(contacts("bob", "cyd", "dan"), http.StatusCreated, `{"imported":3}`)
	send(contacts("eve", "fay", "Bob"), http.StatusConflict, `{"email":"Bob@example.com","error":"contact 2 is there already"}`)
	send(contacts("eve", "fay", "eve"), http.StatusConflict, `"contact 2 is there already"`)
	send(contacts("eve")+`,{"email": "fay", "name": "Fay"}`, http.StatusBadRequest, `"contacts.1.email"`)
	send(contacts("eve")+`,{"email": "fay@example.com", "name": ""}`, http.StatusBadRequest, `"contacts.1.name"`)
	send(contacts("eve")+`,{"email": "fay@example.com"}`, http.StatusBadRequest, `"contacts.1.name"`)
	send("", http.StatusBadRequest, `"contacts"`)
	send(contacts(make([]string, 501)...), http.StatusBadRequest, `"contacts"`)
	crm.want(t, "GET", "/contacts", "", http.StatusOK, `{"contacts":[`+contacts("bob", "cyd", "dan")+`]}`)
	crm.want(t, "GET", "/contacts?after=bob@example.com", "", http.StatusOK, `{"contacts":[`+contacts("cyd", "dan")+`]}`)
}

// Of imports of the same at the same time one is taken.
func TestImportsAtOnce(t *testing.T) {
	s := start(t)
	ada := s.enter(t, "ada")
	crm := ada.program(t, ada.organization(t, "Engines"), "crm")
	names := make([]string, 100)
	for i := range names {
		names[i] = fmt.Sprintf("n%02d", i)
	}
	got := all(8, func(int) int {
		response, _ := crm.send(t, "POST", "/contacts", `{"contacts": [`+contacts(names...)+`]}`)
		return response.StatusCode
	})
	if got[http.StatusCreated] != 1 || got[http.StatusConflict] != 7 {
		t.Errorf("the answers are %v, want one 201 and seven 409", got)
	}
	crm.want(t, "GET", "/contacts", "", http.StatusOK, `{"contacts":[`+contacts(names...)+`]}`)
}

// Each key has a limit of its own.
func TestLimit(t *testing.T) {
	s := start(t)
	ada := s.enter(t, "ada")
	path := ada.organization(t, "Engines")
	crm, shop := ada.program(t, path, "crm"), ada.program(t, path, "shop")
	for range 60 {
		crm.want(t, "GET", "/contacts", "", http.StatusOK, `{"contacts":[]}`)
	}
	for _, r := range []struct{ method, body string }{{"GET", ""}, {"POST", `{"contacts": [` + contacts("bob") + `]}`}} {
		response, body := crm.send(t, r.method, "/contacts", r.body)
		for range 3 { // a Redis has a clock of its own, by which one more may pass each second
			if response.StatusCode != http.StatusTooManyRequests {
				response, body = crm.send(t, r.method, "/contacts", r.body)
			}
		}
		want := fmt.Sprintf(`{"error":"too many requests with this key","retryAfter":%s}`, response.Header.Get("Retry-After"))
		if response.StatusCode != http.StatusTooManyRequests || body != want {
			t.Errorf("%s is answered %d %s, want 429 %s", r.method, response.StatusCode, body, want)
		}
	}
	shop.want(t, "GET", "/contacts", "", http.StatusOK, `{"contacts":[]}`)
}
