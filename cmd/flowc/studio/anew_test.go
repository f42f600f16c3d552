package studio_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// What is drawn anew is counted by what React keeps at an element: what it was drawn from, another object each time it
// is.
const (
	// noted is an expression that notes of the elements which a selector finds what they were drawn from.
	noted = `((selector) => {
		const from = e => e[Object.keys(e).find(k => k.startsWith('__reactProps$'))];
		const before = new Map([...document.querySelectorAll(selector)].map(e => [e, from(e)]));
		window.drawnAnew = () => [...before].filter(([e, was]) => e.isConnected && from(e) !== was).map(([e]) => e);
		return before.size;
	})`
	anew = "window.drawnAnew()"

	// titles is an expression that has window.titles count how often the title of the page is written, the same or
	// another.
	titles = `(() => {
		window.titles = 0;
		new MutationObserver(() => window.titles++).observe(document.querySelector('title'), {childList: true});
		return true;
	})()`
)

// TestAKeyDrawsItsSettingAlone types into one setting of a node until what is wrong with it is shown, and takes that
// back: by that no other setting is drawn anew, and the title of the page, which a browser tells its window, is not
// written.
func TestAKeyDrawsItsSettingAlone(t *testing.T) {
	t.Parallel()
	p, _ := openChosen(t, "token")
	p.unfold("jwtExpiresIn")
	p.click(field("jwtExpiresIn"))
	p.press(kb.End)
	p.wait("document.querySelectorAll('.form [data-field]').length >= 3")
	if n := is[int](p, noted+"('[data-field]')"); n < 3 {
		t.Fatalf("there are %d settings", n)
	}
	is[bool](p, titles)
	p.press("x")
	p.wait("document.querySelector('[data-field=jwtExpiresIn].bad .failure')")
	p.press(kb.Backspace)
	p.wait("!document.querySelector('[data-field=jwtExpiresIn].bad')")
	if drawn := is[string](p, anew+".map(e => e.dataset.field).join(' ')"); drawn != "jwtExpiresIn" {
		t.Errorf("a key in jwtExpiresIn has drawn anew: %s", drawn)
	}
	if n := is[int](p, "window.titles"); n != 0 {
		t.Errorf("the title was written %d times", n)
	}
}

// TestNewsDrawNoOtherRow has one more execution come into the list: of those that are there, only the one that is not
// the last any more is drawn anew.
func TestNewsDrawNoOtherRow(t *testing.T) {
	t.Parallel()
	b := openAuth(t)
	p := b.openPage()
	p.click(holding("button.route", "/me"))
	p.wait(holding("[role=tab]", "Watch"))
	p.press("w")
	send := func() {
		answer, err := http.Get(b.server + "/me")
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
	}
	for range 3 {
		send()
	}
	const rows = "[...document.querySelectorAll('.executions li')]"
	p.wait(rows + ".filter(e => e.innerText.includes('401')).length === 3 && document.querySelector('.executions li:first-child [aria-current=true]')")
	is[int](p, noted+"('.executions li button')")
	send()
	p.wait(rows + ".filter(e => e.innerText.includes('401')).length === 4 && document.querySelector('.executions li:first-child [aria-current=true]')")
	if n := is[int](p, anew+".length"); n != 1 {
		t.Errorf("%d of 3 rows were drawn anew", n)
	}
}

// TestTypedAlsoWhereNothingChanges types what the document says the same of as before, takes it back, and has the
// setting drawn anew: it stays as it was typed last.
func TestTypedAlsoWhereNothingChanges(t *testing.T) {
	t.Parallel()
	p, _ := openChosen(t, "ok")
	token := `document.querySelector('[data-pointer="/responseBody/token"] .cm-content')`
	p.wait(token)
	p.click(token)
	p.press("a", chromedp.ModifierCtrl)
	p.press("5 ")
	p.press(kb.Backspace)
	p.entry("responseBody", "more", "1")
	p.wait(`document.querySelector('[data-pointer="/responseBody/more"] .cm-content')`)
	if text := is[string](p, token+".textContent"); text != "5" {
		t.Errorf("it has become %q", text)
	}
}
