package studio_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	auth "github.com/flowc-dev/flowc/golden/apps/auth/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// committed is the workflow that is drawn in tests.
const committed = "../../../golden/apps/auth/flows/login.flow.json"

// emptyCanvas is a login without a node.
const emptyCanvas = `{
  "version": 1,
  "id": "k3v7q2m7x4t6w3z6r5y2n2b7cd",
  "name": "login",
  "description": "Exchange an e-mail and a password for a token.",
  "nodes": [],
  "edges": []
}
`

// openDrawing opens golden/apps/auth with another login, beside the server of the committed one.
func openDrawing(t testing.TB, login string) (*bench, string) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(filepath.Join(dir, "flows"), os.DirFS("../../../golden/apps/auth/flows")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ".env.example"), "")
	file := filepath.Join(dir, "flows", "login.flow.json")
	write(t, file, login)
	return open(t, dir, nil, func(app *rt.App) (registrar, error) { return auth.New(app) }), file
}

// openLogin opens the page on the canvas of login.
func (b *bench) openLogin() *tab {
	p := b.openPage()
	p.toLogin()
	return p
}

// toLogin goes from the first page to the canvas of login.
func (p *tab) toLogin() {
	p.t.Helper()
	p.wait("document.querySelector('.routes, .lone')")
	p.click("[...document.querySelectorAll('.lone button.link, button.route')].find(e => e.innerText === 'login' || e.innerText.includes('/login'))")
	p.wait("document.querySelector('.tools')")
}

// drag takes an element with the mouse to a place, in steps as a hand does.
func (p *tab) drag(element string, x, y float64) {
	p.t.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; {
		fromX, fromY := p.aim(element)
		p.do(chromedp.MouseEvent(chromedp.MouseMoved, fromX, fromY), chromedp.MouseEvent(chromedp.MousePressed, fromX, fromY, chromedp.ButtonLeft, chromedp.ClickCount(1)))
		if is[string](p, "window.aimed()") != "pressed" {
			p.do(chromedp.MouseEvent(chromedp.MouseReleased, fromX, fromY, chromedp.ButtonLeft, chromedp.ClickCount(1)))
			continue
		}
		for i := 1.0; i <= 6; i++ {
			p.do(chromedp.MouseEvent(chromedp.MouseMoved, fromX+(x-fromX)*i/6, fromY+(y-fromY)*i/6, chromedp.ButtonLeft))
		}
		p.do(chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonLeft, chromedp.ClickCount(1)))
		return
	}
	p.missed("it can't be dragged: " + element)
}

// cards waits until there are so many nodes.
func (p *tab) cards(n int) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.querySelectorAll('.card').length === %d", n))
}

// card is an expression for the node of a name.
func card(name string) string {
	return fmt.Sprintf("[...document.querySelectorAll('.card')].find(e => e.querySelector('strong').innerText === %q)", name)
}

// within is an expression for what a selector finds in a node's card.
func within(name, selector string) string {
	return fmt.Sprintf("(%s)?.querySelector(%q)", card(name), selector)
}

// field is an expression for where the setting of a name is typed.
func field(name string) string {
	return fmt.Sprintf("document.querySelector('[data-field=%s] :is(.cm-content, input, select)')", name)
}

// fill types a setting anew, an object that has entries as JSON.
func (p *tab) fill(name, text string) {
	p.t.Helper()
	p.unfold(name)
	if rows := fmt.Sprintf("document.querySelector('[data-field=%s]:has(.rows li + li)')", name); is[bool](p, "!!"+rows) {
		p.click(rows + ".querySelector(':scope > .link')")
	}
	p.click(field(name))
	p.press("a", chromedp.ModifierCtrl)
	p.press(kb.Backspace)
	p.press(text)
}

// choose chooses a setting of several, as the keyboard does.
func (p *tab) choose(name, value string) {
	p.t.Helper()
	p.wait(field(name))
	is[bool](p, field(name)+".focus() || true")
	p.selects(value)
}

// selects types what the select that has the focus is to hold, and anew where that was too slow: after a second, a
// browser takes a key for the first of another word.
func (p *tab) selects(text string) {
	p.t.Helper()
	chosen := fmt.Sprintf("document.activeElement.selectedOptions[0].text === %q", text)
	for range 10 {
		p.press(text)
		if p.comes(2*time.Second, chosen) {
			return
		}
	}
	p.missed("it can't be chosen: " + text)
}

// takesBack undoes until nothing is left that is not saved: who types slowly takes several steps.
func (p *tab) takesBack() {
	p.t.Helper()
	for is[bool](p, "!!document.querySelector('.unsaved')") {
		p.press("z", chromedp.ModifierCtrl)
	}
}

// elsewhere clicks where the canvas is empty.
func (p *tab) elsewhere() {
	p.t.Helper()
	at := is[[]float64](p, emptyPlace)
	p.do(chromedp.MouseClickXY(at[0], at[1]))
}

// emptyPlace is an expression for a place of the canvas where nothing is, nor near it.
const emptyPlace = `(() => {
	const pane = document.querySelector('.react-flow__pane'), r = pane.getBoundingClientRect();
	for (let y = r.bottom - 30; y > r.top + 30; y -= 20) {
		for (let x = r.left + 30; x < r.right - 30; x += 20) {
			if ([[0, 0], [20, 20], [-20, 20], [20, -20], [-20, -20]].every(([a, b]) => document.elementFromPoint(x + a, y + b) === pane)) return [x, y];
		}
	}
})()`

// command presses a key that puts a question.
func (p *tab) command(key string) {
	p.t.Helper()
	p.press(key)
	p.wait("document.activeElement.matches('.chooser input')")
}

// pick answers the chooser by typing.
func (p *tab) pick(text string) {
	p.t.Helper()
	p.wait("document.querySelector('.chooser[aria-busy=false] [role=option]')")
	p.press(text)
	p.wait(holding(".chooser [aria-selected=true]", text))
	p.press(kb.Enter)
	p.wait("!document.querySelector('.chooser')")
}

// name gives the chosen node another name.
func (p *tab) name(old, name string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.querySelector('.named input')?.value === %q", old))
	p.click("document.querySelector('.named input')")
	p.press("a", chromedp.ModifierCtrl)
	p.press(name + kb.Enter)
	p.wait(card(name))
}

// unfold opens the settings that are folded away, where one of them is meant.
func (p *tab) unfold(setting string) {
	p.t.Helper()
	p.wait(fmt.Sprintf("document.querySelector('[data-field=%s]')", setting))
	if folded := fmt.Sprintf("document.querySelector('details:not([open]) [data-field=%s]')", setting); is[bool](p, "!!"+folded) {
		p.click(folded + ".closest('details').querySelector('summary')")
		p.wait("!" + folded)
	}
}

// part shows a part of the chosen node.
func (p *tab) part(name string) {
	p.t.Helper()
	p.click(holding(".parts button", name))
	p.wait(holding(".parts [aria-pressed=true]", name))
}

// declare fills in the next field of a request, and its type.
func (p *tab) declare(setting, name, kind string) {
	p.t.Helper()
	p.unfold(setting)
	p.click(fmt.Sprintf("[...document.querySelectorAll('[data-field=%s] .rows > li > input')].at(-1)", setting))
	p.press(name + kb.Tab)
	p.wait(fmt.Sprintf("document.activeElement.getAttribute('aria-label') === %q", "type of "+name))
	p.selects(kind)
}

// entry fills in the next entry of a setting of several.
func (p *tab) entry(setting, name, value string) {
	p.t.Helper()
	p.unfold(setting)
	p.click(fmt.Sprintf("[...document.querySelectorAll('[data-field=%s] .rows input')].at(-1)", setting))
	p.press(name + kb.Tab)
	p.wait("document.activeElement.matches('.rows .cm-content') && document.activeElement.innerText.trim() === ''")
	p.press(value)
}

// save writes the drawing, and returns what is in the file then.
func (p *tab) save(file string) string {
	p.t.Helper()
	p.press("s", chromedp.ModifierCtrl)
	p.wait("document.querySelector('.said').innerText === 'Saved'")
	text, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

// meaning is a document without its id and the places of its nodes.
func meaning(t testing.TB, text string) any {
	t.Helper()
	var doc map[string]any
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	delete(doc, "id")
	delete(doc, "$schema")
	for _, n := range doc["nodes"].([]any) {
		delete(n.(map[string]any), "position")
	}
	return doc
}

// wantLogin wants a file that is the committed login but for its id and the places of its nodes.
func wantLogin(t testing.TB, got string) {
	t.Helper()
	want, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(meaning(t, got), meaning(t, string(want))) {
		t.Errorf("drawn is\n%s\nand wanted\n%s", got, want)
	}
}

// TestDrawnByMouse draws login from an empty canvas, saves it, and logs in.
func TestDrawnByMouse(t *testing.T) {
	t.Parallel()
	b, file := openDrawing(t, emptyCanvas)
	p := b.openLogin()
	p.wait(holding(".beginning", "What does it begin with"))
	p.drag(holding(".palette button", "API Endpoint"), 420, 300)
	p.cards(1)
	p.name("apiEndpoint1", "in")
	p.choose("endpointMethod", "POST")
	p.fill("endpointPath", "/login")
	p.click(within("in", ".plus"))
	p.pick("SQL")
	p.name("sql1", "user")
	p.choose("sqlMode", "one")
	p.fill("sqlQuery", "SELECT id, email, password_hash FROM users WHERE email = {{email}}")
	x, y := p.middle(card("user"))
	p.drag(within("user", ".react-flow__handle[data-handleid=out]"), x-260, y+130)
	p.pick("Hash")
	p.cards(3)
	p.name("hash1", "check")
	p.choose("hashMode", "verify")
	p.fill("hashInput", "{{password}}")
	p.fill("hashAgainst", "{{user.password_hash}}")
	p.click(within("check", ".plus"))
	p.pick("JWT")
	p.name("jwt1", "token")
	p.choose("jwtMode", "sign")
	p.fill("jwtExpiresIn", "15m")
	p.fill("jwtSecret", "{{env.JWT_SECRET}}")
	p.entry("jwtClaims", "sub", "{{user.id}}")
	p.entry("jwtClaims", "email", "{{user.email}}")
	p.click(within("token", ".plus"))
	p.pick("Response")
	p.name("response1", "ok")
	p.fill("responseStatus", "200")
	p.fill("responseBody", `{"token": "{{token.token}}`)
	p.click(within("check", ".plus"))
	p.pick("Response")
	p.name("response1", "no")
	p.fill("responseStatus", "401")
	p.fill("responseBody", `{"error": "wrong e-mail or password`)
	p.wait("document.querySelectorAll('.problems li, .card .mark').length === 0")
	p.picture("drawn")
	wantLogin(t, p.save(file))
	p.logsIn()
}

// logsIn signs up and logs in, from the page.
func (p *tab) logsIn() {
	p.t.Helper()
	p.click("document.querySelector('.brand')")
	p.click(holding("button.route", "/signup"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "201 Created"))
	p.click("document.querySelector('.brand')")
	p.click(holding("button.route", "/login"))
	p.click(holding("[role=tab]", "Run"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "200 OK"))
	p.wait("document.querySelectorAll('.card.lit').length === 5")
}
