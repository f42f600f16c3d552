package studio_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// lookedFor are words that people type, and the node that they mean.
var lookedFor = [][2]string{
	{"API", "API"}, {"http", "API"}, {"request", "API"}, {"mail", "API"}, {"github", "Webhook"}, {"if", "Condition"}, {"loop", "For each"},
	{"insert", "SQL"}, {"select", "SQL"}, {"login", "Auth"}, {"throttle", "Rate limit"}, {"respond", "Response"},
}

// TestSearchUnderstands finds node types by what people call them, in the palette, in the chooser and in the search.
func TestSearchUnderstands(t *testing.T) {
	t.Parallel()
	p, _ := openChosen(t, "ok") // the canvas has the keys
	p.press(kb.Escape)
	for _, place := range []struct{ open, opened, first string }{
		{"/", "document.activeElement.matches('.finder')", "document.querySelector('.palette section button')"},
		{"a", "document.activeElement.matches('.chooser input')", "document.querySelector('.chooser [aria-selected=true] strong')"},
	} {
		p.press(place.open)
		p.wait(place.opened)
		for _, want := range lookedFor {
			p.press("a", chromedp.ModifierCtrl)
			p.press(want[0])
			p.wait(fmt.Sprintf("%s?.innerText === %q", place.first, want[1]))
		}
		p.press(kb.Escape)
		p.wait("!document.activeElement.matches('input')")
	}
	p.press("k", chromedp.ModifierCtrl)
	p.wait("document.querySelector('dialog[open] input')")
	p.press("loop")
	p.wait(holding("dialog [aria-selected=true]", "For each"))
	p.press(kb.Enter)
	p.cards(7)
	p.wait(holding(".card", "forEach1"))
}

// TestWhatCantStandHere says of a node that is looked for and can't follow an output why that is.
func TestWhatCantStandHere(t *testing.T) {
	t.Parallel()
	p, _ := openChosen(t, "check")
	p.press(kb.Tab)
	p.wait(holding(".chooser [role=option]", "valid"))
	p.press("valid" + kb.Enter)
	p.wait("document.querySelector('.chooser[aria-busy=false] input')?.getAttribute('aria-label') === 'What follows'")
	p.press("API Endpoint")
	p.wait(holding(".chooser .empty", "API Endpoint can’t stand here"))
	p.press(kb.Backspace + "zzz")
	p.wait(holding(".chooser .empty", "No node is called"))
}

// TestWhatFlowcHasNot answers what people look for in vain with what to use.
func TestWhatFlowcHasNot(t *testing.T) {
	t.Parallel()
	p, _ := openChosen(t, "ok")
	p.press(kb.Escape)
	p.command("a")
	for typed, want := range map[string]string{"cron": "call an API Endpoint", "websocket": "no streams", "queue": "in a table by SQL"} {
		p.press("a", chromedp.ModifierCtrl)
		p.press(typed)
		p.wait(holding(".chooser .empty", want))
	}
}

// TestBornAsRefused draws a Response behind each output that refuses: it has the status and the body of that.
func TestBornAsRefused(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	at := is[[]float64](p, onWire(0))
	p.drag(holding(".palette button", "Rate limit"), at[0], at[1])
	p.cards(7)
	p.click(within("rateLimit1", ".plus.must"))
	p.pick("Response")
	p.wait(field("responseStatus") + "?.value === '429'")
	p.wait(holding("[data-field=responseBody]", "too many requests"))
}

// TestConnectAll connects all outputs that must be connected by one button, and takes that back in one step.
func TestConnectAll(t *testing.T) {
	t.Parallel()
	var doc struct {
		object
		Nodes, Edges []object
	}
	text := read(t, committed)
	if err := json.Unmarshal([]byte(text), &doc.object); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	answers := func(id any) bool { return id == "ok" || id == "no" }
	doc.object["nodes"] = slices.DeleteFunc(doc.Nodes, func(n object) bool { return answers(n["id"]) })
	doc.object["edges"] = slices.DeleteFunc(doc.Edges, func(e object) bool { return answers(e["target"]) })
	login, err := json.Marshal(doc.object)
	if err != nil {
		t.Fatal(err)
	}
	b, file := openDrawing(t, string(login))
	p := b.openLogin()
	p.cards(4)
	p.press("p")
	p.click(holding(".panel button", "Connect both"))
	p.cards(6)
	p.wait("document.querySelectorAll('.problems li, .card .mark').length === 0")
	p.wait(apart)
	for name, status := range map[string]string{"response1": "401", "response2": "200"} {
		p.wait(fmt.Sprintf("(%s)?.innerText.includes(%q)", card(name), status))
	}
	p.picture("connected")
	if saved := p.save(file); !strings.Contains(saved, `"error": "{{check.reason}}"`) {
		t.Errorf("the refusal has not its reason: %s", saved)
	}
	p.click("document.querySelector('.react-flow__pane')")
	p.press("z", chromedp.ModifierCtrl)
	p.cards(4)
}

// TestSearchFindsPlaces finds statements, expressions and settings of all workflows: the node is then in the middle at
// zoom 1, in the workflow that it is of.
func TestSearchFindsPlaces(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	middle := func(name string) string {
		return fmt.Sprintf("(() => { const r = (%s)?.getBoundingClientRect(), s = document.querySelector('.react-flow')?.getBoundingClientRect(); return s && %s === 1 && r && Math.abs(r.x + r.width / 2 - s.x - s.width / 2) < 3 && Math.abs(r.y + r.height / 2 - s.y - s.height / 2) < 3; })()", card(name), zoom)
	}
	for _, find := range []struct{ typed, row, node string }{
		{"expires in", "token", "token"},
		{"{{user.password_hash}}", "check", "check"},
		{"insert into users", "signup", "user"},
	} {
		p.press("k", chromedp.ModifierCtrl)
		p.wait("document.querySelector('dialog[open] input')")
		p.press(find.typed)
		p.wait(holding("dialog [role=option]", find.row))
		p.press(kb.Enter)
		p.wait(middle(find.node))
		p.wait(holding(".card.found", find.node))
	}
	if at := is[string](p, "location.hash"); !strings.Contains(at, "signup") {
		t.Errorf("the last is found in %s", at)
	}
}
