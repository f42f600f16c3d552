package main

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"testing"
)

// step sends a request as a browser that does not follow redirects, and returns the answer with the text of its body.
func (b *browser) step(method, path string, change func(r *http.Request)) (*http.Response, string) {
	b.t.Helper()
	request, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	if change != nil {
		change(request)
	}
	still := *b.http
	still.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answer, err := still.Do(request)
	if err != nil {
		b.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	return answer, string(text)
}

// another is a browser of somebody else.
func (b *browser) another() *browser {
	b.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		b.t.Fatal(err)
	}
	other := *b.http
	other.Jar = jar
	return &browser{t: b.t, url: b.url, http: &other}
}

// begin begins a login, and returns the path that the provider sends the browser back to.
func (b *browser) begin() string {
	b.t.Helper()
	begun, _ := b.step("GET", "/login", nil)
	at, err := begun.Location()
	if err != nil {
		b.t.Fatalf("a login is answered %d (%v)", begun.StatusCode, err)
	}
	still := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	back, err := still.Get(at.String())
	if err != nil {
		b.t.Fatal(err)
	}
	back.Body.Close()
	return strings.TrimPrefix(back.Header.Get("Location"), b.url)
}

// A login leads where the project says, whoever asks for another page or host.
func TestLoginLeadsNowhereElse(t *testing.T) {
	p := newProvider(t)
	b := start(t, p)
	for _, query := range []string{"", "?next=https://evil.example", "?redirect_uri=https://evil.example/login", "?return_to=//evil.example", "?client_id=evil"} {
		answer, _ := b.step("GET", "/login"+query, func(r *http.Request) {
			r.Host = "evil.example"
			r.Header.Set("X-Forwarded-Host", "evil.example")
			r.Header.Set("Forwarded", "host=evil.example;proto=http")
		})
		at, err := answer.Location()
		if err != nil || answer.StatusCode != http.StatusFound || !strings.HasPrefix(at.String(), p.url+"/authorize?") {
			t.Fatalf("/login%s is answered %d to %v (%v)", query, answer.StatusCode, at, err)
		}
		if sent := at.Query(); len(sent["redirect_uri"]) != 1 || sent.Get("redirect_uri") != b.url+"/login" || sent.Get("client_id") != "shop" || strings.Contains(at.String(), "evil") {
			t.Errorf("/login%s leads to %s", query, at)
		}
	}
}

// Who comes back with what another browser was sent, a second time, or with more than the provider sends, is not logged in.
func TestCallbacks(t *testing.T) {
	b := start(t, newProvider(t))
	for name, attack := range map[string]func() (*http.Response, string){
		"of another browser":        func() (*http.Response, string) { return b.another().step("GET", b.begin(), nil) },
		"of another, who has begun": func() (*http.Response, string) { o := b.another(); o.begin(); return o.step("GET", b.begin(), nil) },
		"with two states":           func() (*http.Response, string) { return b.step("GET", b.begin()+"&state=x", nil) },
		"with another code": func() (*http.Response, string) {
			return b.step("GET", strings.Replace(b.begin(), "code=", "code=x", 1), nil)
		},
		"with a state of NUL": func() (*http.Response, string) { b.begin(); return b.step("GET", "/login?code=x&state=%00", nil) },
		"from another issuer": func() (*http.Response, string) { return b.step("GET", b.begin()+"&iss=https://evil.example", nil) },
		"of an error": func() (*http.Response, string) {
			at, err := url.Parse(b.begin())
			if err != nil {
				t.Fatal(err)
			}
			return b.step("GET", "/login?error=access_denied&error_description=%3Cscript%3E&state="+url.QueryEscape(at.Query().Get("state")), nil)
		},
		"a second time": func() (*http.Response, string) {
			path := b.begin()
			if answer, text := b.step("GET", path, nil); answer.StatusCode != http.StatusSeeOther || answer.Header.Get("Location") != "/me" {
				t.Errorf("the first time is answered %d %s", answer.StatusCode, text)
			}
			return b.step("GET", path, nil)
		},
	} {
		answer, text := attack()
		logged := false
		for _, cookie := range answer.Cookies() {
			logged = logged || cookie.Name == "session"
		}
		if answer.StatusCode != http.StatusUnauthorized && answer.StatusCode != http.StatusBadRequest || logged || strings.Contains(text, "<script>") {
			t.Errorf("%s: answered %d %s, session %t", name, answer.StatusCode, text, logged)
		}
	}
}

// A token opens what it is for: an access token is no session, and a session no access token.
func TestTokensAreForOnePurpose(t *testing.T) {
	p := newProvider(t)
	b := start(t, p)
	session := ""
	answer, _ := b.step("GET", b.begin(), nil)
	for _, cookie := range answer.Cookies() {
		if cookie.Name == "session" {
			session = cookie.Value
			if !cookie.Secure || !cookie.HttpOnly || cookie.SameSite != http.SameSiteLaxMode {
				t.Errorf("the cookie is %s", cookie)
			}
		}
	}
	if session == "" {
		t.Fatalf("the login is answered %d without a session", answer.StatusCode)
	}
	access := p.sign(map[string]any{"aud": "https://api.example.com", "scope": "orders:read"})
	for _, path := range []string{"/api/me", "/api/orders"} {
		if status, _, body := b.another().do("GET", path, session); status != http.StatusUnauthorized {
			t.Errorf("%s with a session is answered %d %s", path, status, body)
		}
	}
	for _, cookies := range []string{"session=" + access, "session=x; session=" + session, "Session=" + session} {
		answer, text := b.another().step("GET", "/me", func(r *http.Request) { r.Header.Set("Cookie", cookies) })
		if answer.StatusCode != http.StatusUnauthorized {
			t.Errorf("/me with the cookies %q is answered %d %s", cookies, answer.StatusCode, text)
		}
	}
	if answer, text := b.another().step("GET", "/login", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+access) }); answer.StatusCode != http.StatusUnauthorized {
		t.Errorf("logging in with an access token is answered %d %s", answer.StatusCode, text)
	}
}

// A session ends once, and not by what a page of another origin has a browser send.
func TestLoggingOut(t *testing.T) {
	b := start(t, newProvider(t))
	b.step("GET", b.begin(), nil)
	for name, value := range map[string]string{"Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"} {
		if answer, _ := b.step("POST", "/logout", func(r *http.Request) { r.Header.Set(name, value) }); answer.StatusCode != http.StatusForbidden {
			t.Errorf("logging out with %s %s is answered %d", name, value, answer.StatusCode)
		}
	}
	for _, method := range []string{"GET", "HEAD", "OPTIONS"} {
		if answer, _ := b.step(method, "/logout", nil); answer.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s /logout is answered %d", method, answer.StatusCode)
		}
	}
	statuses := make([]int, 8)
	var all sync.WaitGroup
	for i := range statuses {
		request, err := http.NewRequestWithContext(t.Context(), "POST", b.url+"/logout", nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, cookie := range b.http.Jar.Cookies(request.URL) {
			request.AddCookie(cookie)
		}
		all.Go(func() {
			answer, err := b.http.Transport.RoundTrip(request)
			if err != nil {
				t.Error(err)
				return
			}
			answer.Body.Close()
			statuses[i] = answer.StatusCode
		})
	}
	all.Wait()
	ended := 0
	for _, status := range statuses {
		switch status {
		case http.StatusNoContent:
			ended++
		case http.StatusUnauthorized:
		default:
			t.Errorf("logging out is answered %d", status)
		}
	}
	if ended != 1 {
		t.Errorf("the session ended %d times", ended)
	}
}
