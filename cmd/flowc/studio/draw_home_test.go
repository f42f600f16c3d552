package studio_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// openHome opens golden/apps/auth on its first page.
func openHome(t testing.TB) (*bench, *tab, string) {
	t.Helper()
	text, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	b, file := openDrawing(t, string(text))
	p := b.openPage()
	p.wait(holding("table", "/login"))
	return b, p, filepath.Dir(file)
}

// asksNew opens the gallery of new workflows, where it is not there.
func (p *tab) asksNew() {
	p.t.Helper()
	p.wait("document.querySelector('.begin, .gallery')")
	if !is[bool](p, "!!document.querySelector('.gallery')") {
		p.click("document.querySelector('.begin')")
	}
	p.wait("document.querySelector('.new input')")
}

// rewrite types another text into a field that an expression finds.
func (p *tab) rewrite(element, text string) {
	p.t.Helper()
	p.click(element)
	p.press("a", chromedp.ModifierCtrl)
	p.press(text)
}

// TestWorkflowsComeAndGo makes a workflow, duplicates one with its own URL said, renames it, and deletes it.
func TestWorkflowsComeAndGo(t *testing.T) {
	t.Parallel()
	_, p, dir := openHome(t)
	p.asksNew()
	p.rewrite("document.querySelector('.new input')", "ping")
	is[bool](p, "document.querySelector('.new select').focus() || true")
	p.selects("Webhook")
	p.click(holding(".new button", "Create"))
	p.wait(holding(".card", "/webhooks/"))
	p.click("document.querySelector('.brand')")
	p.click("document.querySelector('[aria-label=\"more about ping\"]')")
	p.rewrite("document.querySelector('.manage input')", "pong")
	p.click(holding(".manage button", "Duplicate"))
	p.wait(holding(".manage .hint", "/webhooks/"))
	p.picture("duplicated")
	p.click(holding(".manage button", "open it"))
	p.wait(holding(".crumb", "pong"))
	p.click("document.querySelector('.brand')")
	p.click("document.querySelector('[aria-label=\"more about pong\"]')")
	p.rewrite("document.querySelector('.manage input')", "login")
	p.click(holding(".manage button", "Rename"))
	p.wait(holding(".manage .failure", "login")) // there is one already
	p.rewrite("document.querySelector('.manage input')", "peng")
	p.click(holding(".manage button", "Rename"))
	p.wait("document.querySelector('[aria-label=\"more about peng\"]')")
	p.click("document.querySelector('[aria-label=\"more about peng\"]')")
	p.click(holding(".manage button", "Delete …"))
	p.click(holding(".manage button", "Delete the file"))
	p.wait("!document.querySelector('[aria-label=\"more about peng\"]')")
	found, err := filepath.Glob(filepath.Join(dir, "p*.flow.json"))
	if err != nil || len(found) != 1 || filepath.Base(found[0]) != "ping.flow.json" {
		t.Errorf("there are %v (%v)", found, err)
	}
}

// twice clicks what an expression finds two times, as fast as a hand does.
func (p *tab) twice(element string) {
	p.t.Helper()
	x, y := p.middle(element)
	p.do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
}

// TestClickedTwice clicks twice what makes, deletes or opens something: the server is asked once, nothing is deleted
// that nobody was asked about, and what the first click has opened is open.
func TestClickedTwice(t *testing.T) {
	t.Parallel()
	_, p, dir := openHome(t)
	p.asksNew()
	p.rewrite("document.querySelector('.new input')", "ping")
	making := p.holdCalls("POST /api/workflows", 2)
	p.twice(holding(".new button", "Create"))
	making.wait(1)
	making.held(1)
	making.open()
	p.wait("document.querySelector('.tools')")
	p.twice(holding(".tools button", "Add"))
	p.wait("document.activeElement.matches('.chooser input')")
	p.press(kb.Escape)
	p.twice(holding("header button", "Search"))
	p.wait("document.activeElement.matches('dialog[open] input')")
	p.press(kb.Escape)
	p.wait("!document.querySelector('dialog, .chooser')")
	p.click("document.querySelector('.brand')")

	p.twice("document.querySelector('[aria-label=\"more about ping\"]')")
	p.wait("document.querySelector('dialog.manage[open]')")
	reading := p.holdCalls("GET /api/document", 2)
	p.twice(holding(".manage button", "Delete …"))
	p.wait(holding(".manage button", "Delete the file"))
	reading.held(0)
	p.twice(holding(".manage button", "Delete the file"))
	reading.wait(1)
	reading.held(1)
	reading.open()
	p.wait("!document.querySelector('[aria-label=\"more about ping\"], dialog')")
	if found, err := filepath.Glob(filepath.Join(dir, "p*.flow.json")); err != nil || len(found) != 0 {
		t.Errorf("there are %v (%v)", found, err)
	}
}

// TestRenamingLosesNothing renames a workflow in which something is drawn that is not saved: it has to be, first.
func TestRenamingLosesNothing(t *testing.T) {
	t.Parallel()
	p, file := openChosen(t, "token")
	p.fill("jwtExpiresIn", "5m")
	p.click("document.querySelector('.brand')")
	rename := func() {
		p.click("document.querySelector('[aria-label=\"more about login\"]')")
		p.rewrite("document.querySelector('.manage input')", "enter")
		p.click(holding(".manage button", "Rename"))
	}
	rename()
	p.wait(holding(".manage .failure", "not saved"))
	p.click(holding(".manage button", "Close"))
	p.toLogin()
	p.wait("document.querySelector('.unsaved')")
	p.save(file)
	p.click("document.querySelector('.brand')")
	rename()
	p.wait("document.querySelector('[aria-label=\"more about enter\"]')")
	if text := read(t, filepath.Join(filepath.Dir(file), "enter.flow.json")); !strings.Contains(text, `"jwtExpiresIn": "5m"`) {
		t.Errorf("renamed is %s", text)
	}
}

// TestRequestIsFilledInAgain keeps a request beside its workflow, without what is secret in it, and fills it in again.
func TestRequestIsFilledInAgain(t *testing.T) {
	t.Parallel()
	_, p, dir := openHome(t)
	p.click(holding("button.route", "/login"))
	email := "document.querySelector('form .field input')"
	p.rewrite(email, "grace@example.com")
	p.rewrite("document.querySelector('.kept input')", "grace"+kb.Enter)
	p.wait(holding(".kept .hint", "login.http"))
	text, err := os.ReadFile(filepath.Join(dir, "login.http"))
	if err != nil || !strings.Contains(string(text), "grace@example.com") {
		t.Errorf("kept is %s (%v)", text, err)
	}
	p.rewrite(email, "ada@example.com")
	p.click(holding(".kept button.link", "grace"))
	p.wait(email + ".value === 'grace@example.com'")
}

// TestValuesHere puts what exists at a node into its fields by a click and by the mouse's drag, and says why others
// can't stand there.
func TestValuesHere(t *testing.T) {
	t.Parallel()
	_, p, _ := openHome(t)
	p.do(chromedp.EmulateViewport(1280, 1000)) // in which the claim and what is dragged into it are in sight at once
	p.click(holding("button.route", "/login"))
	p.click(card("token"))
	claim := "document.querySelector('.rows .cm-content')"
	value := func(ref string) string { return "document.querySelector('.here .value[data-ref=\"" + ref + "\"]')" }
	p.click(claim)
	p.press("a", chromedp.ModifierCtrl)
	p.click(value("in.email"))
	p.wait(claim + ".innerText.trim() === '{{in.email}}'")
	p.press("a", chromedp.ModifierCtrl)
	p.press(kb.Backspace)
	p.wait(claim + ".innerText.trim() === ''")
	p.click(value("user.password_hash"))
	p.wait("document.querySelector('[data-field=jwtClaims].bad .failure')")
	p.press("a", chromedp.ModifierCtrl)
	p.press(kb.Backspace)
	id := value("user.id")
	p.wait(holding(".here .value.unfit[data-ref='user.password_hash'] .why", "hash")) // the list does not grow any more
	p.middle(id)                                                                      // in sight, and the claim above it
	x, y := p.middle(claim)
	p.picture("dragged")
	p.drag(id, x, y)
	p.wait(claim + ".innerText.trim() === '{{user.id}}'")
	p.wait("!document.querySelector('.bad, .card .mark')")
	p.click(holding(".grey summary", "Not here"))
	p.wait("[...document.querySelectorAll('.grey li small')].every(e => e.innerText !== '')")
}
