package studio_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestWhatStandsThere points at a reference: it says the value's type, whether it may be absent, what it holds and
// whose it is; and of one that is none, why.
func TestWhatStandsThere(t *testing.T) {
	t.Parallel()
	p, _ := openChosen(t, "check")
	p.points("document.querySelector('[data-field=hashAgainst] .cm-reference')", "user.password_hash: string?")
	if said := is[string](p, "document.querySelector('.cm-told').innerText"); !strings.Contains(said, "may be null, hash") || !strings.Contains(said, "of user") {
		t.Errorf("of the hash it says %s", said)
	}
	p.picture("told")
	p.fill("hashAgainst", "{{user.nick}}")
	p.points("document.querySelector('[data-field=hashAgainst] .cm-reference')", `"user" has no field "nick"`)
	p.click(card("token"))
	p.points("[...document.querySelectorAll('[data-field=jwtClaims] .cm-reference')].at(-1)", "user.email")
}

// points moves the mouse onto what an expression finds, near its end, until the page says something of it; and again
// where it was drawn elsewhere meanwhile.
func (p *tab) points(element, says string) {
	p.t.Helper()
	for range 10 {
		x, y := p.middle(element)
		half := is[float64](p, "("+element+").getBoundingClientRect().width / 2")
		p.do(chromedp.MouseEvent(chromedp.MouseMoved, x-half/2, y), chromedp.MouseEvent(chromedp.MouseMoved, x+half-24, y))
		if p.comes(5*time.Second, holding(".cm-told", says)) {
			return
		}
		p.do(chromedp.MouseEvent(chromedp.MouseMoved, 1, 1))
	}
	p.missed("nothing is said of " + element)
}

// TestACallOpensItsWorkflow opens what a Call calls by a double click and by a key.
func TestACallOpensItsWorkflow(t *testing.T) {
	t.Parallel()
	b := looked(t, "../../../golden/reuse/flows")
	p := b.openPage()
	open := func() {
		p.do(chromedp.Navigate(b.url + "/#/w/" + b.keyOf("me")))
		p.wait(within("who", ".outputs"))
	}
	open()
	x, y := p.middle(card("who"))
	p.do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
	p.wait(holding(".crumb", "who"))
	p.wait(holding(".card", "Subflow"))
	open()
	p.click(card("who"))
	p.wait(holding(".panel .hint button", "who"))
	p.press("o")
	p.wait(holding(".crumb", "who"))
}

// TestRegionsAreFramed wants a frame around what a node protects, repeats or keeps together, with that node's name.
func TestRegionsAreFramed(t *testing.T) {
	t.Parallel()
	b := looked(t, "../../../golden/outputs/flows")
	p := b.openPage()
	for workflow, want := range map[string]string{
		"transaction": "all (Transaction)", "each": "loop (For each)", "retry": "(Retry", "try-catch": "(Try/Catch",
	} {
		p.do(chromedp.Navigate(b.url + "/#/w/" + b.keyOf(workflow)))
		p.wait(holding(".crumb", workflow))
		p.wait(holding(".frame", want))
		p.picture("framed " + workflow)
		if out := is[int](p, outside); out > 0 {
			t.Errorf("%s: %d frames hold no node", workflow, out)
		}
	}
}

// outside is an expression for how many frames have no card in them.
const outside = `[...document.querySelectorAll('.frame')].filter(f => { const r = f.getBoundingClientRect();
	return ![...document.querySelectorAll('.card')].some(c => { const s = c.getBoundingClientRect(); return s.left >= r.left && s.right <= r.right && s.top >= r.top && s.bottom <= r.bottom; }); }).length`

// TestNarrow wants all of a page in sight in a narrow window and on a phone: nothing scrolls but what is in its panels,
// and no word is cut in two.
func TestNarrow(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	p.do(chromedp.EmulateViewport(820, 900))
	p.click(card("token"))
	p.fill("jwtExpiresIn", "5m")
	p.wait("document.querySelector('header').getBoundingClientRect().top === 0")
	p.picture("narrow")
	wantInside(t, p)
	p.do(chromedp.EmulateViewport(390, 800))
	p.click("document.querySelector('.react-flow__controls-fitview')")
	p.fill("jwtExpiresIn", "6m")
	p.picture("phone")
	wantInside(t, p)
	if wide := is[float64](p, "document.querySelector('.react-flow').clientWidth"); wide < 380 {
		t.Errorf("the canvas is %v wide", wide)
	}
	p.click("document.querySelector('.brand')")
	p.wait(holding("table", "/login"))
	p.picture("phone home")
	wantInside(t, p)
	if is[bool](p, "[...document.querySelectorAll('.routes td')].some(e => e.clientWidth < 300)") {
		t.Error("the routes stand in columns too narrow for a word")
	}
}

func wantInside(t *testing.T, p *tab) {
	t.Helper()
	if is[bool](p, "document.documentElement.scrollHeight > innerHeight || document.documentElement.scrollWidth > innerWidth") {
		t.Errorf("the page is larger than its window of %d", is[int](p, "innerWidth"))
	}
}
