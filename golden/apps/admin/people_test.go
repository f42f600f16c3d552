package main

import (
	"net/http"
	"testing"
)

// open is a service with a customer, an admin called ada and a supporter called grace. Mallory has a password and no
// role.
func open(t *testing.T) *server {
	t.Helper()
	s := start(t)
	s.do(t, key(shopKey), "POST", "/customers", `{"email": "eve@example.com"}`).want(t, http.StatusCreated, "")
	s.do(t, key(shopKey), "PUT", "/staff/ada", `{"role": "admin"}`).want(t, http.StatusOK, "")
	s.do(t, key(shopKey), "PUT", "/staff/grace", `{"role": "support"}`).want(t, http.StatusOK, "")
	return s
}

func TestList(t *testing.T) {
	t.Parallel()
	s := open(t)
	const customers = `"customers":[{"id":1,"email":"eve@example.com","suspended":false,"added_by":"shop"}]`
	s.do(t, person("ada", password), "GET", "/customers", "").want(t, http.StatusOK, `{`+customers+`,"role":"admin"}`)
	s.do(t, person("grace", password), "GET", "/customers", "").want(t, http.StatusOK, `{`+customers+`,"role":"support"}`)
	s.do(t, person("mallory", password), "GET", "/customers", "").want(t, http.StatusForbidden, `{"error":"mallory is not of the staff"}`)
}

func TestSuspend(t *testing.T) {
	t.Parallel()
	s := open(t)
	const forbidden = `{"error":"only an admin may suspend a customer"}`
	s.do(t, person("grace", password), "POST", "/customers/1/suspension", "").want(t, http.StatusForbidden, forbidden)
	s.do(t, person("mallory", password), "POST", "/customers/1/suspension", "").want(t, http.StatusForbidden, forbidden)
	s.do(t, person("ada", password), "POST", "/customers/1/suspension", "").
		want(t, http.StatusOK, `{"id":1,"email":"eve@example.com","suspended":true}`)
	s.do(t, person("ada", password), "POST", "/customers/2/suspension", "").want(t, http.StatusNotFound, `{"error":"no such customer"}`)
	s.do(t, person("ada", password), "POST", "/customers/eve/suspension", "").want(t, http.StatusBadRequest, "")

	// A role that is taken away counts from the next request on.
	s.do(t, key(shopKey), "PUT", "/staff/ada", `{"role": "support"}`).want(t, http.StatusOK, "")
	s.do(t, person("ada", password), "POST", "/customers/1/suspension", "").want(t, http.StatusForbidden, forbidden)
}

// TestOtherOrigins has pages of other origins send a form to the service: a browser that knows ada's password sends it along.
func TestOtherOrigins(t *testing.T) {
	t.Parallel()
	s := open(t)
	from := func(headers ...string) caller {
		return func(r *http.Request) {
			r.SetBasicAuth("ada", password)
			for i := 0; i < len(headers); i += 2 {
				r.Header.Set(headers[i], headers[i+1])
			}
		}
	}
	for _, page := range []caller{
		from("Sec-Fetch-Site", "cross-site", "Origin", "https://evil.example"), from("Sec-Fetch-Site", "same-site"), from("Origin", "https://evil.example"), from("Origin", "null"),
	} {
		s.do(t, page, "POST", "/customers/1/suspension", "").want(t, http.StatusForbidden, "")
	}
	s.do(t, person("ada", password), "GET", "/customers", "").
		want(t, http.StatusOK, `{"customers":[{"id":1,"email":"eve@example.com","suspended":false,"added_by":"shop"}],"role":"admin"}`)
	for _, page := range []caller{from("Sec-Fetch-Site", "same-origin", "Origin", s.url), from("Origin", s.url), from()} {
		s.do(t, page, "POST", "/customers/1/suspension", "").want(t, http.StatusOK, "")
	}
}

func TestPeopleRefused(t *testing.T) {
	t.Parallel()
	s := open(t)
	bearer := func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+shopKey) }
	noBase64 := func(r *http.Request) { r.Header.Set("Authorization", "Basic ada:"+password) }
	twice := func(r *http.Request) {
		r.SetBasicAuth("ada", password)
		r.Header["Authorization"] = append(r.Header["Authorization"], r.Header["Authorization"][0])
	}
	for _, test := range []struct {
		name string
		who  caller
		want string
	}{
		{"nothing", anybody, "missing credentials"},
		{"a key", key(shopKey), "missing credentials"},
		{"another scheme", bearer, "missing credentials"},
		{"no base64", noBase64, "wrong credentials"},
		{"two headers", twice, "wrong credentials"},
		{"a wrong password", person("ada", password+"!"), "wrong credentials"},
		{"no password", person("ada", ""), "wrong credentials"},
		{"nobody's name", person("bob", password), "wrong credentials"},
		{"a name in another case", person("Ada", password), "wrong credentials"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, a := range []answer{
				s.do(t, test.who, "GET", "/customers", ""), s.do(t, test.who, "POST", "/customers/1/suspension", ""),
			} {
				a.want(t, http.StatusUnauthorized, `{"error":"`+test.want+`"}`)
				if got := a.header.Get("WWW-Authenticate"); got != `Basic realm="admin", charset="UTF-8"` {
					t.Errorf("WWW-Authenticate is %q", got)
				}
			}
		})
	}
}
