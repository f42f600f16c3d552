package attacks_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/sessions/flows"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

const (
	ada      = "ada@example.com"
	adasWord = "correct horse battery"
	account  = `{"email":"` + ada + `","password":"` + adasWord + `"}`
	jsonType = "application/json"
)

func length(body string) string { return strconv.Itoa(len(body)) }

// sessions serves the project sessions, with an account, and returns the token of a session.
func sessions(t *testing.T) (*wire, string) {
	t.Helper()
	s := serve(t, flowtest.QuickPasswords(flows.New), nil)
	if a := s.write(t, with("POST /signup", jsonType, account)); len(a) != 1 || a[0].StatusCode != http.StatusCreated {
		t.Fatalf("signing up is answered %v", a)
	}
	return s, s.login(t)
}

// login logs in with the lines in the header, and returns the token of the new session.
func (s *wire) login(t *testing.T, lines ...string) string {
	t.Helper()
	a := s.write(t, with("POST /login", jsonType, account, lines...))
	if len(a) != 1 || a[0].StatusCode != http.StatusNoContent || len(a[0].Cookies()) != 1 {
		t.Fatalf("logging in is answered %v", a)
	}
	return a[0].Cookies()[0].Value
}

// status is that of the one answer to a request.
func (s *wire) status(t *testing.T, text string) int {
	t.Helper()
	a := s.write(t, text)
	if len(a) != 1 {
		t.Fatalf("%.200q has %d answers", text, len(a))
	}
	return a[0].StatusCode
}

func cookie(token string) string { return "Cookie: session=" + token }

// TestWireCookies writes the cookie of a session in every way: it is known as it is, and as nothing else.
func TestWireCookies(t *testing.T) {
	s, token := sessions(t)
	var list []hostile
	for _, c := range []struct {
		lines  []string
		status int
	}{
		{[]string{cookie(token)}, 200},
		{[]string{cookie(token) + "; Path=/; HttpOnly; Domain=evil.example"}, 200},
		{[]string{"Cookie: $Version=1; session=" + token + "; $Path=/"}, 200},
		{[]string{`Cookie: session="` + token + `"`}, 200},
		{[]string{"cookie:session=" + token}, 200},
		{[]string{"Cookie: a=b;session=" + token}, 200},
		{[]string{"Cookie: ;;;; session=" + token + ";;;"}, 200},
		{[]string{cookie("x") + "; session=" + token}, 401},
		{[]string{cookie(token) + "; session=x"}, 200},
		{[]string{cookie("x"), cookie(token)}, 401},
		{[]string{cookie(token), cookie("x")}, 200},
		{[]string{cookie("") + "; session=" + token}, 401},
		{[]string{"Cookie: session"}, 401},
		{[]string{"Cookie: =" + token}, 401},
		{[]string{"Cookie: " + token}, 401},
		{[]string{"Cookie:"}, 401},
		{[]string{"Cookie: session =" + token}, 200},
		{[]string{"Cookie: session= " + token}, 401},
		{[]string{cookie(token) + ",x"}, 401},
		{[]string{cookie(token) + " x"}, 401},
		{[]string{cookie(token) + "\tx"}, 401},
		{[]string{cookie(token) + "%20"}, 401},
		{[]string{cookie("%22" + token + "%22")}, 401},
		{[]string{cookie(strings.ReplaceAll(token, token[:1], "%"+fmt.Sprintf("%02x", token[0])))}, 401},
		{[]string{cookie(token + "=")}, 401},
		{[]string{cookie(token[:len(token)-1])}, 401},
		{[]string{cookie(strings.ToLower(token) + strings.ToUpper(token))}, 401},
		{[]string{cookie(token + "é")}, 401},
		{[]string{cookie("é" + token)}, 401},
		{[]string{cookie(token + `\`)}, 401},
		{[]string{"Cookie: SESSION=" + token}, 401},
		{[]string{"Cookie: session[]=" + token}, 401},
		{[]string{"Cookie: session.=" + token}, 401},
		{[]string{"Cookie: __Secure-session=" + token}, 401},
		{[]string{"Cookie2: session=" + token}, 401},
		{[]string{"Set-Cookie: session=" + token}, 401},
		{[]string{"Authorization: Bearer " + token}, 401},
		{[]string{cookie("' OR '1'='1")}, 401},
		{[]string{cookie("*")}, 401},
		{[]string{cookie("session:" + token)}, 401},
		{[]string{cookie("{{request.ip}}")}, 401},
		{[]string{cookie(strings.Repeat("a", 20000))}, 401},
		{[]string{"Cookie: " + strings.Repeat("a=b; ", 3000) + "session=" + token}, 401},
		{[]string{"Connection: cookie", cookie(token)}, 200},
		{[]string{cookie(token + "\x00")}, 400},
		{[]string{cookie("x") + "\r\n session=" + token}, 401},
	} {
		list = append(list, hostile{fmt.Sprintf("%d", len(list)), of("GET /me", c.lines...), []int{c.status}})
	}
	s.suffer(t, list, token, adasWord)
}

// TestWireBodies logs in with bodies that are none, or mean more than one thing.
func TestWireBodies(t *testing.T) {
	s, token := sessions(t)
	many := strings.Repeat("[", 100000)
	var list []hostile
	add := func(status int, contentType, body string, lines ...string) {
		list = append(list, hostile{fmt.Sprintf("%d", len(list)), with("POST /login", contentType, body, lines...), []int{status}})
	}
	for _, body := range []string{
		"", " ", "null", "[]", "1", `"x"`, "{", `{"email"`, account + account, account + "x", "\ufeff" + account[1:], "{'email':'a','password':'b'}",
		`{"email":"a","password":"b",}`, `{"email":"a","password":NaN}`, `{"email":"a","password":"b"/**/}`, `{"email":"a","password":null}`,
		`{"email":{"$ne":""},"password":{"$ne":""}}`, `{"email":["a"],"password":["b"]}`, `{"email":1,"password":2}`, `{"email":true,"password":false}`,
		`{"email":"a","email":"b","password":"c"}`, `{"email":"a","password":"b","password":"c"}`, `{"email":"a","\u0065mail":"b","password":"c"}`,
		`{"EMAIL":"a","PASSWORD":"b"}`, `{"email":"` + "\xff" + `","password":"b"}`, `{"email":"\ud800","password":"b"}`, `{"email":"` + "\x00" + `","password":"b"}`,
		`{"email":"a` + "\n" + `","password":"b"}`, `{"email":"\x41","password":"b"}`, `{"email":1e999999,"password":"b"}`, `{"email":"a","password":` + many + `}`,
		`{"email":"a","x":` + many + strings.Repeat("]", 100000) + `,"password":"b"}`, `{"__proto__":{"email":"a"},"password":"b"}`, `{"email":"` + ada + `\u0000","password":"` + adasWord + `"}`,
	} {
		add(400, jsonType, body)
	}
	for _, body := range []string{
		`{"email":"nobody@example.com","password":"` + adasWord + `"}`, `{"email":"` + ada + `","password":"wrong"}`,
		`{"email":"` + strings.ToUpper(ada[:3]) + `%","password":"` + adasWord + `"}`, `{"email":"' OR 1=1 --","password":"x"}`, `{"email":"` + ada + `","password":"` + adasWord + `\u0000"}`,
		`{"email":"` + ada + `","password":"","x":` + strings.Repeat("9", 5000) + `}`, `{"email":"` + ada + `","password":"` + strings.Repeat("x", 100000) + `"}`,
		`{"email":"` + ada + `","password":"x","n":1e308}`, `{"email":"{{env.HOME}}","password":"x"}`,
	} {
		add(401, jsonType, body)
	}
	for _, contentType := range []string{
		"", "text/plain", "application/xml", "text/json", "application/json-patch", "application/x-json", "multipart/mixed; boundary=x", "application/jsonx",
		"application/json application/json", "application/json, text/plain", "application/octet-stream",
	} {
		add(415, contentType, account)
	}
	add(204, "APPLICATION/JSON; charset=UTF-8", account)
	add(415, jsonType+"; charset=utf-7", account)
	add(415, jsonType, account, "Content-Encoding: gzip")
	add(415, jsonType, account, "Content-Encoding: br, identity")
	form := "application/x-www-form-urlencoded"
	add(204, form, "email=ada%40example.com&password=correct+horse+battery")
	add(400, form, "email=a&email=b&password=c")
	add(400, form, "email=%zz&password=c")
	add(400, form, "email=%ff&password=c")
	add(400, form, "email=a;password=c")
	add(400, form, "email[]=a&password[]=c")
	add(415, form, account)
	add(413, jsonType, `{"email":"`+strings.Repeat("x", 1<<20)+`","password":"b"}`)
	s.suffer(t, list, token, adasWord)
}

// TestWireFrames writes requests whose end, whose lines and whose targets are in doubt: one answer, and no second request out of one.
func TestWireFrames(t *testing.T) {
	s, token := sessions(t)
	next := "GET /me HTTP/1.1\r\nHost: shop.example\r\n" + cookie(token) + "\r\n\r\n"
	var list []hostile
	add := func(text string, statuses ...int) {
		list = append(list, hostile{fmt.Sprintf("%d", len(list)), text, statuses})
	}
	for _, lines := range [][]string{
		{"Transfer-Encoding: chunked", "Content-Length: 4"}, {"Content-Length: 4", "Transfer-Encoding: chunked"},
	} {
		add(strings.Replace(of("POST /logout", lines...), "Connection: close\r\n", "", 1)+"0\r\n\r\n"+next, 401)
	}
	for _, coding := range []string{"xchunked", "chunked, chunked", "chunked, identity", "identity", "gzip, chunked", "CHUNKED;q=1", "\x0bchunked", "chunked\x00", `"chunked"`} {
		add(of("POST /logout", "Transfer-Encoding: "+coding)+"0\r\n\r\n"+next, 400, 501)
	}
	for _, lines := range [][]string{
		{"Content-Length: 0, 5"}, {"Content-Length: 0", "Content-Length: 5"}, {"Content-Length: -1"}, {"Content-Length: 0x5"}, {"Content-Length: 5 5"},
		{"Content-Length: 99999999999999999999"}, {"Content-Length: "}, {"Content-Length : 5"}, {"Content\x00-Length: 5"}, {"no colon"},
		{": empty"}, {"X Y: z"}, {"X\x7f: z"}, {"X: a\x00b"}, {"X: a\x01b"}, {"Host: evil.example"}, {"X(: y"}, {"X: a\rb: c"}, {"Transfer_Encoding\x0b: chunked"},
	} {
		add(of("POST /logout", lines...)+"12345"+next, 400)
	}
	add(of("POST /logout", " Content-Length: 5")+"12345"+next, 400, 401) // a fold of the line before
	for _, chunks := range []string{"x\r\n", "-1\r\n", "FFFFFFFFFFFFFFFFF\r\n", "0x5\r\n12345\r\n0\r\n\r\n", "5\r\n123456\r\n0\r\n\r\n", "5;" + strings.Repeat("a", 100000) + "\r\n12345\r\n0\r\n\r\n"} {
		add(with("POST /login", jsonType, "", "Transfer-Encoding: chunked")+chunks, 400)
	}
	for _, line := range []string{
		"GET  /me HTTP/1.1", "GET /me  HTTP/1.1", "GET\t/me\tHTTP/1.1", " GET /me HTTP/1.1", "GET /me HTTP/1.1 ", "GET /me HTTP/1.", "GET /me HTTP/11", "GET /me http/1.1", "GET /me\x00 HTTP/1.1",
		"GET /me", "GET", "G\x00T /me HTTP/1.1", "GET me HTTP/1.1", "GET \\me HTTP/1.1", "GET /me\x0b HTTP/1.1", "GET /%zz HTTP/1.1", "GET /%u006de HTTP/1.1", "{} / HTTP/1.1", "(GET) /me HTTP/1.1",
	} {
		add(line+"\r\nHost: shop.example\r\nConnection: close\r\n"+cookie(token)+"\r\n\r\n", 400)
	}
	add("GET /me HTTP/2.0\r\nHost: shop.example\r\n\r\n", 400, 505)
	add("GET /me HTTP/0.9\r\n\r\n", 400, 505)
	add("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400, 405, 505)
	add("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400)
	add("GET /me HTTP/1.1\r\nConnection: close\r\n\r\n", 400)
	for _, host := range []string{"a b", "shop.example/evil", "shop.example?x", "a@b", "shop.example\x00", "<script>", "shop.example, b"} {
		add("GET /me HTTP/1.1\r\nHost: "+host+"\r\nConnection: close\r\n\r\n", 400, 401)
	}
	add("GET /me HTTP/1.1\r\nHost: \r\nConnection: close\r\n\r\n", 400, 401)
	add(of("GET /"+strings.Repeat("a", 60000)), 414, 431)
	add(of("GET /me", "X: "+strings.Repeat("a", 60000)), 431)
	add(of("GET /me", strings.Split(strings.TrimSuffix(strings.Repeat("X: y\n", 9000), "\n"), "\n")...), 431)
	add(of(strings.Repeat("G", 60000)+" /me"), 400, 431)
	add(of("POST /login", "Expect: 200-ok", "Content-Length: 0"), 417)
	add("GET /me HTTP/1.0\r\n\r\n", 401)
	add("GET /me HTTP/1.1\nHost: shop.example\nConnection: close\n\n", 401)
	s.suffer(t, list, token, adasWord)
}

// TestWireTargets asks for what is not there by paths, methods and hosts that a router may read otherwise.
func TestWireTargets(t *testing.T) {
	s, token := sessions(t)
	var list []hostile
	add := func(text string, statuses ...int) {
		list = append(list, hostile{fmt.Sprintf("%d", len(list)), text, statuses})
	}
	for _, path := range []string{
		"/me/", "/ME", "/me.", "/me%20", "/me%00", "/me;a=b", "/me;jsessionid=" + "x", "/me%3f", "/me%23", "/me%2f", "/me%5c", `/me\`, "/me/..;/me", "/me%2f..", "/%2e/me", "/.%2e/me", "/me%c0%ae", "/me%ef%bc%8f",
		"/%25%6d%65", "/me,", "/me:80", "/@evil.example/me", "/me%0d%0aSet-Cookie:%20session=x", "/me%0aLocation:%20https:%2f%2fevil.example", "/healthz/me", "/.env", "/.git/config", "/flows.db", "/debug/pprof/", "/metrics", "/mcp",
		"/..%2f..%2fetc%2fpasswd", "/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
	} {
		add(of("GET "+path, cookie(token)), 404)
	}
	for _, path := range []string{"//me", "/./me", "/x/../me", "/me/.", "//evil.example/%2e%2e/me", "///evil.example", `/\evil.example/..`, "//evil.example//..", "/../../etc/passwd", "/a/..//evil.example/.."} {
		add(of("GET "+path, cookie(token)), 301, 307, 308, 404)
	}
	for _, path := range []string{"/%6de", "/me?", "/me?a=%zz", "/me?a;b", "/me?session=x", "/me?" + strings.Repeat("a&", 5000), "http://evil.invalid/me", "/me?a=%00"} {
		add(of("GET "+path, cookie(token)), 200)
	}
	for _, target := range []string{"PUT /me", "PATCH /me", "DELETE /me", "POST /me", "TRACE /me", "PROPFIND /me", "get /me", "GETT /me", "OPTIONS /me", "GET /login", "HEAD /login", "GET /logout", "HEAD /logout", "OPTIONS /logout"} {
		add(of(target, cookie(token)), 405)
	}
	add(of("CONNECT evil.invalid:80"), 400, 404, 405)
	add(of("OPTIONS *"), 200, 204, 400, 404, 405)
	add(of("GET *"), 400, 404, 405)
	add(of("HEAD /me", cookie(token)), 200)
	for _, line := range []string{
		"X-HTTP-Method-Override: POST", "X-Method-Override: DELETE", "X-Original-URL: /logout", "X-Rewrite-URL: /logout", "X-Forwarded-Host: evil.invalid", "X-Forwarded-Prefix: //evil.invalid", "Forwarded: for=1.2.3.4;host=evil.invalid",
		"Range: bytes=0-1", "Range: bytes=-1,0-,5-2", "Range: lines=1", "If-None-Match: *", "If-Modified-Since: Mon, 01 Jan 2090 00:00:00 GMT", "If-Match: x", "If-Range: x", "Accept: text/html", "Accept: */*;q=nan", "Accept-Encoding: gzip, x;q=9",
		"Upgrade: h2c", "Upgrade: websocket", "HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA", "TE: trailers", "Max-Forwards: 0", "Proxy-Authorization: Basic eDp5", "Traceparent: 00-x-y-z", "X-Request-Id: a\tb", "From: <script>", "Referer: https://evil.invalid/",
	} {
		add(of("GET /me", cookie(token), line), 200)
	}
	s.suffer(t, list, token, adasWord)
	if s.status(t, of("GET /me", cookie(token))) != http.StatusOK {
		t.Error("one of them has ended the session")
	}
}

// TestWireOrigins has browsers end a session from pages that are not the site's, by every spelling of where they come from.
func TestWireOrigins(t *testing.T) {
	s, token := sessions(t)
	var list []hostile
	for _, lines := range [][]string{
		{"Sec-Fetch-Site: cross-site"}, {"Sec-Fetch-Site: same-site"}, {"Sec-Fetch-Site: CROSS-SITE"}, {"Sec-Fetch-Site: x"}, {"Sec-Fetch-Site: same-origin, cross-site"},
		{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-origin"}, {"Sec-Fetch-Site: cross-site", "Origin: http://shop.example"},
		{"Origin: null"}, {"Origin: https://evil.invalid"}, {"Origin: http://shop.example.evil.invalid"}, {"Origin: http://evil.invalid#shop.example"}, {"Origin: http://shop.example@evil.invalid"},
		{"Origin: http://shop.example:8080"}, {"Origin: http://shop.example."}, {"Origin: http://evil.invalid", "Origin: http://shop.example"}, {"Origin: http://shop.example, http://evil.invalid"}, {"Origin: file://"}, {"Origin: x"},
		{"Origin: http://shopXexample"}, {"Origin: http://evil.invalid/shop.example"}, {"Origin: http://evil.invalid\tshop.example"}, {"Origin: https://evil.invalid", "X-Forwarded-Host: evil.invalid"},
	} {
		list = append(list, hostile{strings.Join(lines, " and "), with("POST /logout", "text/plain", "", append(lines, cookie(token))...), []int{http.StatusForbidden}})
		list = append(list, hostile{"log in, " + strings.Join(lines, " and "), with("POST /login", jsonType, account, lines...), []int{http.StatusForbidden}})
	}
	s.suffer(t, list, token, adasWord)
	if s.status(t, of("GET /me", cookie(token))) != http.StatusOK {
		t.Error("one of them has ended the session")
	}
}

// TestWireSessions fixes, replays, outlives and races sessions.
func TestWireSessions(t *testing.T) {
	s, token := sessions(t)
	t.Run("fixed before the log-in", func(t *testing.T) {
		const chosen = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
		if got := s.login(t, cookie(chosen)); got == chosen || s.status(t, of("GET /me", cookie(chosen))) != http.StatusUnauthorized {
			t.Error("who has chosen the cookie is logged in")
		}
		if got := s.login(t, cookie(token)); got == token {
			t.Error("the log-in goes on with the session that was there")
		}
	})
	t.Run("after its end", func(t *testing.T) {
		own := s.login(t)
		if s.status(t, of("POST /logout", cookie(own), "Content-Length: 0")) != http.StatusNoContent {
			t.Error("logging out fails")
		}
		for _, first := range []string{"GET /me", "HEAD /me", "POST /logout"} {
			if status := s.status(t, of(first, cookie(own))); status != http.StatusUnauthorized {
				t.Errorf("%s is answered %d", first, status)
			}
		}
	})
	t.Run("used as it ends", func(t *testing.T) {
		own := s.login(t)
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				first := "GET /me"
				if i == 10 {
					first = "POST /logout"
				}
				if status := s.status(t, of(first, cookie(own))); status >= 500 {
					t.Errorf("%s is answered %d", first, status)
				}
			})
		}
		all.Wait()
		if status := s.status(t, of("GET /me", cookie(own))); status != http.StatusUnauthorized {
			t.Errorf("and is there again: %d", status)
		}
	})
	t.Run("at its last moment", func(t *testing.T) {
		own := s.login(t)
		s.wait(7*24*time.Hour - time.Second)
		if status := s.status(t, of("GET /me", cookie(own))); status != http.StatusOK {
			t.Errorf("a second before: %d", status)
		}
		s.wait(2 * time.Second)
		if status := s.status(t, of("GET /me", cookie(own))); status != http.StatusUnauthorized {
			t.Errorf("a second behind: %d", status)
		}
		s.wait(-2 * time.Second) // a clock that is set back
		if status := s.status(t, of("GET /me", cookie(own))); status >= 500 {
			t.Errorf("by a clock that went back: %d", status)
		}
	})
}
