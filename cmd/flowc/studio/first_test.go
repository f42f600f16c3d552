package studio_test

import (
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestFirstSteps opens an empty workflow: the steps to a first answer stand beside it, and no error. Once it has an
// entry point, the chooser asks for another node.
func TestFirstSteps(t *testing.T) {
	t.Parallel()
	b, _ := openDrawing(t, emptyCanvas)
	p := b.openLogin()
	p.wait(holding(".first", "Choose what starts it"))
	if is[bool](p, "!!document.querySelector('.problems, .react-flow__minimap')") {
		t.Error("an empty workflow opens with its problems, or with a map of nothing")
	}
	p.click(holding("[role=tab]", "Problems"))
	p.wait("document.querySelector('.problems small')")
	if place := is[string](p, "document.querySelector('.problems small').innerText"); place != "login.flow.json:4" {
		t.Errorf("it is at %s", place)
	}
	p.click("document.querySelector('.canvas')")
	p.press("a")
	p.wait("document.querySelector('.chooser[aria-busy=false] input')?.placeholder === 'Begin with'")
	p.press(kb.Escape)
	p.click(holding(".beginning button", "API Endpoint"))
	p.cards(1)
	p.press("a")
	p.wait("document.querySelector('.chooser[aria-busy=false] input')?.placeholder === 'Add a node'")
	if last := is[string](p, "[...document.querySelectorAll('.chooser .group-title')].filter(e => e.innerText !== 'Presets').at(-1).innerText"); last != "Entry" {
		t.Errorf("a workflow that has an entry point is offered %s last", last)
	}
}

// TestTimesOfARequest sends a login: below its answer stand the nodes, the slowest first, and each leads to its node.
func TestTimesOfARequest(t *testing.T) {
	t.Parallel()
	p := openAuth(t).openPage()
	p.click(holding("button.route", "/signup"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "201 Created"))
	p.press("h")
	p.do(chromedp.EmulateViewport(1920, 900))
	p.click(holding("button.route", "/login"))
	p.cards(6)
	if right := is[float64](p, "document.querySelector('.react-flow').getBoundingClientRect().right - ("+card("ok")+").getBoundingClientRect().right"); right < 8 {
		t.Errorf("the last card ends %v px before the edge of the canvas", right)
	}
	p.click(holding("button", "Send"))
	p.wait("document.querySelectorAll('.times li').length === 5")
	if first := is[string](p, "document.querySelector('.times li').innerText"); first[:5] != "check" {
		t.Errorf("the slowest node is %s, want that of the password", first)
	}
	if filled := is[string](p, "[...document.querySelectorAll('.card:has(.react-flow__handle.taken) strong')].map(e => e.innerText).join()"); filled != "in,user,check,token" {
		t.Errorf("the outputs taken are those of %s", filled)
	}
	p.click(holding(".times button", "check"))
	p.wait("document.querySelector('.named input')?.value === 'check'")
}

// TestWordsOfTheForm reads forms: labels write initialisms in capitals, help names settings as their labels do and has
// no key of the JSON, and what a setting is when nothing is typed stands in its box.
func TestWordsOfTheForm(t *testing.T) {
	t.Parallel()
	p, _ := openChosen(t, "user")
	p.wait("document.querySelector('[data-field=sqlDatabase] .cm-placeholder')?.innerText === '{{env.DATABASE_URL}}'")
	p.click(card("in"))
	p.wait("document.querySelector('[data-field=endpointFields] .about')?.innerText.startsWith('The request\\'s fields.')")
	p.wait("document.querySelector('[data-field=endpointCorsOrigins] .label span')?.textContent === 'CORS origins'")
	p.press("a")
	p.wait("document.querySelector('.chooser[aria-busy=false] input:focus')")
	p.press("http request")
	p.wait("document.querySelector('.chooser [aria-selected=true] strong')?.innerText === 'API'")
	p.press(kb.Enter)
	p.wait("document.querySelector('[data-field=apiUrl] .label')?.innerText.replace(/\\s+/g, ' ') === 'URL needed'")
	p.unfold("apiAuth")
	p.choose("apiAuth", "OAuth client credentials")
	p.wait("[...document.querySelectorAll('[data-field=apiAuth] .input-name')].slice(0, 2).map(e => e.firstChild.data).join() === 'Token URL,Client ID'")
	p.part("Docs")
	p.wait(holding(".means dd", "with Body type form"))
	if keys := is[[]string](p, "document.querySelector('.panel').innerText.match(/\\bapi[A-Z]\\w+|name ->/g) ?? []"); len(keys) > 0 {
		t.Errorf("the documentation of a node speaks of %q", keys)
	}
}
