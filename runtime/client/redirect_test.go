package client_test

import (
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

// to serves a redirect to target.
func to(t *testing.T, status int, target string) string {
	return serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, target, status)
	})
}

func TestRedirectsAreNotFollowedUnasked(t *testing.T) {
	target, calls := counting(t, "127.0.0.1:0")
	_, err := send[rt.Value](t, client.Config{}, client.Request{URL: to(t, http.StatusMovedPermanently, target)})
	if failed := failure(t, err); failed.Status() != 301 || failed.Temporary() || calls.Load() != 0 {
		t.Errorf("%v, %d calls of the target", err, calls.Load())
	}
}

// Across origins, nothing goes along that may be a secret; back at the first one, neither.
func TestSecretsStayWithTheirOrigin(t *testing.T) {
	var got http.Header
	var body string
	keep := func(r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		got, body = r.Header, string(text)
	}
	other := serve(t, func(_ http.ResponseWriter, r *http.Request) { keep(r) })
	var back string
	otherAndBack := serve(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, back+"/end", http.StatusTemporaryRedirect)
	})
	first := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/same":
			http.Redirect(w, r, "/end", http.StatusTemporaryRedirect)
		case "/other":
			http.Redirect(w, r, other, http.StatusTemporaryRedirect)
		case "/back":
			http.Redirect(w, r, otherAndBack, http.StatusTemporaryRedirect)
		default:
			keep(r)
		}
	})
	back = first
	for path, kept := range map[string]bool{"/same": true, "/other": false, "/back": false} {
		got, body = nil, ""
		_, err := send[rt.Value](t, client.Config{Method: "POST", FollowRedirects: true}, client.Request{
			URL: first + path + "?secret=1",
			Header: http.Header{"Authorization": {"Bearer t"}, "Cookie": {"s=1"}, "X-Api-Key": {"k"}, "Proxy-Authorization": {"p"},
				"Accept": {"text/plain"}},
			Body: 7,
		})
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, name := range []string{"Authorization", "Cookie", "X-Api-Key", "Proxy-Authorization"} {
			if (got.Get(name) != "") != kept {
				t.Errorf("%s: %s is %q, kept should be %v", path, name, got.Get(name), kept)
			}
		}
		if got.Get("Referer") != "" {
			t.Errorf("%s: Referer is %q", path, got.Get("Referer"))
		}
		if got.Get("Accept") != "text/plain" || got.Get("Content-Type") != "application/json" || body != "7" {
			t.Errorf("%s: headers %v, body %s", path, got, body)
		}
	}
}

// downgrade is the Internet of a service that leads from https to http on the same host.
type downgrade struct{ clear http.Header }

func (d *downgrade) RoundTrip(r *http.Request) (*http.Response, error) {
	answer := httptest.NewRecorder()
	if r.URL.Scheme == "https" {
		http.Redirect(answer, r, "http://"+r.URL.Host+"/end", http.StatusTemporaryRedirect)
	} else {
		d.clear = r.Header
	}
	result := answer.Result()
	result.Request = r
	return result, nil
}

// The scheme is a part of the origin: what was sent encrypted is not sent in clear, to the same host neither.
func TestSecretsStayEncrypted(t *testing.T) {
	var d downgrade
	app := openApp(t, rt.WithTransport(&d))
	c := newClient[rt.Value](t, app, client.Config{FollowRedirects: true})
	request := client.Request{URL: "https://api.example/a", Header: http.Header{"X-Api-Key": {"k"}, "Accept": {"text/plain"}}}
	if _, err := sendWith(t, app, c, request); err != nil {
		t.Error(err)
	}
	if d.clear.Get("Accept") != "text/plain" || d.clear.Get("X-Api-Key") != "" {
		t.Errorf("in clear are sent %v", d.clear)
	}
}

func TestRedirectLoop(t *testing.T) {
	var calls atomic.Int64
	service := serve(t, func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		http.Redirect(w, r, "/again", http.StatusFound)
	})
	_, err := send[rt.Value](t, client.Config{FollowRedirects: true}, client.Request{URL: service})
	if failed := failure(t, err); failed.Temporary() || calls.Load() != 11 {
		t.Errorf("%d calls: %v", calls.Load(), err)
	}
}

// A redirect is run-time data: where it leads to another host, a private address is refused even though the workflow
// names a private one itself.
func TestRedirectToAPrivateAddress(t *testing.T) {
	private, calls := counting(t, "127.0.0.2:0")
	for _, target := range []string{private, strings.Replace(private, "127.0.0.2", "[::ffff:127.0.0.2]", 1), "http://169.254.169.254/latest"} {
		_, err := send[rt.Value](t, client.Config{FollowRedirects: true, Timeout: short}, client.Request{URL: to(t, http.StatusFound, target)})
		if failed := failure(t, err); failed.Temporary() || !strings.Contains(err.Error(), "the host is at an address") {
			t.Errorf("%s: %v", target, err)
		}
	}
	if calls.Load() != 0 {
		t.Error("the private service was called")
	}
	if _, err := send[rt.Value](t, client.Config{}, client.Request{URL: private}); err != nil {
		t.Errorf("named by the workflow itself: %v", err)
	}
}

// A host of run-time data is refused at every address that only this machine or its network can reach.
func TestGuard(t *testing.T) {
	service, calls := counting(t, "127.0.0.1:0")
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(service, "http://"))
	hosts := []string{
		"127.0.0.1", "localhost", "127.1.2.3", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
		"10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "169.254.169.254", "198.18.0.1", "224.0.0.1",
		"255.255.255.255", "[fc00::1]", "[fd12:3456::1]", "[fe80::1]", "[ff02::1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::a00:1]",
		"[2002:7f00:1::]", "[::127.0.0.1]",
	}
	for _, host := range hosts {
		t.Run(host, func(t *testing.T) {
			_, err := send[rt.Value](t, client.Config{Guarded: true, FollowRedirects: true, Timeout: 20 * short},
				client.Request{URL: "http://" + host + ":" + port})
			failed := failure(t, err)
			if failed.Status() != 0 || failed.Temporary() || !strings.Contains(err.Error(), "the host is at an address") {
				t.Errorf("temporary %v: %v", failed.Temporary(), err)
			}
		})
	}
	if calls.Load() != 0 {
		t.Error("the service was called")
	}
	if _, err := send[rt.Value](t, client.Config{}, client.Request{URL: service}); err != nil || calls.Load() != 1 {
		t.Errorf("unguarded: %v, %d calls", err, calls.Load())
	}
}

// The environment's proxy would be asked to dial where the guard looks; a guarded call goes without.
func TestGuardHasNoProxy(t *testing.T) {
	proxy, calls := counting(t, "127.0.0.1:0")
	t.Setenv("HTTP_PROXY", proxy)
	_, err := send[rt.Value](t, client.Config{Guarded: true, Timeout: short}, client.Request{URL: "http://10.0.0.1"})
	if err == nil || calls.Load() != 0 {
		t.Errorf("error %v, %d calls of the proxy", err, calls.Load())
	}
}

// TestGuardHasNoProxyOfTheEnvironment is run anew with a proxy in its environment, which net/http reads once. The guard would
// look at the address of the proxy, and that at any.
func TestGuardHasNoProxyOfTheEnvironment(t *testing.T) {
	const proxied = "FLOWC_TEST_PROXIED"
	if os.Getenv(proxied) == "" {
		again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestGuardHasNoProxyOfTheEnvironment$")
		again.Env = append(os.Environ(), proxied+"=1", "HTTP_PROXY=http://proxy.invalid:3128", "HTTPS_PROXY=http://proxy.invalid:3128", "NO_PROXY=")
		if output, err := again.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, output)
		}
		return
	}
	// A resolver takes its time to say that there is no such host.
	open := client.Config{Timeout: 30 * time.Second}
	if _, err := send[rt.Value](t, open, client.Request{URL: "http://10.0.0.1"}); err == nil || !strings.Contains(err.Error(), "proxy.invalid") {
		t.Errorf("an open client does not ask the proxy: %v", err)
	}
	for _, address := range []string{"http://10.0.0.1", "https://10.0.0.1", "http://169.254.169.254/latest"} {
		_, err := send[rt.Value](t, client.Config{Guarded: true, Timeout: short}, client.Request{URL: address})
		if err == nil || strings.Contains(err.Error(), "proxy") {
			t.Errorf("%s: %v, want the guard's refusal of the address itself", address, err)
		}
	}
}

// counting serves 200 on an address and counts the calls.
func counting(t *testing.T, address string) (string, *atomic.Int64) {
	t.Helper()
	var calls atomic.Int64
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls.Add(1) }))
	server.Listener.Close()
	server.Listener = listener
	server.Start()
	t.Cleanup(server.Close)
	return server.URL, &calls
}

// However the address of this machine is spelled, and whatever a URL puts before it, nobody here is called.
func TestGuardKnowsEverySpelling(t *testing.T) {
	service, calls := counting(t, "127.0.0.1:0")
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(service, "http://"))
	for _, host := range []string{
		"2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "127.1", "127.0.0.1.", "localhost.", "LOCALHOST", "a.localhost",
		"①②⑦.⓪.⓪.①", "127。0。0。1", "[::ffff:127.0.0.1%25lo]", "[0:0:0:0:0:ffff:7f00:1]", "example.com@127.0.0.1", "example.com:80@127.0.0.1",
		"example.com%40127.0.0.1", "example.com%2f@127.0.0.1",
	} {
		t.Run(host, func(t *testing.T) {
			_, err := send[rt.Value](t, client.Config{Guarded: true, FollowRedirects: true, Timeout: 20 * short},
				client.Request{URL: "http://" + host + ":" + port + "/"})
			if err == nil || calls.Load() != 0 {
				t.Errorf("error %v, %d calls of the service", err, calls.Load())
			}
		})
	}
}
