package studio_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestTablesNotJSON declares fields of a request, types of claims, cookies and a list in tables, without a brace.
func TestTablesNotJSON(t *testing.T) {
	t.Parallel()
	p, file := openChosen(t, "in")
	p.declare("endpointFields", "page", "int")
	p.click("document.querySelector('[aria-label=\"page is required\"]')")
	p.click("document.querySelector('[aria-label=\"more about page\"]')")
	p.click("document.querySelector('[aria-label=\"rule of page\"]')")
	p.press("max=9")
	p.click("document.querySelector('[aria-label=\"description of page\"]')")
	p.press("which page")
	p.picture("fields")
	p.declare("endpointFields", "gone", "bool")
	p.click("document.querySelector('[aria-label=\"take gone away\"]')")
	p.click(card("ok"))
	p.unfold("responseCookies")
	p.click("document.querySelector('[aria-label=\"name of a new cookie\"]')")
	p.press("session" + kb.Tab)
	p.click("document.querySelector('[data-pointer=\"/responseCookies/0/value\"] .cm-content')")
	p.press("{{token.token")
	p.press(kb.Escape)
	p.click("document.querySelector('[aria-label=\"more about session\"]')")
	p.click("document.querySelector('[aria-label=\"age of session\"]')")
	p.press("60")
	p.picture("cookies")
	text := p.save(file)
	for _, want := range []string{
		`"endpointFields": {"page": {"type": "int", "required": true, "validate": "max=9", "description": "which page"}}`,
		`{"name": "session", "value": "{{token.token}}", "httpOnly": true, "secure": true, "sameSite": "Lax", "maxAge": 60}`,
	} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}

// TestNothingIsRedBeforeItWasLeft says quietly what a new node needs, and what is wrong with a field once it was left.
func TestNothingIsRedBeforeItWasLeft(t *testing.T) {
	t.Parallel()
	b, _ := openDrawing(t, emptyCanvas)
	p := b.openLogin()
	p.click(holding(".palette button", "Rate limit"))
	p.wait("document.querySelector('[data-field=limitRate] .needed')")
	p.wait("document.querySelectorAll('.card .mark').length > 0") // it was checked
	red := func() int {
		return is[int](p, "document.querySelectorAll('.form .failure, .form .bad, .form .wrong').length")
	}
	if n := red(); n > 0 {
		t.Errorf("%d places are red before one was touched", n)
	}
	p.picture("needed")
	p.click(field("limitRate"))
	p.press("soon")
	p.wait("document.querySelector('.card .mark')")
	if n := red(); n > 0 {
		t.Errorf("%d places are red while one is typed in first", n)
	}
	p.click(field("limitKey"))
	p.wait("document.querySelector('[data-field=limitRate].bad .failure')")
}

// TestPartsOfANode shows what a node has, gets, gives and means, each in its part, with the values of the last request.
func TestPartsOfANode(t *testing.T) {
	t.Parallel()
	b := openAuth(t)
	p := b.openPage()
	p.click(holding("button.route", "/signup"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "201"))
	p.press("h")
	p.click(holding("button.route", "/login"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "200 OK"))
	p.click(card("check"))
	p.wait("document.querySelector('[data-field=hashMode]') && !document.querySelector('.ways, .values-here, .means')")
	p.part("Input")
	p.wait(holding(".here .was", "ada@example.com"))
	p.click("document.querySelector('[aria-label=\"Find a value\"]')")
	p.press("password_h")
	p.wait("(all => all.length > 0 && all.every(e => /password_h|^(user|input)$/.test(e.dataset.ref)))([...document.querySelectorAll('.here .value')])")
	p.picture("input")
	p.part("Output")
	p.wait(holding(".ways dt", "invalid"))
	if is[bool](p, "document.querySelector('.ways').innerText.includes('a wrong')") {
		t.Error("what outputs mean is said before it is asked for")
	}
	p.click("document.querySelector('[aria-label=\"what invalid means\"]')")
	p.wait("document.querySelector('.ways dd').parentElement.parentElement.querySelector('[aria-expanded=true]')")
	p.picture("output")
	p.part("Docs")
	p.wait(holding(".means dt", "Against"))
	axe := readAxe(t)
	for _, part := range []string{"Docs", "Output", "Input", "Settings"} {
		p.part(part)
		p.wantAccessible(axe, part)
	}
	p.click(card("user")) // another node begins with its settings
	p.wait(holding(".parts [aria-pressed=true]", "Settings"))
}

// TestMessagesHaveButtons fixes a misspelt name at its setting by a button that says what it does, and answers an
// output from its message.
func TestMessagesHaveButtons(t *testing.T) {
	t.Parallel()
	_, p, file := openCommitted(t)
	want := read(t, file)
	p.click(card("token"))
	p.fill("jwtExpiresIn", "15 min")
	p.click(holding("[data-field=jwtExpiresIn] .mend", "Use 15m"))
	p.wait("!document.querySelector('.form .bad')")
	p.fill("jwtExpiresIn", "15 min")
	p.wait("document.querySelector('.form .bad')")
	p.press(kb.Escape)
	p.click(holding("[role=tab]", "Problems"))
	p.wait(holding(".problems small", "token › Expires in"))
	p.picture("message with a button")
	p.click(holding(".problems .mend", "Use 15m"))
	p.wait("!document.querySelector('.problems li')")
	p.click(card("check"))
	p.part("Output")
	p.click("document.querySelector('[aria-label=\"remove the wire from invalid to no\"]')")
	p.click(holding("[role=tab]", "Problems"))
	p.wait("[...document.querySelectorAll('.problems small')].some(e => e.innerText === 'check › Output invalid')")
	p.click(holding(".problems .mend", "Add a 401"))
	p.cards(7)
	p.wait(holding(".pill", "401"))
	if got := read(t, file); got != want {
		t.Errorf("what was not saved is in the file: %s", got)
	}
}
