package studio_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/flowc-dev/flowc/golden/harness"
)

// TestAxe has axe-core look for what keeps people out, in light and dark, on every panel: nothing serious.
func TestAxe(t *testing.T) {
	axe, err := os.ReadFile("web/node_modules/axe-core/axe.min.js")
	if err != nil {
		harness.Missing(t, "axe-core is not installed (npm ci in web): %v", err)
	}
	b := openOrders(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	wrong := mistakes(t)
	for _, theme := range []string{"light", "dark"} {
		p := b.openPage()
		p.do(chromedp.Evaluate[chromedp.Void]("localStorage.setItem('theme', '"+theme+"')"), chromedp.Reload())
		p.wait(holding("table", "/debug/orders"))
		p.wantAccessible(string(axe), theme+", home")
		p.click(holding("button.route", "/debug/orders"))
		p.wait("document.querySelector('.card')")
		p.click(holding("button", "Send"))
		p.wait(holding(".answer", "202"))
		p.wantAccessible(string(axe), theme+", run")
		p.click(holding(".card", "call"))
		p.wait("document.querySelector('.visited')")
		p.wantAccessible(string(axe), theme+", node")
		for _, panel := range []string{"w", "g"} {
			p.press(panel)
			p.wait("document.querySelector('.executions, .cm-line')")
			p.wantAccessible(string(axe), theme+", "+panel)
		}
		p.press("k", chromedp.ModifierCtrl)
		p.wait("document.querySelector('dialog[open]')")
		p.wantAccessible(string(axe), theme+", search")
		p = wrong.openPage()
		p.do(chromedp.Evaluate[chromedp.Void]("localStorage.setItem('theme', '"+theme+"')"), chromedp.Reload())
		p.click(holding("button.link", "login"))
		p.wait("document.querySelector('.problems li')")
		p.wantAccessible(string(axe), theme+", problems")
		p.wait("document.querySelector('.tools')")
		p.press("a")
		p.wait("document.querySelector('.chooser [role=option]')")
		p.wantAccessible(string(axe), theme+", chooser")
	}
}

func (p *tab) wantAccessible(axe, where string) {
	p.t.Helper()
	p.do(chromedp.Evaluate[chromedp.Void](axe + ";0"))
	for _, found := range is[[]string](p, `axe.run().then(r => r.violations.filter(v => v.impact === "serious" || v.impact === "critical")
		.flatMap(v => v.nodes.slice(0, 3).map(n => v.id + ": " + n.html.slice(0, 120) + " " + n.failureSummary)))`) {
		p.t.Errorf("%s: %s", where, found)
	}
}
