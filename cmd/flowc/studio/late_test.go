package studio_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
)

// TestDroppedBeforeDrawn drags faster than the page draws: a node type onto the canvas, the node onto a wire, and a
// value into a field.
func TestDroppedBeforeDrawn(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	p.do(chromedp.EmulateViewport(1280, 1500))
	p.click("document.querySelector('.react-flow__controls-fitview')")
	p.middle(card("check")) // which stands still then
	wire := is[[]float64](p, onWire(0))
	drag := func(element string, x, y float64) {
		p.t.Helper()
		is[int](p, drawingLate)
		p.drag(element, x, y)
		is[int](p, "window.drawn()")
		p.wait("!document.querySelector('.ghost')")
	}
	drag(holding(".palette button", "Set"), 600, 850)
	p.cards(7)
	drag(card("set1"), wire[0], wire[1])
	p.wait("document.querySelectorAll('.react-flow__edge').length === 6")
	p.press(kb.Escape)
	p.click(card("token"))
	claim := "document.querySelector('.rows .cm-content')"
	p.click(claim)
	p.press("a", chromedp.ModifierCtrl)
	p.press(kb.Backspace)
	p.wait(holding(".here .value.unfit[data-ref='user.password_hash'] .why", "hash")) // the list does not grow any more
	id := "document.querySelector('.here .value[data-ref=\"user.id\"]')"
	p.middle(id)
	x, y := p.middle(claim)
	drag(id, x, y)
	p.wait(claim + ".innerText.trim() === '{{user.id}}'")
}

// TestAnswersOutOfOrder has answers arrive after what they say is over: what was asked last is what is shown.
func TestAnswersOutOfOrder(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)

	p.press("g")
	p.wait("document.querySelector('.code .cm-line')")
	p.click(card("token"))
	p.press("n")
	p.fill("jwtExpiresIn", "5m")
	p.leave()
	draft := p.holdAnswers("POST /api/go", 1)
	p.press("g")
	draft.wait(1)
	p.takesBack()
	draft.open()
	if is[bool](p, "!!("+holding(".panel .hint", "Go of the draft")+")") {
		t.Error("the Go of a draft that was undone is shown")
	}

	read := p.holdAnswers("GET /api/document", 1)
	b.page.Check()
	read.wait(1)
	p.press("n")
	p.fill("jwtExpiresIn", "7m")
	p.save(file)
	read.passes(1) // what is told of the file that was saved
	read.open()
	if value := is[string](p, field("jwtExpiresIn")+".value"); value != "7m" {
		t.Errorf("what was read before it was saved took its place: %s", value)
	}

	p.click("document.querySelector('.brand')")
	p.wait(holding("table", "/login"))
	state := p.holdAnswers("GET /api/state", 1)
	b.page.Check()
	state.wait(1)
	write(t, file, strings.Replace(committedText(t), "{{user.password_hash}}", "{{user.nobody}}", 1))
	b.page.Check()
	p.wait(holding(".note-line", "One error"))
	state.open()
	if is[bool](p, "!document.querySelector('.note-line')") {
		t.Error("a mistake that was told is gone")
	}
}

func committedText(t testing.TB) string {
	t.Helper()
	return read(t, committed)
}

// TestTheLastChoiceIsShown chooses two executions, one after the other, and is answered the other way round.
func TestTheLastChoiceIsShown(t *testing.T) {
	t.Parallel()
	b := openAuth(t)
	p := b.openPage()
	p.click(holding("button.route", "/signup"))
	p.wait(holding("[role=tab]", "Watch"))
	p.press("w")
	for _, email := range []string{"first", "second", "third"} {
		b.send("POST /signup", func(f *serve.Form) { fill(f, "email", email) })
	}
	p.wait("document.querySelectorAll('.executions button').length === 3")
	p.wait("document.querySelector('.executions button').getAttribute('aria-current') === 'true'")
	button := "document.querySelectorAll('.executions button')"
	first := p.holdAnswers("GET /api/execution?", 1)
	p.click(button + "[2]")
	first.wait(1)
	p.click(button + "[1]")
	p.wait(button + "[1].getAttribute('aria-current') === 'true'")
	first.open()
	if !is[bool](p, button+"[1].getAttribute('aria-current') === 'true'") {
		t.Error("what was chosen before took the place of the choice")
	}
}

// TestRequestsInTurn keeps requests before those that are there are read, and before the one before is written: all are
// in the file. A request that could not be sent shows no answer of another one.
func TestRequestsInTurn(t *testing.T) {
	t.Parallel()
	_, p, dir := openHome(t)
	file := filepath.Join(dir, "login.http")
	write(t, file, "### there\n# @entry in\nPOST {{base}}/login\nContent-Type: application/json\n\n{\"email\": \"a@example.com\", \"password\": \"{{password}}\"}\n")
	list := p.holdAnswers("GET /api/requests", 1)
	write1 := p.holdAnswers("PUT /api/requests", 1)
	p.click(holding("button.route", "/login"))
	list.wait(1)
	p.rewrite("document.querySelector('.kept input')", "one"+kb.Enter)
	p.rewrite("document.querySelector('.kept input')", "two"+kb.Enter)
	list.open()
	write1.wait(1)
	p.rewrite("document.querySelector('.kept input')", "three"+kb.Enter)
	write1.open()
	p.wait("document.querySelectorAll('.kept li').length === 4")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"there", "one", "two", "three"} {
		if !strings.Contains(string(text), "### "+name+"\n") {
			t.Errorf("%s is not in %s", name, text)
		}
	}

	p.click(holding("button", "Send"))
	p.wait("document.querySelector('.answer')")
	is[int](p, "(window.fetch = () => Promise.reject(new TypeError('Failed to fetch')), 0)")
	p.click(holding("button", "Send"))
	p.wait(holding(".failure[role=alert]", "not sent"))
	if is[bool](p, "!!document.querySelector('.answer')") {
		t.Error("an answer to another request is shown")
	}
}
