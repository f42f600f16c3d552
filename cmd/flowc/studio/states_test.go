package studio_test

import (
	"fmt"
	"net/http"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestStates measures the states of the page at 1440 × 900, light and dark: no text is cut or covered, none is drawn
// under 11 px, no card or table stands on another, and axe-core finds nothing serious, contrast included.
// FLOWC_TEST_LONG has five of them measured at 1280 and 1920 too. It writes the pictures where FLOWC_TEST_PICTURES
// says.
func TestStates(t *testing.T) {
	t.Parallel()
	for _, theme := range []string{"light", "dark"} {
		t.Run(theme, func(t *testing.T) { showStates(&stage{t: t, theme: theme, width: 1440, axe: readAxe(t)}) })
	}
	if os.Getenv("FLOWC_TEST_LONG") == "" {
		return
	}
	wide := map[string]bool{"home": true, "edit": true, "form": true, "run": true, "data": true}
	for _, width := range []int64{1280, 1920} {
		t.Run(fmt.Sprint(width), func(t *testing.T) {
			showStates(&stage{t: t, theme: "light", width: width, only: wide, axe: readAxe(t)})
		})
	}
}

// stage is how states are shown and measured.
type stage struct {
	t     *testing.T
	theme string
	width int64
	axe   string
	only  map[string]bool // the states that are measured; nil for all
}

// page opens the page of a bench in the window and the theme.
func (s *stage) page(b *bench) *tab {
	s.t.Helper()
	p := b.openPage()
	p.do(chromedp.EmulateViewport(s.width, 900), chromedp.Evaluate[chromedp.Void]("localStorage.setItem('theme', '"+s.theme+"')"), chromedp.Reload())
	return p
}

// shows measures what is in sight.
func (s *stage) shows(p *tab, name string) {
	s.t.Helper()
	if s.only != nil && !s.only[name] {
		return
	}
	p.wait("document.getAnimations().every(a => a.playState !== 'running')")
	p.picture(fmt.Sprintf("%s-%d-%s", name, s.width, s.theme))
	for _, wrong := range is[[]string](p, measured) {
		s.t.Errorf("%s: %s", name, wrong)
	}
	p.wantAccessible(s.axe, name)
}

// measured is an expression for what is wrong with what is drawn: of each piece of text its size, whether it is cut,
// and whether something stands before its middle; of cards and tables whether two overlap. A text that ends in an
// ellipsis is whole where its title is, and one that scrolls is not cut.
const measured = `(() => {
	const wrong = [], say = (what, e) => wrong.push(what + ": " + (e.innerText ?? e.textContent).trim().slice(0, 60) + " <" + e.tagName.toLowerCase() + " class=" + e.className + ">");
	const texts = [...document.querySelectorAll("body *")].filter((e) => e instanceof HTMLElement && [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== ""));
	const dialog = document.querySelector("dialog[open], .chooser"); // what lies behind it is outside of that
	for (const e of texts) {
		const range = document.createRange();
		const node = [...e.childNodes].find((n) => n.nodeType === 3 && n.data.trim() !== "");
		range.selectNodeContents(node);
		const r = range.getClientRects()[0], style = getComputedStyle(e);
		if (!r || r.width < 1 || r.height < 1 || style.visibility === "hidden" || style.opacity === "0" || e.closest(".unseen, option, .cm-placeholder, .react-flow__minimap") || (e.closest("details:not([open])") && !e.closest("summary")) || (dialog && !dialog.contains(e))) continue;
		const scale = e.offsetWidth ? e.getBoundingClientRect().width / e.offsetWidth : 1;
		let [clipped, seen] = [r, true];
		for (let a = e; a && seen; a = a.parentElement) {
			const s = getComputedStyle(a);
			if (s.overflowX === "visible" && s.overflowY === "visible" || a === document.body) continue;
			const b = a.getBoundingClientRect();
			seen = r.left < b.right - 2 && r.right > b.left + 2 && r.top < b.bottom - 2 && r.bottom > b.top + 2;
			if (seen && s.overflowX === "hidden" && (r.right > b.right + 1.5 || r.left < b.left - 1.5) && (!a.closest("[title]") || e.matches(".pill")) && !a.querySelector(".react-flow__viewport") && !a.matches(".react-flow__viewport")) say("cut", e);
		}
		if (!seen || r.right < 0 || r.left > innerWidth || r.bottom < 0 || r.top > innerHeight) continue;
		if (parseFloat(style.fontSize) * scale < 10.95) say("drawn at " + (parseFloat(style.fontSize) * scale).toFixed(1) + " px", e);
		const [x, y] = [r.left + r.width / 2, r.top + r.height / 2];
		const top = document.elementFromPoint(x, y);
		if (style.pointerEvents !== "none" && top && !e.contains(top) && !top.contains(e) && !e.closest("label")?.contains(top)) say("covered by " + top.className, e);
	}
	const boxes = [...document.querySelectorAll(".card, .table-box")].map((e) => [e, e.getBoundingClientRect()]);
	for (const [i, [e, a]] of boxes.entries()) for (const [, b] of boxes.slice(i + 1))
		if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) say("overlapped", e);
	return [...new Set(wrong)].slice(0, 20);
})()`

// showStates goes through the states, as a person comes to them.
func showStates(s *stage) {
	s.t.Helper()
	s.showLogin()
	s.showFailure()
	s.showDrawing()
	if s.only == nil {
		s.showMail()
		s.showChanged()
	}
}

// showLogin shows routes, a request, its refusal, what was watched, tables, and the environment.
func (s *stage) showLogin() {
	s.t.Helper()
	b, _ := openData(s.t)
	b.plant("INSERT INTO users (email, password_hash) VALUES ('grace@example.com', 'x'), ('alan@example.com', 'x')")
	p := s.page(b)
	p.wait(holding("table", "/signup"))
	p.click(holding("button.route", "/signup"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "201"))
	p.press("h")
	p.wait(holding("td", "201 Created"))
	s.shows(p, "home")
	p.click("document.querySelector('.begin')")
	p.click(holding(".gallery-card", "Page a list"))
	p.wait(holding(".new select", "users"))
	s.shows(p, "gallery")
	p.press(kb.Escape)
	p.wait("!document.querySelector('dialog')")
	p.click(holding("button.route", "/login"))
	p.wait("document.querySelectorAll('.card').length === 6")
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "200 OK"))
	p.wait("document.querySelectorAll('.card.lit').length === 5")
	s.shows(p, "run")
	b.refused()
	p.wait("document.querySelectorAll('.card.lit, .card.refused').length === 4")
	s.shows(p, "refused")
	p.press("w")
	p.wait(holding(".executions", "401"))
	s.shows(p, "watch")
	p.click(card("user"))
	p.wait("document.querySelector('.form [data-field]')")
	s.shows(p, "form")
	p.click(holding("header .tab", "Data"))
	p.click(holding(".tables button", "users"))
	p.click(holding(".table-rows button", "Show rows"))
	p.wait(holding(".table-rows td", "alan@example.com"))
	s.shows(p, "data")
	p.click(holding("header .tab", "Environment"))
	p.wait(holding(".environment tr", "JWT_SECRET"))
	s.shows(p, "environment")
}

// showFailure shows a call that fails, and a document with mistakes.
func (s *stage) showFailure() {
	s.t.Helper()
	if s.only != nil {
		return
	}
	p := s.page(openOrders(s.t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })))
	p.click(holding("button.route", "/debug/orders"))
	p.click(holding("button", "Send"))
	p.wait(holding(".card.failed", "2 attempts"))
	p.click(holding(".card.failed", "call"))
	p.wait(holding(".visited", "503"))
	s.shows(p, "failed")
	p = s.page(mistakes(s.t))
	p.click(holding("button.link", "login"))
	p.wait("document.querySelectorAll('.problems li').length > 0")
	s.shows(p, "problems")
}

// showDrawing shows an empty workflow, the chooser, and a workflow that is drawn.
func (s *stage) showDrawing() {
	s.t.Helper()
	b, _ := openDrawing(s.t, emptyCanvas)
	p := s.page(b)
	p.click(holding("button.link", "login"))
	p.wait(holding(".beginning", "What does it begin with"))
	s.shows(p, "empty")
	p.click(holding(".beginning button", "API Endpoint"))
	p.cards(1)
	p.wait(within("", ".plus.must") + " || document.querySelector('.plus')")
	p.press("a")
	p.wait("document.querySelector('.chooser[aria-busy=false] [role=option]')")
	s.shows(p, "chooser")
	text, err := os.ReadFile(committed)
	if err != nil {
		s.t.Fatal(err)
	}
	b, _ = openDrawing(s.t, string(text))
	p = s.page(b)
	p.click(holding("button.route", "/login"))
	p.cards(6)
	p.click(card("user"))
	p.fill("sqlQuery", "SELECT id, emial, password_hash FROM users WHERE email = {{email}}")
	p.wait("document.querySelector('[data-field=sqlQuery].bad .failure')")
	p.do(chromedp.Evaluate[chromedp.Void]("document.activeElement.blur()")) // what completes the statement would cover it
	p.wait("!document.querySelector('.cm-tooltip-autocomplete')")
	s.shows(p, "edit")
}

// showMail shows a mail that was caught.
func (s *stage) showMail() {
	s.t.Helper()
	b, _ := openAccounts(s.t)
	p := s.page(b)
	p.click(holding("button.route", "/signup"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "202"))
	p.click(holding("header .tab", "Outbox"))
	p.wait(holding(".outbox .letter", "http://127.0.0.1:8080/"))
	s.shows(p, "outbox")
}

// showChanged shows what is changed since HEAD, of a node that is chosen.
func (s *stage) showChanged() {
	s.t.Helper()
	b, _ := openChanged(s.t)
	p := s.page(b)
	p.click(holding("button.route", "/login"))
	p.click(holding(".tools button", "Changes"))
	p.wait("document.querySelector('.card.since-gone')")
	p.press("k", chromedp.ModifierCtrl)
	p.wait("document.querySelector('dialog input:focus')")
	p.press("token")
	p.wait(holding("dialog [role=option]", "token"))
	p.press(kb.Enter)
	p.wait(holding(".since-head tr", "Expires in"))
	s.shows(p, "changed")
}
