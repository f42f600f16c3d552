package studio_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestHomeSaysHowRoutesAre groups routes by resource, and says of each how often it was called and where it failed
// last.
func TestHomeSaysHowRoutesAre(t *testing.T) {
	t.Parallel()
	b := openOrders(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	p := b.openPage()
	p.wait("document.querySelector('.routes .resource th')?.innerText === 'debug'")
	p.wait("document.querySelectorAll('.routes tbody tr:not(.resource) .tile.k-entry svg:has(path)').length === document.querySelectorAll('.routes tbody tr:not(.resource)').length")
	row := "[...document.querySelectorAll('.routes tr')].find(e => e.querySelector('.path')?.innerText === '/debug/orders')"
	if text := is[string](p, "("+row+").innerText"); text == "" {
		t.Fatal("there is no route /debug/orders")
	}
	p.wait("(" + row + ").innerText.includes('none')")
	p.wait("[...document.querySelectorAll('.routes thead th')][2].innerText === 'Guard'")
	p.click(holding("button.route", "/debug/orders"))
	for range 2 {
		p.click(holding("button", "Send"))
		p.wait("document.querySelector('.answer') && !" + holding("button", "Sending"))
	}
	p.click("document.querySelector('.brand')")
	p.wait("(" + row + ")?.querySelector('.sparkline svg')?.getAttribute('aria-label') === '2 calls in 10 minutes'")
	p.do(chromedp.EmulateViewport(1440, 900))
	p.wait("document.querySelectorAll('.routes .resource').length > 0")
	p.picture("home-calls")
	if rows := is[int](p, "document.querySelectorAll('.sparkline').length"); rows != 1 {
		t.Errorf("%d routes were called, want 1", rows)
	}
}

// TestHomeSaysWhoMayCall names each guard of a route by what the caller proves itself with.
func TestHomeSaysWhoMayCall(t *testing.T) {
	t.Parallel()
	for app, routes := range map[string]map[string]string{
		"auth":     {"POST /login": "Password (check)", "GET /me": "Token (auth)", "POST /signup": "public"},
		"hello":    {"GET /hello": "none"},
		"accounts": {"POST /enter": "Token (letter)", "POST /me/email": "Password (check), Cookie session (session)"},
		"admin":    {"GET /customers": "User and password (auth)", "PUT /staff/{login}": "Header X-API-Key (auth)"},
		"oauth":    {"GET /login": "Login (auth)", "GET /api/orders": "Token (auth) if hasScope(claims.scope, 'orders:read')"},
		"refresh":  {"POST /refresh": "Token (check)"},
		"webhooks": {"POST /webhooks/g5i2t7h4u6b3x7k2m5q4w6e3r7": "GitHub (verify)"},
	} {
		t.Run(app, func(t *testing.T) {
			t.Parallel()
			var s state
			looked(t, "../../../golden/apps/"+app).get("/api/state", &s)
			for _, r := range s.Routes {
				route := r.Method + " " + r.Path
				if want, asked := routes[route]; asked && r.Protection != want {
					t.Errorf("%s is open to %q, want %q", route, r.Protection, want)
				}
				delete(routes, route)
			}
			for route := range routes {
				t.Errorf("there is no route %s among %v", route, s.Routes)
			}
		})
	}
}
