package studio_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestFirstSteps opens an empty workflow: the steps to a first answer stand beside it, and no error. Once it has an entry point, the
// chooser asks for another node.
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
	p.click(holding("button.route", "/login"))
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
