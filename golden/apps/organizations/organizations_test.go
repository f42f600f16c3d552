package main

import (
	"net/http"
	"testing"
)

// founded is a server with the organization 1, of which ada is the admin and bob a member.
func founded(t *testing.T) (ada, bob, eve caller) {
	t.Helper()
	url := start(t)
	ada, bob, eve = as(url, "ada"), as(url, "bob"), as(url, "eve")
	header := ada.want(t, "POST", "/organizations", `{"name": "Analytical Engines"}`, http.StatusCreated, `{"id":1,"name":"Analytical Engines"}`)
	if got := header.Get("Location"); got != "/organizations/1/members" {
		t.Errorf("Location is %q", got)
	}
	ada.want(t, "POST", "/organizations/1/members", `{"person": "bob", "role": "member"}`, http.StatusCreated, `{"person":"bob","role":"member"}`)
	return ada, bob, eve
}

// Whoever lists the members is told the own role, too.
const (
	both     = `{"members":[{"person":"ada","role":"admin"},{"person":"bob","role":"member"}],`
	toAdmin  = `"role":"admin"}`
	toMember = `"role":"member"}`
)

func TestMembersSeeEachOther(t *testing.T) {
	ada, bob, eve := founded(t)
	ada.want(t, "GET", "/organizations", "", http.StatusOK, `{"organizations":[{"id":1,"name":"Analytical Engines","role":"admin"}]}`)
	bob.want(t, "GET", "/organizations", "", http.StatusOK, `{"organizations":[{"id":1,"name":"Analytical Engines","role":"member"}]}`)
	eve.want(t, "GET", "/organizations", "", http.StatusOK, `{"organizations":[]}`)
	ada.want(t, "GET", "/organizations/1/members", "", http.StatusOK, both+toAdmin)
	bob.want(t, "GET", "/organizations/1/members", "", http.StatusOK, both+toMember)
	eve.want(t, "GET", "/organizations/1/members", "", http.StatusNotFound, `{"error":"no such organization of yours"}`)
	ada.want(t, "GET", "/organizations/2/members", "", http.StatusNotFound, `{"error":"no such organization of yours"}`)
}

func TestOnlyAdminsTakeIn(t *testing.T) {
	ada, bob, eve := founded(t)
	const me = `{"person": "eve", "role": "admin"}`
	bob.want(t, "POST", "/organizations/1/members", me, http.StatusForbidden, `{"error":"only an admin may take somebody in"}`)
	eve.want(t, "POST", "/organizations/1/members", me, http.StatusNotFound, `{"error":"no such organization of yours"}`)
	ada.want(t, "POST", "/organizations/1/members", `{"person": "bob", "role": "admin"}`, http.StatusConflict, `{"error":"is a member already"}`)
	ada.invalid(t, "POST", "/organizations/1/members", `{"person": "eve", "role": "owner"}`, "role")
	ada.want(t, "GET", "/organizations/1/members", "", http.StatusOK, both+toAdmin)
}

func TestOnlyAdminsRemoveOthers(t *testing.T) {
	ada, bob, eve := founded(t)
	bob.want(t, "DELETE", "/organizations/1/members/ada", "", http.StatusForbidden, `{"error":"only an admin may remove somebody else"}`)
	eve.want(t, "DELETE", "/organizations/1/members/ada", "", http.StatusNotFound, `{"error":"no such member"}`)
	ada.want(t, "DELETE", "/organizations/1/members/eve", "", http.StatusNotFound, `{"error":"no such member"}`)
	ada.want(t, "GET", "/organizations/1/members", "", http.StatusOK, both+toAdmin)
	ada.want(t, "DELETE", "/organizations/1/members/bob", "", http.StatusNoContent, "")
	bob.want(t, "GET", "/organizations/1/members", "", http.StatusNotFound, `{"error":"no such organization of yours"}`)
}

func TestAnybodyLeaves(t *testing.T) {
	ada, bob, _ := founded(t)
	bob.want(t, "DELETE", "/organizations/1/members/bob", "", http.StatusNoContent, "")
	ada.want(t, "GET", "/organizations/1/members", "", http.StatusOK, `{"members":[{"person":"ada","role":"admin"}],`+toAdmin)
}

func TestTokensAreWanted(t *testing.T) {
	ada, _, _ := founded(t)
	for credential, reason := range map[string]string{"": "missing token", ada.credential + "AAAA": "wrong signature"} {
		c := caller{ada.url, credential}
		for _, r := range []struct{ method, path, body string }{
			{"POST", "/organizations", `{"name": "x"}`}, {"GET", "/organizations", ""}, {"GET", "/organizations/1/members", ""},
			{"POST", "/organizations/1/members", `{"person": "x", "role": "admin"}`}, {"DELETE", "/organizations/1/members/ada", ""},
		} {
			c.want(t, r.method, r.path, r.body, http.StatusUnauthorized, `{"error":"`+reason+`"}`)
		}
	}
	ada.want(t, "GET", "/organizations/1/members", "", http.StatusOK, both+toAdmin)
}
