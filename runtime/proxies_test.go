package runtime_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

func TestTrustedProxies(t *testing.T) {
	const trusted = "10.0.0.0/8, 192.0.2.7 ,2001:db8:1::/48,fe80::1"
	for _, tt := range []struct {
		name, trusted, peer string
		forwarded           []string
		want                string
	}{
		{"nobody is trusted", "", "10.0.0.1:80", []string{"203.0.113.9"}, "10.0.0.1"},
		{"a caller without a proxy", trusted, "203.0.113.9:80", []string{"198.51.100.1"}, "203.0.113.9"},
		{"no list", trusted, "10.0.0.1:80", nil, "10.0.0.1"},
		{"one proxy", trusted, "10.0.0.1:80", []string{"203.0.113.9"}, "203.0.113.9"},
		{"what the caller wrote is on the left", trusted, "10.0.0.1:80", []string{"198.51.100.1, 203.0.113.9"}, "203.0.113.9"},
		{"what the caller wrote is nonsense", trusted, "10.0.0.1:80", []string{"<script>,,unknown, 203.0.113.9"}, "203.0.113.9"},
		{"two proxies", trusted, "10.0.0.1:80", []string{"203.0.113.9,192.0.2.7"}, "203.0.113.9"},
		{"several lines", trusted, "10.0.0.1:80", []string{"198.51.100.1", "203.0.113.9, 10.9.9.9", "192.0.2.7"}, "203.0.113.9"},
		{"a neighbour of a proxy", trusted, "192.0.2.8:80", []string{"203.0.113.9"}, "192.0.2.8"},
		{"only proxies", trusted, "10.0.0.1:80", []string{"10.0.0.2, 10.0.0.3"}, "10.0.0.1"},
		{"malformed", trusted, "10.0.0.1:80", []string{"203.0.113.9, unknown"}, "10.0.0.1"},
		{"malformed behind a proxy", trusted, "10.0.0.1:80", []string{"203.0.113.9, _hidden, 10.0.0.2"}, "10.0.0.1"},
		{"empty", trusted, "10.0.0.1:80", []string{"203.0.113.9,"}, "10.0.0.1"},
		{"with a port", trusted, "10.0.0.1:80", []string{"203.0.113.9:4711"}, "203.0.113.9"},
		{"a bad port", trusted, "10.0.0.1:80", []string{"203.0.113.9:x"}, "10.0.0.1"},
		{"version 6", trusted, "[2001:db8:1::5]:80", []string{"2001:DB8::0:9"}, "2001:db8::9"},
		{"version 6 in brackets", trusted, "[2001:db8:1::5]:80", []string{"[2001:db8::9]"}, "2001:db8::9"},
		{"version 6 with a port", trusted, "[2001:db8:1::5]:80", []string{"[2001:db8::9]:4711"}, "2001:db8::9"},
		{"half a bracket", trusted, "[2001:db8:1::5]:80", []string{"[2001:db8::9"}, "2001:db8:1::5"},
		{"a peer with a zone", trusted, "[fe80::1%eth0]:80", []string{"203.0.113.9"}, "203.0.113.9"},
		{"a caller with a zone", trusted, "10.0.0.1:80", []string{"fe80::9%eth0"}, "fe80::9"},
		{"a proxy with a zone", trusted, "10.0.0.1:80", []string{"203.0.113.9, fe80::1%eth1"}, "203.0.113.9"},
		{"version 4 in 6", trusted, "[::ffff:10.0.0.1]:80", []string{"::ffff:203.0.113.9, ::ffff:10.0.0.2"}, "203.0.113.9"},
		{"version 4 in 6 with a port", trusted, "10.0.0.1:80", []string{"[::ffff:203.0.113.9]:4711, [::ffff:10.0.0.2]:80"}, "203.0.113.9"},
		{"a zone with a port", trusted, "10.0.0.1:80", []string{"[fe80::9%eth0]:4711, [fe80::1%eth1]:80"}, "fe80::9"},
		{"a network of version 4 in 6", "::ffff:10.0.0.0/104", "10.0.0.1:80", []string{"203.0.113.9"}, "203.0.113.9"},
		{"a peer without an address", trusted, "@", []string{"203.0.113.9"}, "@"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, _ := openApp(t, map[string]string{"TRUSTED_PROXIES": tt.trusted})
			mux := http.NewServeMux()
			register(t, app, mux, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
				return x.Text(200, x.IP())
			})
			r := httptest.NewRequest("GET", "/", nil)
			r.RemoteAddr = tt.peer
			r.Header["X-Forwarded-For"] = tt.forwarded
			r.Header.Set("Forwarded", "for=198.51.100.77")
			r.Header.Set("X-Real-Ip", "198.51.100.78")
			w := httptest.NewRecorder()
			app.Handler(mux).ServeHTTP(w, r)
			if w.Body.String() != tt.want {
				t.Errorf("got %s, want %s", w.Body, tt.want)
			}
		})
	}
}

func TestMalformedProxies(t *testing.T) {
	for _, text := range []string{"proxy.internal", "10.0.0.0/33", "10.0.0.1,,10.0.0.2", "10.0.0.1;10.0.0.2", ",", "fe80::1%eth0",
		"10.0.0.1:80", "0.0.0.0/0", "10.0.0.1,::/0", "::ffff:0.0.0.0/96", "*"} {
		app, _ := openApp(t, map[string]string{"TRUSTED_PROXIES": text})
		var config *rt.ConfigError
		err := app.Serve(t.Context(), http.NewServeMux())
		if !errors.As(err, &config) || len(config.Problems) != 1 || config.Problems[0].Name != "TRUSTED_PROXIES" {
			t.Errorf("%s: got %v", text, err)
		} else if strings.Contains(err.Error(), text) && text != "," {
			t.Errorf("%s: the error quotes it: %v", text, err)
		}
	}
}
