package studio_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestHomeSaysHowRoutesAre groups routes by resource, and says of each how often it was called and where it failed last.
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
