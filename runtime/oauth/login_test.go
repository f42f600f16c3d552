package oauth_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/oauth"
)

// TestLogin goes to the provider and comes back.
func TestLogin(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	got := s.finish(i)
	wantUser(t, got, "ada")
	if got.Email != "ada@example.com" || got.Name != "Ada" || got.Claims["aud"] != clientID {
		t.Errorf("got %+v", got)
	}
}

// TestCheckedTwice runs the node twice in each execution: one login is begun, and one code exchanged.
func TestCheckedTwice(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	s.again = true
	wantUser(t, s.finish(i), "ada")
	wantCalls(t, i, "/token", 1)
	wantReason(t, s.back(url.Values{"code": {"x"}, "state": {"y"}}), "wrong state")
}

// TestLoginAddress looks at where the browser is sent: PKCE, state and nonce, and nothing that the caller chose.
func TestLoginAddress(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet,
		"/login?redirect_uri=https://evil.example.com&return_to=//evil.example.com&scope=admin&next=/x", nil)
	r.Host = "evil.example.com"
	r.Header.Set("X-Forwarded-Host", "evil.example.com")
	w := httptest.NewRecorder()
	s.app.Handler(s.mux).ServeHTTP(w, r)
	if strings.Contains(w.Body.String()+w.Header().Get("Set-Cookie"), "evil") {
		t.Errorf("what the caller sends is in the answer: %s", w.Body)
	}
	first, second := query(t, s.begin().url), query(t, s.begin().url)
	for name, want := range map[string]string{
		"client_id": clientID, "response_type": "code", "scope": "openid email profile",
		"redirect_uri": public + "/login", "code_challenge_method": "S256",
	} {
		if got := first.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	for _, name := range []string{"state", "nonce", "code_challenge"} {
		if len(first.Get(name)) < 22 || first.Get(name) == second.Get(name) {
			t.Errorf("%s is not random: %d characters", name, len(first.Get(name)))
		}
	}
	if len(first) != 8 {
		t.Errorf("%d parameters, want 8", len(first))
	}
}

func query(t *testing.T, address string) url.Values {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}

// TestCookie looks at the cookie that binds a login to the browser: set at its beginning, cleared at its end.
func TestCookie(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	began := s.get(nil, nil)
	set := began.header.Get("Set-Cookie")
	for _, want := range []string{"__Host-flowc-login-", "; Path=/;", "; Max-Age=600;", "; HttpOnly", "; Secure", "; SameSite=Lax"} {
		if !strings.Contains(set+";", want) {
			t.Errorf("no %q in %q", want, strings.Split(set, "=")[0])
		}
	}
	state := query(t, began.URL).Get("state")
	if strings.Contains(set, state) {
		t.Error("the cookie holds the state as it is")
	}
	for _, got := range []said{began, s.back(i.authorize(t, began.URL), (&http.Response{Header: began.header}).Cookies()...), s.back(url.Values{"code": {"x"}, "state": {"y"}})} {
		if got.Reason == "wrong state" { // that of nobody here touches no login
			if cookie := got.header.Get("Set-Cookie"); cookie != "" {
				t.Errorf("an unknown state sets %s", cookie)
			}
			continue
		}
		if got.header.Get("Cache-Control") != "no-store" {
			t.Errorf("Cache-Control is %q, want no-store", got.header.Get("Cache-Control"))
		}
		if cookie := got.header.Get("Set-Cookie"); !got.Login && (!strings.Contains(cookie, "Max-Age=0") || !strings.HasPrefix(cookie, "__Host-flowc-login-")) {
			t.Error("the cookie is not cleared")
		}
	}
}

// TestTabs logs in by several tabs of one browser: none ends the login of another, and the oldest makes room where there are many.
func TestTabs(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	first, second := s.begin(), s.begin()
	both := []*http.Cookie{first.cookie, second.cookie}
	wantReason(t, s.back(url.Values{"code": {"x"}, "state": {"nobodys"}}, both...), "wrong state")
	got := s.back(i.authorize(t, second.url), both...)
	wantUser(t, got, "ada")
	if cleared := (&http.Response{Header: got.header}).Cookies(); len(cleared) != 1 || cleared[0].Name != second.cookie.Name || cleared[0].MaxAge >= 0 {
		t.Errorf("the end of the second login sets %v", cleared)
	}
	wantUser(t, s.back(i.authorize(t, first.url), first.cookie), "ada")

	header := http.Header{}
	for range 8 {
		header.Add("Cookie", s.begin().cookie.String())
		s.wait(time.Second)
	}
	header.Add("Cookie", first.cookie.Name+"=broken")
	set := (&http.Response{Header: s.get(nil, header).header}).Cookies()
	oldest, _, _ := strings.Cut(header["Cookie"][0], "=")
	gone := map[string]bool{}
	for _, c := range set {
		gone[c.Name] = c.MaxAge < 0
	}
	if len(set) != 3 || !gone[oldest] || !gone[first.cookie.Name] {
		t.Errorf("a ninth login sets %v", set)
	}
}

// TestCookieWithoutTLS looks at the cookie of a site on this machine, where browsers refuse the prefix.
func TestCookieWithoutTLS(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil, withEnv(map[string]string{"PUBLIC_URL": "http://127.0.0.1:8080/"}))
	l := s.begin()
	if l.cookie.Secure || strings.HasPrefix(l.cookie.Name, "__Host-") || !l.cookie.HttpOnly {
		t.Errorf("cookie %s, secure %t", l.cookie.Name, l.cookie.Secure)
	}
	if got := query(t, l.url).Get("redirect_uri"); got != "http://127.0.0.1:8080/login" {
		t.Errorf("redirect_uri is %q", got)
	}
	wantUser(t, s.back(i.authorize(t, l.url), l.cookie), "ada")
}

// TestReplicas begins a login at one process and ends it at another.
func TestReplicas(t *testing.T) {
	i := newIssuer(t)
	one, other := newSite(t, i, nil), newSite(t, i, nil)
	l := one.begin()
	wantUser(t, other.back(i.authorize(t, l.url), l.cookie), "ada")
	stranger := newSite(t, i, func(c *oauth.Config) { c.ClientSecret = "another secret of this client" })
	l = one.begin()
	wantReason(t, stranger.back(i.authorize(t, l.url), l.cookie), "wrong state")
}

// TestCallback sends what no honest provider and browser send.
func TestCallback(t *testing.T) {
	for _, test := range []struct {
		name   string
		change func(s *site, l *login, q url.Values)
		want   string
	}{
		{"no cookie", func(_ *site, l *login, _ url.Values) { l.cookie.Value = "" }, "wrong state"},
		{"a cookie of another name", func(_ *site, l *login, _ url.Values) { l.cookie.Name = "flowc-login" }, "wrong state"},
		{"a changed cookie", func(_ *site, l *login, _ url.Values) { l.cookie.Value = "A" + l.cookie.Value[1:] + "A" }, "wrong state"},
		{"a cut cookie", func(_ *site, l *login, _ url.Values) { l.cookie.Value = l.cookie.Value[:20] }, "wrong state"},
		{"a huge cookie", func(_ *site, l *login, _ url.Values) { l.cookie.Value = strings.Repeat("A", 20_000) }, "wrong state"},
		{"the cookie of another login", func(s *site, l *login, _ url.Values) { l.cookie = s.begin().cookie }, "wrong state"},
		{"another state", func(_ *site, _ *login, q url.Values) { q.Set("state", "somebody-elses-state") }, "wrong state"},
		{"an empty state", func(_ *site, _ *login, q url.Values) { q.Set("state", "") }, "wrong state"},
		{"two states", func(_ *site, _ *login, q url.Values) { q.Add("state", "somebody-elses-state") }, "wrong state"},
		{"two codes", func(_ *site, _ *login, q url.Values) { q.Add("code", "somebody-elses-code") }, "wrong state"},
		{"too late", func(s *site, _ *login, _ url.Values) { s.wait(10 * time.Minute) }, "wrong state"},
		{"another issuer", func(_ *site, _ *login, q url.Values) { q.Set("iss", "https://evil.example.com") }, "wrong issuer"},
		{"no issuer", func(_ *site, _ *login, q url.Values) { q.Del("iss") }, "wrong issuer"},
		{"a cancelled login", func(_ *site, _ *login, q url.Values) { q.Del("code"); q.Set("error", "access_denied") }, "login cancelled"},
		{"an error", func(_ *site, _ *login, q url.Values) { q.Del("code"); q.Set("error", "invalid_scope") }, "provider error"},
		{"an error and a code", func(_ *site, _ *login, q url.Values) { q.Set("error", "server_error") }, "provider error"},
		{"an error of somebody else", func(_ *site, _ *login, q url.Values) {
			q.Del("code")
			q.Set("error", "access_denied")
			q.Set("state", "somebody-elses-state")
		}, "wrong state"},
		{"an empty code", func(_ *site, _ *login, q url.Values) { q.Set("code", "") }, "provider error"},
		{"another code", func(_ *site, _ *login, q url.Values) { q.Set("code", "nobodys-code-0123456789") }, "provider error"},
	} {
		t.Run(test.name, func(t *testing.T) {
			i := newIssuer(t)
			s := newSite(t, i, nil)
			l := s.begin()
			q := i.authorize(t, l.url)
			test.change(s, &l, q)
			got := s.back(q, l.cookie)
			wantReason(t, got, test.want)
			wantRefusal(t, got, http.StatusUnauthorized) // whatever it is, it is not the provider's fault
			if test.want != "provider error" && i.called("/token") > 0 {
				t.Error("the code was sent to the provider")
			}
		})
	}
}

// TestCallerLeaves comes back from the provider and leaves: the provider has not failed.
func TestCallerLeaves(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	l := s.begin()
	ctx, leave := context.WithCancel(t.Context())
	r := httptest.NewRequestWithContext(ctx, http.MethodGet, "/login?"+i.authorize(t, l.url).Encode(), nil)
	r.AddCookie(l.cookie)
	leave()
	s.app.Handler(s.mux).ServeHTTP(httptest.NewRecorder(), r)
	if log := s.log.String(); strings.Contains(log, "not of use") || !strings.Contains(log, `"path":"/login"`) {
		t.Errorf("the log says %s", log)
	}
}

// TestErrorCodes comes back with what the provider says went wrong: the log has codes of the protocol, and nothing else that anybody
// may have put there.
func TestErrorCodes(t *testing.T) {
	for code, want := range map[string]string{
		"invalid_scope": "invalid_scope", "Call +1 555 0100": "an unknown error", "https://evil.example.com": "an unknown error",
		strings.Repeat("a", 65): "an unknown error",
	} {
		i := newIssuer(t)
		s := newSite(t, i, nil)
		l := s.begin()
		q := i.authorize(t, l.url)
		q.Del("code")
		q.Set("error", code)
		wantReason(t, s.back(q, l.cookie), "provider error")
		s.mu.Lock()
		log := s.log.String()
		s.mu.Unlock()
		if !strings.Contains(log, "has not let the user in: "+want) || want != code && strings.Contains(log, code) {
			t.Errorf("%s: the log says %s", code, log)
		}
	}
}

// TestTokensInClaims has a provider quote the tokens of a login in what it says of the user, as some do: no log shows them, which
// checkLog looks for when the test ends.
func TestTokensInClaims(t *testing.T) {
	i := newIssuer(t)
	i.idToken = func(c object) { c["name"] = "Ada, by " + i.access }
	s := newSite(t, i, nil)
	got := s.finish(i)
	wantUser(t, got, "ada")
	if !strings.Contains(got.Name, i.access) {
		t.Errorf("the name is %q: the test shows nothing", got.Name)
	}
}

// TestPKCE uses a code with the verifier of another login, as who has stolen the code would.
func TestPKCE(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	victim := s.begin()
	attacker := s.begin()
	q := i.authorize(t, victim.url) // the provider binds the code to the victim's challenge
	q.Set("state", query(t, attacker.url).Get("state"))
	wantReason(t, s.back(q, attacker.cookie), "provider error")
}

// TestOtherEndpoint ends a login at another endpoint than the one that began it.
func TestOtherEndpoint(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	moved := newSite(t, i, nil, withEnv(map[string]string{"PUBLIC_URL": public + "/other"}))
	l := s.begin()
	renamed := moved.begin().cookie
	renamed.Value = l.cookie.Value
	wantReason(t, moved.back(i.authorize(t, l.url), l.cookie), "wrong state")
	wantReason(t, moved.back(i.authorize(t, l.url), renamed), "wrong state")
}

// TestOtherIssuer ends a login at an application that asks another provider since, which knows the same client.
func TestOtherIssuer(t *testing.T) {
	i, other := newIssuer(t), newIssuer(t)
	s, moved := newSite(t, i, nil), newSite(t, other, nil)
	l := s.begin()
	q := other.authorize(t, l.url)
	wantReason(t, moved.back(q, l.cookie), "wrong state")
	wantCalls(t, other, "/token", 0)
}

// TestCallbackIsNotALogin wants code and state together: half of it begins a login.
func TestCallbackIsNotALogin(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	for _, q := range []url.Values{{"code": {"x"}}, {"state": {"x"}}, {"q": {"x"}}} {
		if got := s.back(q); !got.Login {
			t.Errorf("%v: got reason %q, want a login", q, got.Reason)
		}
	}
}

// TestPost sends nobody away who posts something: a browser that came back would not post it again.
func TestPost(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, nil)
	l := s.begin()
	wantReason(t, s.send(http.MethodPost, nil, nil), "missing token")
	cookie := http.Header{"Cookie": {l.cookie.Name + "=" + l.cookie.Value}}
	wantReason(t, s.send(http.MethodPost, i.authorize(t, l.url), cookie), "missing token")
	wantUser(t, s.send(http.MethodPost, nil, http.Header{"Authorization": {"Bearer " + i.accessToken(nil)}}), "ada")
}

// TestNoBrowser asks a site that has no login.
func TestNoBrowser(t *testing.T) {
	i := newIssuer(t)
	s := newSite(t, i, func(c *oauth.Config) { c.Browser = false })
	wantReason(t, s.get(nil, nil), "missing token")
	wantReason(t, s.back(url.Values{"code": {goodCode}, "state": {"x"}}), "missing token")
	wantReason(t, s.get(nil, http.Header{"Authorization": {"Basic YTpi"}}), "missing token")
}
