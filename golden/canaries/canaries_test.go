package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"
	_ "modernc.org/sqlite"

	"github.com/flowc-dev/flowc/golden/canaries/flows"
)

// programEnv makes the test binary be the program instead.
const programEnv = "CANARIES_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programEnv) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

// least is how many canaries are to be planted, or it is no proof.
const least = 200

// Nothing that is secret is in what a server writes, at level debug, whoever wrote it and in whatever form.
func TestLogHoldsNoCanary(t *testing.T) {
	for _, format := range []string{"json", "text"} {
		t.Run(format, func(t *testing.T) {
			t.Parallel()
			g := &garden{channels: map[string]string{}}
			p := startProgram(t, g, format)
			p.everything(t, g)
			log := p.stop(t)
			p.stored(t, g)
			if n := len(g.channels); n < least {
				t.Errorf("only %d canaries are planted", n)
			}
			if n := strings.Count(log, "••••"); n < 2*least {
				t.Errorf("only %d values are masked: it is no proof", n)
			}
			for _, want := range []string{"by the old log", "base64", "lazily", "panic: ", "auth:valid", "auth:invalid", "listening", "refused", "failed"} {
				if !strings.Contains(log, want) {
					t.Errorf("the log has no %q: it is no proof", want)
				}
			}
			g.search(t, log)
		})
	}
}

// program is the server as a process of its own.
type program struct {
	cmd     *exec.Cmd
	dir     string
	address string
	log     *output
	secret  string // of tokens
	keys    []string
	staff   string // the password of ada
	service *httptest.Server
}

// output collects what a process writes.
type output struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

// startProgram plants canaries in the environment and in a dotenv file, and starts the server there.
func startProgram(t *testing.T, g *garden, format string) *program {
	t.Helper()
	p := &program{dir: t.TempDir(), log: &output{}, secret: g.plant("JWT_SECRET") + g.plant("JWT_SECRET"), staff: g.plant("password of ada")}
	p.service = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "of-the-service"})
	}))
	t.Cleanup(p.service.Close)
	for i := range 4 {
		p.keys = append(p.keys, g.plant(fmt.Sprintf("key %d of API_KEYS", i)))
	}
	host := strings.TrimPrefix(p.service.URL, "http://")
	dotenv := "SERVICE_KEY=" + g.plant("SERVICE_KEY of .env") + "\nHOOK_SECRET='" + g.plant("HOOK_SECRET of .env") + "'\n"
	if err := os.WriteFile(filepath.Join(p.dir, ".env"), []byte(dotenv), 0o600); err != nil {
		t.Fatal(err)
	}
	hashed := sha256.Sum256([]byte(p.keys[3]))
	p.run(t,
		"LOG_FORMAT="+format, "LOG_LEVEL=debug", "LISTEN=127.0.0.1:0", "DATABASE_URL=sqlite:flows.db",
		"STORAGE_URL=memory:", "JWT_SECRET="+p.secret, "SPILL_SECRET="+g.plantRich("SPILL_SECRET"), "GITHUB_SECRET="+g.plant("GITHUB_SECRET"),
		"API_KEYS=a:"+p.keys[0]+", b:"+p.keys[1]+",c:"+p.keys[2]+",d:sha256:"+g.known("hash of API_KEYS", fmt.Sprintf("%x", hashed)),
		"BASIC_AUTH_USERS=ada:"+g.known("hash of BASIC_AUTH_USERS", hash(t, p.staff))+",bob:"+g.known("hash of BASIC_AUTH_USERS", hash(t, g.plant("password of bob"))),
		"SERVICE_URL=http://"+g.plant("user of SERVICE_URL")+":"+g.plant("password of SERVICE_URL")+"@"+host+"/in?key="+g.plant("query of SERVICE_URL"),
	)
	p.address = p.listening(t)
	return p
}

func (p *program) run(t *testing.T, env ...string) {
	t.Helper()
	p.cmd = exec.CommandContext(t.Context(), os.Args[0])
	p.cmd.Dir, p.cmd.Env, p.cmd.Stdout, p.cmd.Stderr = p.dir, append(env, programEnv+"=1"), p.log, p.log
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
}

func hash(t *testing.T, password string) string {
	t.Helper()
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	return string(hash)
}

// listening waits until the server says where it listens.
func (p *program) listening(t *testing.T) string {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); {
		_, after, found := strings.Cut(p.log.String(), "http://127.0.0.1:")
		if end := strings.IndexAny(after, "\" \n"); found && end > 0 {
			return "http://127.0.0.1:" + after[:end]
		}
		select {
		case <-t.Context().Done():
		case <-time.After(5 * time.Millisecond):
		}
	}
	t.Fatal("the server does not say where it listens")
	return ""
}

// stop ends the server and returns all that it wrote.
func (p *program) stop(t *testing.T) string {
	t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := p.cmd.Wait(); err != nil {
		t.Errorf("the server ends with %v", err)
	}
	return p.log.String()
}

// everything sends canaries wherever callers can.
func (p *program) everything(t *testing.T, g *garden) {
	t.Helper()
	for how := range flows.Ways() {
		p.spill(t, g, how)
		p.signup(t, g, how)
	}
	p.tokens(t, g)
	p.people(t, g)
	p.machines(t, g)
	p.hooks(t, g)
	p.malformed(t, g)
}

// send sends a request; headers are name, value, name, value.
func (p *program) send(t *testing.T, method, path, body string, headers ...string) (status int) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, p.address+path, strings.NewReader(body))
	if err != nil {
		t.Fatal("a request can't be made") // its error may show a canary
	}
	r.Header.Set("Content-Type", "application/json")
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal("a request is not answered")
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		t.Fatal(err)
	}
	return response.StatusCode
}

func (p *program) spill(t *testing.T, g *garden, how int) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"how": how, "inBody": g.plantRich("body")})
	if err != nil {
		t.Fatal(err)
	}
	bearer := "Bearer " + g.plant("Authorization")
	if how%2 == 1 {
		bearer = "Basic " + base64.StdEncoding.EncodeToString([]byte("me:"+g.plantRich("Basic password")))
	}
	status := p.send(t, "POST", "/spill/"+g.plant("path")+"?inQuery="+url.QueryEscape(g.plantRich("query")), string(body),
		"inHeader", g.plant("header"), "Cookie", "inCookie="+g.plant("cookie")+"; other="+g.plant("another cookie"), "Authorization", bearer)
	if status != 204 && status != 500 {
		t.Errorf("way %d: status %d", how, status)
	}
}

func (p *program) signup(t *testing.T, g *garden, how int) {
	t.Helper()
	body := fmt.Sprintf(`{"how":%d,"email":"%d@a.test","password":"%s"}`, how, how, g.plant("password"))
	if status := p.send(t, "POST", "/signup", body); status != 201 && status != 500 {
		t.Errorf("way %d: status %d", how, status)
	}
	p.send(t, "POST", "/signup", body) // 409
}

// stored adds what the server itself has made: hashes and tokens.
func (p *program) stored(t *testing.T, g *garden) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(p.dir, "flows.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query("SELECT password_hash, api_token FROM users")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var hash, token string
		if err := rows.Scan(&hash, &token); err != nil {
			t.Fatal(err)
		}
		g.known("hash of the database", hash)
		g.known("token of the database", token)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func (p *program) tokens(t *testing.T, g *garden) {
	t.Helper()
	for name, key := range map[string]string{"right": p.secret, "forged": g.plant("key of a forger")} {
		token := g.known("signature of a token", sign(t, key, map[string]any{"sub": "ada", "exp": 4e9, "card": g.plantRich("claim"), "more": g.plant("claim")}))
		if status := p.send(t, "GET", "/me", "", "Authorization", "Bearer "+token); (status == 200) != (name == "right") {
			t.Errorf("%s token: status %d", name, status)
		}
	}
	p.send(t, "GET", "/me?access_token="+g.plant("token in a query"), "", "Authorization", "Bearer "+g.plant("no token"))
	p.send(t, "GET", "/me", "", "Authorization", g.plant("no scheme"), "Proxy-Authorization", "Bearer "+g.plant("proxy"))
}

// sign makes a token of HS256.
func sign(t *testing.T, key string, claims map[string]any) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	encode := base64.RawURLEncoding.EncodeToString
	signed := encode([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + encode(payload)
	mac := hmac.New(sha256.New, []byte(key))
	mac.Write([]byte(signed))
	return signed + "." + encode(mac.Sum(nil))
}

func (p *program) people(t *testing.T, g *garden) {
	t.Helper()
	for password, want := range map[string]int{p.staff: 200, g.plant("wrong password"): 401} {
		credentials := base64.StdEncoding.EncodeToString([]byte("ada:" + password))
		if status := p.send(t, "GET", "/staff", "", "Authorization", "Basic "+credentials); status != want {
			t.Errorf("Basic: status %d, want %d", status, want)
		}
	}
}

func (p *program) machines(t *testing.T, g *garden) {
	t.Helper()
	for _, key := range p.keys {
		if status := p.send(t, "POST", "/call", "", "X-API-Key", key); status != 204 {
			t.Errorf("the service is not called: %d", status)
		}
	}
	p.send(t, "POST", "/call", "", "X-API-Key", g.plant("wrong key"))
	p.service.Close()
	if status := p.send(t, "POST", "/call", "", "X-API-Key", p.keys[0]); status != 503 && status != 500 {
		t.Errorf("a service that is down: %d", status)
	}
}

func (p *program) hooks(t *testing.T, g *garden) {
	t.Helper()
	const hook = "/webhooks/ca1n2a3r4y5h6o7o8k9o1n2e3t4w5"
	p.send(t, "POST", hook+"/shared", `{}`, "X-Webhook-Secret", g.plant("wrong secret of a Webhook"))
	p.send(t, "POST", hook+"/signed", `{}`, "X-Hub-Signature-256", "sha256="+g.plant("wrong signature"))
}

// malformed sends what is refused before any workflow could say what of it is secret: nothing of it is logged at all.
func (p *program) malformed(t *testing.T, g *garden) {
	t.Helper()
	for _, tt := range []struct{ path, body, kind string }{
		{"/spill/a", `{"inBody":"` + g.plant("broken JSON"), "application/json"},
		{"/spill/a", `{"inBody":"a","inBody":"` + g.plant("key twice") + `"}`, "application/json"},
		{"/spill/a", `{"` + g.plant("name") + `":1,"how":"` + g.plant("no int") + `"}`, "application/json"},
		{"/spill/a", `inBody=%zz` + g.plant("broken form"), "application/x-www-form-urlencoded"},
		{"/spill/a", g.plant("text"), "text/plain"},
		{"/spill/a", g.plant("charset"), "application/json; charset=" + g.plant("charset")},
		{"/spill/a", g.plant("too large") + strings.Repeat("x", 2<<20), "application/json"},
		{"/spill/a?inQuery=%zz" + g.plant("broken query"), `{}`, "application/json"},
		{"/" + g.plant("unknown path") + "?a=" + g.plant("unknown query"), `{}`, "application/json"},
		{"/me", g.plant("body of another method"), "application/json"},
	} {
		p.sendRaw(t, "POST "+tt.path+" HTTP/1.1\r\nHost: a\r\nContent-Type: "+tt.kind+"\r\nContent-Length: "+fmt.Sprint(len(tt.body))+"\r\n\r\n"+tt.body)
	}
	p.sendRaw(t, g.plant("no request")+"\r\n\r\n")
	p.sendRaw(t, "GET / HTTP/1.1\r\nHost: "+g.plant("host")+" x\r\n\r\n")
	p.sendRaw(t, "GET / HTTP/1.1\r\nHost: a\r\n"+g.plant("bad name")+" : "+g.plant("header")+"\r\n\r\n")
	p.sendRaw(t, "GET / HTTP/1.1\r\nHost: a\r\nX: "+g.plant("long header")+strings.Repeat("x", 64<<10)+"\r\n\r\n")
}

// sendRaw sends bytes on a connection of their own and expects a problem.
func (p *program) sendRaw(t *testing.T, request string) {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(p.address, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.WriteString(c, request) }() // a refusal may come before it is read
	response, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Errorf("%.20s… is not answered", request[strings.IndexByte(request, ' ')+1:])
		return
	}
	defer response.Body.Close()
	if got := response.Header.Get("Content-Type"); response.StatusCode < 400 || got != "application/problem+json" {
		t.Errorf("status %d with %s", response.StatusCode, got)
	}
}

// A server that does not start says why, and nothing of what it was given.
func TestFailedStartHoldsNoCanary(t *testing.T) {
	g := &garden{channels: map[string]string{}}
	p := &program{dir: t.TempDir(), log: &output{}}
	if err := os.WriteFile(filepath.Join(p.dir, ".env"), []byte("GOOD="+g.plant(".env")+"\nBAD LINE "+g.plant("broken .env")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p.run(t, "DATABASE_URL=postgres://app:"+g.plant("password of DATABASE_URL")+"@[::1/x", "STORAGE_URL=redis+sentinel://a:"+g.plant("password of STORAGE_URL")+"@x:y/z",
		"API_KEYS="+g.plant("key without a name")+",a:b,a:"+g.plant("key"), "BASIC_AUTH_USERS=ada:"+g.plant("no hash"),
		"JWT_SECRET="+g.plant("short secret"), "SERVICE_URL=://"+g.plant("no URL"), "LOG_LEVEL=debug")
	if err := p.cmd.Wait(); err == nil {
		t.Error("the server has started")
	}
	if !strings.Contains(p.log.String(), "not started") {
		t.Error("the log does not say why")
	}
	g.search(t, p.log.String())
}
