package studio_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestDrawnOnMeanwhile draws on while the server is asked for a change: what it changes is the document that it was
// asked for, as that is by then, and neither what was typed meanwhile nor what was chosen is lost.
func TestDrawnOnMeanwhile(t *testing.T) {
	t.Parallel()
	_, p, file := openCommitted(t)
	rename := func(node, name string) held {
		p.t.Helper()
		p.click(card(node))
		p.wait(fmt.Sprintf("document.querySelector('.named input')?.value === %q", node))
		asked := p.holdAnswers("POST /api/rename", 1)
		p.click("document.querySelector('.named input')")
		p.press("a", chromedp.ModifierCtrl)
		p.press(name + kb.Enter)
		asked.wait(1)
		return asked
	}

	asked := rename("check", "verify")
	p.click(card("ok"))
	p.fill("responseStatus", "202")
	asked.open()
	p.wait(card("verify"))
	if value := is[string](p, field("responseStatus")+"?.value ?? 'another node'"); value != "202" {
		t.Errorf("while a node was renamed 202 was typed, and there is %s", value)
	}

	asked = rename("verify", "check")
	p.click("document.querySelector('[data-field=hashInput] .cm-content')")
	p.press(kb.End)
	p.press("abc")
	asked.open()
	p.wait(card("check"))
	p.press("def")
	if text := is[string](p, field("hashInput")+".innerText"); text != "{{password}}abcdef" {
		t.Errorf("typed is %s: the field was put away", text)
	}
	p.press(kb.Escape)

	asked = rename("check", "verify")
	p.press("a")
	p.wait("document.activeElement.matches('.chooser input')")
	p.press("Respon")
	asked.open()
	p.wait(card("verify"))
	p.press("se")
	p.wait("document.querySelector('.chooser input')?.value === 'Response'")
	p.press(kb.Escape)

	p.click(card("ok"))
	asked = p.holdAnswers("POST /api/rename", 2)
	p.press("c", chromedp.ModifierCtrl)
	p.press("v", chromedp.ModifierCtrl)
	p.press("v", chromedp.ModifierCtrl)
	asked.wait(2)
	asked.open()
	p.cards(8)

	asked = p.holdAnswers("POST /api/tidy", 1)
	p.press("t")
	asked.wait(1)
	p.click(card("token"))
	p.fill("jwtExpiresIn", "7m")
	asked.open()
	p.wait("document.querySelector('.tools [aria-label=Undo]')")
	if value := is[string](p, field("jwtExpiresIn")+".value"); value != "7m" {
		t.Errorf("while it was tidied up 7m was typed, and there is %s", value)
	}

	p.leave()
	p.press("f") // all is in sight
	asked = rename("user", "person")
	p.click("document.querySelector('.brand')")
	p.click(holding("button.route", "/signup"))
	p.wait("document.querySelector('.tools')")
	asked.open()
	if is[bool](p, "!!document.querySelector('.unsaved')") {
		t.Error("what was asked for login has changed signup")
	}
	p.click("document.querySelector('.brand')")
	p.toLogin()
	p.wait(card("person"))
	text := p.save(file)
	wantIn(t, text, `"responseStatus": 202`, `"hashInput": "{{password}}abcdef"`, `"jwtExpiresIn": "7m"`, "{{person.password_hash}}")
}

// kept is the draft that the server has of login, "" for none.
func (b *bench) kept() string {
	b.t.Helper()
	var d struct{ Draft *struct{ Text string } }
	b.get("/api/document?key="+b.keyOf("login"), &d)
	if d.Draft == nil {
		return ""
	}
	return d.Draft.Text
}

// TestSavedInTurn saves while it is saved, and while a draft is kept: the last that was drawn is in the file, and no
// draft stays.
func TestSavedInTurn(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	p.click(card("token"))

	saving := p.holdAnswers("PUT /api/document", 1)
	p.fill("jwtExpiresIn", "5m")
	p.press("s", chromedp.ModifierCtrl)
	saving.wait(1)
	p.fill("jwtExpiresIn", "6m")
	p.press("s", chromedp.ModifierCtrl)
	saving.open()
	p.wait("!document.querySelector('.unsaved')")
	if text := read(t, file); !strings.Contains(text, `"jwtExpiresIn": "6m"`) {
		t.Errorf("saved is %s", text)
	}

	keeping := p.holdCalls("PUT /api/draft", 1)
	p.fill("jwtExpiresIn", "7m")
	keeping.wait(1)
	p.press("s", chromedp.ModifierCtrl)
	keeping.open()
	p.wait("!document.querySelector('.unsaved')")
	if kept := b.kept(); kept != "" {
		t.Errorf("a draft of what is saved is kept: %s", kept)
	}
}

// TestKeptWhateverComes keeps drafts of workflows that are left at once, and while the server is gone for a while; and
// a draft whose file has changed since it was made says so until a person settles it, in whatever page it is
// opened.
func TestKeptWhateverComes(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	p.click(card("token"))
	p.click(field("jwtExpiresIn"))
	is[bool](p, "document.execCommand('insertText', false, '9') && (document.querySelector('.brand').click(), true)")
	eventually(t, "what was left at once is kept", func() bool { return strings.Contains(b.kept(), "9") && b.kept() != read(t, file) })

	p.toLogin()
	p.click(card("token"))
	is[int](p, gone)
	p.fill("jwtExpiresIn", "soon")
	p.wait("window.refused.draft > 0 && window.refused.check > 0")
	is[int](p, "window.comesBack()")
	eventually(t, "what was typed while the server was gone is kept", func() bool { return strings.Contains(b.kept(), "soon") })
	p.wait("document.querySelector('[data-field=jwtExpiresIn].bad .failure')")

	replace(t, file, strings.Replace(read(t, file), "wrong e-mail or password", "who are you", 1))
	b.page.Check()
	for range 2 {
		p.wait("document.querySelector('.conflict')")
		p.click(card("token"))
		p.fill("jwtExpiresIn", "8m")
		eventually(t, "the draft is kept", func() bool { return strings.Contains(b.kept(), "8m") })
		p = b.openPage()
		p.toLogin()
	}
	together := holding(".conflict button", "Put both together")
	p.click("(" + holding(".conflict .clash label", "who are you") + ").querySelector('input')")
	p.wait(holding(".conflict [role=status]", "One is to be chosen"))
	if !is[bool](p, "("+together+").disabled") {
		t.Error("one of two values is lost, though nobody has chosen") // what the draft was made of is not known
	}
	p.click("(" + holding(".conflict .clash label", "8m") + ").querySelector('input')")
	p.click(together)
	p.wait("!document.querySelector('.conflict')")
	if text := p.save(file); !strings.Contains(text, "who are you") || !strings.Contains(text, `"8m"`) {
		t.Errorf("put together is %s", text)
	}
	p.click(card("token"))
	p.fill("jwtExpiresIn", "10m")
	p.wait("document.querySelector('.unsaved')")
	replace(t, file, strings.Replace(read(t, file), "who are you", "nobody", 1))
	b.page.Check()
	p.wait("document.querySelector('.conflict')")
	replace(t, file, strings.Replace(read(t, file), "nobody", "who are you", 1))
	b.page.Check()
	p.wait("!document.querySelector('.conflict')") // the file is again what the draft was made of
	if found, err := filepath.Glob(filepath.Join(filepath.Dir(file), "login.*.json")); err != nil || len(found) != 1 {
		t.Errorf("there are %v (%v)", found, err)
	}
}

// gone is an expression that has no server answer drafts and checks until window.comesBack is called; window.refused
// counts.
const gone = `(() => {
	const ask = window.fetch;
	window.refused = {draft: 0, check: 0};
	window.fetch = (what, ...more) => {
		const call = String(what).replace('/api/', '');
		if (!(call in window.refused)) return ask(what, ...more);
		window.refused[call]++;
		return Promise.reject(new TypeError('Failed to fetch'));
	};
	window.comesBack = () => { window.fetch = ask; return 0; };
	return 0;
})()`

// TestTypedBeforeThere types on at once where a field or a choice comes: each key goes to what it was meant for,
// however late the page draws and the server answers.
func TestTypedBeforeThere(t *testing.T) {
	t.Parallel()
	_, p, file := openCommitted(t)
	late := func(keys func()) {
		p.t.Helper()
		is[int](p, framesLate)
		keys()
		is[int](p, "window.framed()")
	}
	p.click(card("token"))
	p.click("[...document.querySelectorAll('[data-field=jwtClaims] .rows input')].at(-1)")
	late(func() { p.press("aud" + kb.Tab + "{{user.id") })
	p.press(kb.Escape + kb.Escape)
	p.wait("document.activeElement.matches('.canvas')")
	p.press("g")
	p.wait("document.querySelector('.panel.go')")
	late(func() { p.press(kb.F2 + "signed" + kb.Enter) })
	p.wait(card("signed"))
	p.press("g")
	p.wait("document.querySelector('.panel.go')")
	late(func() { p.press(kb.Enter + kb.Escape) })
	p.wait("document.querySelector('.panel.node')")
	p.click("document.querySelector('.named input')")
	p.press("other" + kb.Escape) // which takes it back
	x, y := p.middle(holding(".palette button", "Note"))
	late(func() {
		p.do(chromedp.MouseClickXY(x, y))
		p.press("to whom")
	})
	p.wait(holding(".sticky", "to whom"))

	p.click(card("ok"))
	follow := p.holdAnswers("POST /api/follow", 1)
	p.press(kb.Tab + "Code" + kb.Enter)
	follow.wait(1)
	follow.open()
	p.cards(7)
	text := p.save(file)
	wantIn(t, text, `"aud": "{{user.id}}"`, `"text": "to whom"`, `"source": "ok", "target": "code1"`, `{{signed.token}}`)
}

// framesLate is an expression that has no frame come until window.framed is called.
const framesLate = `(() => {
	const frame = window.requestAnimationFrame, held = [];
	window.requestAnimationFrame = f => held.push(f);
	window.framed = () => {
		window.requestAnimationFrame = frame;
		held.forEach(f => frame(f));
		return 0;
	};
	return 0;
})()`

// TestCompletedAsTyped types faster than the server says what completes it, which is nothing at first, or no answer:
// what completes the whole is offered, without another key.
func TestCompletedAsTyped(t *testing.T) {
	t.Parallel()
	p, _ := openChosen(t, "check")
	for _, first := range []string{`Response.json({from: 0, to: 0, offers: []})`, `new Response('no', {status: 500})`, `Promise.reject(new TypeError('Failed to fetch'))`} {
		p.fill("hashInput", "{{")
		p.wait(holding(".cm-tooltip-autocomplete [role=option]", "user"))
		p.press(kb.Escape) // what comes is asked for anew
		p.wait("!document.querySelector('.cm-tooltip-autocomplete')")
		is[int](p, fmt.Sprintf(firstCompleted, first))
		p.press("u")
		p.wait("window.completing")
		p.press("ser.pass")
		is[int](p, "window.answer()")
		p.wait(holding(".cm-tooltip-autocomplete [aria-selected=true]", "password_hash"))
	}
}

// firstCompleted is an expression that has the next question for a completion wait until window.answer is called, and
// be answered by what an expression says.
const firstCompleted = `(() => {
	const ask = window.fetch;
	window.completing = false;
	window.fetch = async (what, ...more) => {
		if (!String(what).startsWith('/api/complete')) return ask(what, ...more);
		window.fetch = ask;
		window.completing = true;
		await new Promise(done => { window.answer = () => (done(), 0); });
		return %s;
	};
	return 0;
})()`

// TestOfferedOnceKnown types what the server can't complete yet: what completes it is offered once the project has
// changed, without another key, but not to who has put the offers away.
func TestOfferedOnceKnown(t *testing.T) {
	t.Parallel()
	b, p, _ := openCommitted(t)
	p.click(card("check"))
	p.fill("hashInput", "{{")
	p.wait(holding(".cm-tooltip-autocomplete [role=option]", "user"))
	p.press(kb.Escape) // what comes is asked for anew
	p.wait("!document.querySelector('.cm-tooltip-autocomplete')")
	is[int](p, nothingKnown)
	p.press("us")
	p.wait("window.lacking.includes('{{us'.length)")
	is[int](p, "window.knows()")
	b.page.Check()
	p.wait(holding(".cm-tooltip-autocomplete [aria-selected=true]", "user"))
	p.press(kb.Escape)
	p.wait("!document.querySelector('.cm-tooltip-autocomplete')")
	state, asked := p.holdAnswers("GET /api/state", 1), p.holdCalls("POST /api/complete", 1)
	b.page.Check()
	state.wait(1)
	state.open()
	asked.held(0)
}

// nothingKnown is an expression that has nothing complete what is typed until window.knows is called; the places that
// were asked about are in window.lacking.
const nothingKnown = `(() => {
	const ask = window.fetch;
	window.lacking = [];
	window.fetch = async (what, ...more) => {
		if (!String(what).startsWith('/api/complete')) return ask(what, ...more);
		lacking.push(JSON.parse(more[0].body).offset);
		return Response.json({from: 0, to: 0, offers: []});
	};
	window.knows = () => { window.fetch = ask; return 0; };
	return 0;
})()`

// TestTypedOnInAText fixes the text of a document that can't be read and types on: the text keeps the keys until it is
// left, by a click elsewhere or for the drawing.
func TestTypedOnInAText(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	replace(t, file, strings.TrimSuffix(read(t, file), "}\n"))
	b.page.Check()
	mend := func() {
		p.click("document.querySelector('.document-text .cm-line')")
		p.press(kb.End, chromedp.ModifierCtrl)
		p.press("}")
		p.wait(holding("button", "To the drawing"))
	}
	mend()
	p.press("ta")
	p.wait("document.querySelector('.document-text .cm-content').innerText.trimEnd().endsWith('}ta')")
	if is[bool](p, "!document.activeElement.matches('.document-text .cm-content') || !!document.querySelector('.chooser')") {
		t.Error("what was typed on is a command")
	}
	p.press(kb.Backspace + kb.Backspace)
	p.click(holding("button", "To the drawing"))
	p.cards(6)
	p.wait("document.activeElement.matches('.canvas')")
	for is[bool](p, "!document.querySelector('[aria-label=Undo]').disabled") {
		p.press("z", chromedp.ModifierCtrl)
	}
	p.press("y", chromedp.ModifierCtrl) // the change on disk
	mend()
	p.click(holding("[role=tab]", "Problems"))
	p.cards(6)
}
