package studio_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/flowc-dev/flowc/golden/harness"
)

// readAxe reads axe-core.
func readAxe(t testing.TB) string {
	t.Helper()
	axe, err := os.ReadFile("web/node_modules/axe-core/axe.min.js")
	if err != nil {
		harness.Missing(t, "axe-core is not installed (npm ci in web): %v", err)
	}
	return string(axe)
}

// TestAxe has axe-core look for what keeps people out, in light and dark, on every panel: nothing serious.
func TestAxe(t *testing.T) {
	t.Parallel()
	axe := readAxe(t)
	b := openOrders(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	wrong := mistakes(t)
	for _, theme := range []string{"light", "dark"} {
		p := b.openPage()
		p.turn(theme)
		p.wait(holding("table", "/debug/orders"))
		p.wantAccessible(axe, theme+", home")
		p.click(holding("header .tab", "Environment"))
		p.click("document.querySelector('[aria-label=\"Set LISTEN\"]')")
		p.wait("document.querySelector('.setvariable textarea')")
		p.wantAccessible(axe, theme+", environment")
		p.click(holding("header .tab", "Data"))
		p.click("document.querySelector('.table-box')")
		p.wait("document.querySelector('.table-rows')")
		p.wantAccessible(axe, theme+", data")
		p.click(holding("header .tab", "Outbox"))
		p.wait("document.querySelector('.outbox .catching')")
		p.wantAccessible(axe, theme+", outbox")
		p.click("document.querySelector('.brand')")
		p.click(holding("button.route", "/debug/orders"))
		p.wait("document.querySelector('.card')")
		p.click(holding("button", "Send"))
		p.wait(holding(".answer", "202"))
		p.wantAccessible(axe, theme+", run")
		p.click(holding(".card", "call"))
		p.wait("document.querySelector('.visited')")
		p.wantAccessible(axe, theme+", node")
		for _, panel := range []string{"w", "g"} {
			p.press(panel)
			p.wait("document.querySelector('.executions, .cm-line')")
			p.wantAccessible(axe, theme+", "+panel)
		}
		p.press("k", chromedp.ModifierCtrl)
		p.wait("document.querySelector('dialog[open]')")
		p.wantAccessible(axe, theme+", search")
		p = wrong.openPage()
		p.turn(theme)
		p.click(holding("button.link", "login"))
		p.wait("document.querySelector('.problems li')")
		p.wantAccessible(axe, theme+", problems")
		p.wait("document.querySelector('.tools')")
		p.press("a")
		p.wait("document.querySelector('.chooser [role=option]')")
		p.wantAccessible(axe, theme+", chooser")
	}
}

// turn has the page in a theme, by its button.
func (p *tab) turn(theme string) {
	p.t.Helper()
	p.wait("document.documentElement.dataset.theme && document.querySelector('header')")
	if is := is[string](p, "document.documentElement.dataset.theme"); is != theme {
		p.click("document.querySelector('[aria-label=\"turn " + theme + "\"]')")
		p.wait("document.documentElement.dataset.theme === '" + theme + "'")
	}
}

// wantAccessible has axe-core look at the page. What is not about colours was found in light already.
func (p *tab) wantAccessible(axe, where string) {
	p.t.Helper()
	if !is[bool](p, "'axe' in window") {
		p.do(chromedp.Evaluate[chromedp.Void](axe + ";0"))
	}
	for _, found := range is[[]string](p, `axe.run(document.documentElement.dataset.theme === "dark" ? {runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block"]}} : {}).then(r => r.violations.filter(v => v.impact === "serious" || v.impact === "critical")
		.flatMap(v => v.nodes.slice(0, 3).map(n => v.id + ": " + n.html.slice(0, 120) + " " + n.failureSummary)))`) {
		p.t.Errorf("%s: %s", where, found)
	}
}

// wantAccessibleInBoth is wantAccessible in dark and light, also where a dialog covers the button for that.
func (p *tab) wantAccessibleInBoth(where string) {
	p.t.Helper()
	axe := readAxe(p.t)
	for _, theme := range []string{"dark", "light"} {
		is[bool](p, "(document.documentElement.dataset.theme = '"+theme+"', true)")
		p.wantAccessible(axe, theme+", "+where)
	}
}

// TestAxeWhileDrawing has it look at what comes up while one draws: a form with a mistake and with what is offered, a
// note, what else a workflow's dialog asks, a conflict with the disk, and the text of a document that can't be read.
func TestAxeWhileDrawing(t *testing.T) {
	t.Parallel()
	axe := readAxe(t)
	for _, theme := range []string{"light", "dark"} {
		b, p, file := openCommitted(t)
		p.turn(theme)
		p.cards(6)
		p.click(card("check"))
		p.fill("hashAgainst", "{{user.nobody}}")
		p.wait("document.querySelector('[data-field=hashAgainst].bad .failure')")
		p.wantAccessible(axe, theme+", a mistake")
		p.fill("hashAgainst", "{{user.")
		p.wait("document.querySelector('.cm-tooltip-autocomplete [role=option]')")
		p.wantAccessible(axe, theme+", what is offered")
		p.click(holding(".palette button", "Note"))
		p.wait("document.activeElement.matches('.note-text')")
		p.wantAccessible(axe, theme+", a note")
		replace(t, file, strings.Replace(read(t, file), "{{user.password_hash}}", "{{user.email}}", 1))
		b.page.Check()
		p.wait("document.querySelector('.conflict .clash')")
		p.wantAccessible(axe, theme+", a conflict")
		p.click(holding(".conflict button", "Take only what is on disk"))
		p.wait("!document.querySelector('.conflict')")
		replace(t, file, strings.Replace(read(t, file), "{", "", 1))
		b.page.Check()
		p.wait("document.querySelector('.canvas.broken .cm-content')")
		p.wantAccessible(axe, theme+", a document that can't be read")
		p.click("document.querySelector('.brand')")
		p.click("document.querySelector('[aria-label=\"more about signup\"]')")
		p.wait("document.querySelector('dialog.manage[open]')")
		p.wantAccessible(axe, theme+", a dialog")
	}
}
