package studio_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestKeysBesideATool presses keys beside a chosen node: where a tool was reached by the keyboard they are the tool's,
// and where it was clicked they are the drawing's.
func TestKeysBesideATool(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	inForm := "document.activeElement.closest('.form')"
	p.click(card("token"))
	p.wait(field("jwtExpiresIn"))

	is[bool](p, "("+holding(".tools button", "Add")+".focus(), true)")
	p.press(kb.Tab)
	if is[bool](p, "!!document.querySelector('.chooser')") {
		t.Error("Tab does not lead on from a tool")
	}
	is[bool](p, "("+holding(".tools button", "Tidy")+".focus(), true)")
	p.press(kb.Enter)
	p.wait("document.querySelector('.unsaved')") // it has tidied up
	if is[bool](p, "!!"+inForm) {
		t.Error("Enter on a tool leads into the form")
	}
	is[bool](p, "("+holding(".palette button", "Set")+".focus(), true)")
	p.press(kb.Enter)
	p.cards(7)

	p.click("document.querySelector('[aria-label=Undo]')")
	p.cards(6)
	p.click(card("token"))
	p.click(holding(".tools button", "Tidy"))
	p.press(kb.Enter)
	p.wait(inForm)
	p.leave()
	p.click(holding(".palette button", "Set"))
	p.cards(7)
	p.press(kb.Enter)
	p.wait(inForm + " && document.querySelector('.named input').value === 'set1'")
}
