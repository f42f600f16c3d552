package oauth_test

import (
	"fmt"
	"net/http"
	"net/url"
	"testing"
)

// FuzzCookie sends cookies: none that the site has not sealed ends in a login.
func FuzzCookie(f *testing.F) {
	i := newIssuer(f)
	s := newSite(f, i, nil)
	good := s.begin()
	state, err := url.Parse(good.url)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{good.cookie.Value, "", "A", good.cookie.Value[:30], good.cookie.Value + "A", "=", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, value string) {
		cookie := http.Cookie{Name: good.cookie.Name, Value: value}
		sent := (&http.Request{Header: http.Header{"Cookie": {cookie.Name + "=" + cookie.Value}}}).CookiesNamed(cookie.Name)
		query := url.Values{"state": {state.Query().Get("state")}, "code": {"nobodys code"}, "iss": {i.url}}
		got := s.in(t).back(query, &cookie)
		if got.Valid || got.Reason != "wrong state" && (len(sent) == 0 || sent[0].Value != good.cookie.Value) {
			t.Errorf("valid %t, reason %q", got.Valid, got.Reason)
		}
	})
}

// FuzzIntrospection answers for a provider: nobody is let in whom the answer does not name.
func FuzzIntrospection(f *testing.F) {
	i := newIssuer(f)
	s := newSite(f, i, nil)
	for _, seed := range []string{
		`{"active":true,"sub":"ada","client_id":"shop"}`, `{"active":false}`, `{"active":true,"aud":["shop"],"exp":1e30}`, `[]`, ``, `{"active":1}`,
		`{"active":true,"sub":"ada","client_id":"shop","exp":"1","nbf":-1,"cnf":{},"aud":7}`, `{"active":true,"active":true}`,
	} {
		f.Add([]byte(seed))
	}
	n := 0
	f.Fuzz(func(t *testing.T, body []byte) {
		i.serve("/introspect", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })
		n++ // a token that was confirmed is not asked about again
		if got := s.in(t).bearer(fmt.Sprintf("opaque-token-%d", n)); got.Valid && got.Sub == "" {
			t.Errorf("let in nobody by %q", body)
		}
	})
}

// FuzzMetadata answers for a provider about itself: what is not its own is not used.
func FuzzMetadata(f *testing.F) {
	i := newIssuer(f)
	good := `{"issuer":"` + i.url + `","authorization_endpoint":"` + i.url + `/a","token_endpoint":"` + i.url + `/t","jwks_uri":"` + i.url + `/k"}`
	for _, seed := range []string{good, good[:40], `{}`, `[]`, ``, `{"issuer":7}`, `{"issuer":"` + i.url + `","authorization_endpoint":"javascript:x"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		i.serve(metadataPath, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(body) })
		s := newSite(t, i, nil)
		got := s.get(nil, nil)
		u, err := url.Parse(got.URL)
		if got.Login && (err != nil || u.Scheme != "https" && u.Hostname() != "127.0.0.1" && u.Hostname() != "localhost") {
			t.Errorf("sent to %q by %q", got.URL, body)
		}
	})
}
