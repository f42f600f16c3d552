package studio_test

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// pointAt moves the mouse onto the middle of a wire.
func (p *tab) pointAt(wire int) {
	p.t.Helper()
	at := is[[]float64](p, fmt.Sprintf(`(() => { const path = document.querySelector('.react-flow__edge[data-id="%d"] path');
		const p = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM()); return [p.x, p.y]; })()`, wire))
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, at[0]-30, at[1]-40), chromedp.MouseEvent(chromedp.MouseMoved, at[0], at[1]))
}

// TestWiresHaveButtons points at a wire: it shows what went over it last, a button that puts a node into it, and one
// that removes it.
func TestWiresHaveButtons(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	p.logsIn()
	wires := is[int](p, "document.querySelectorAll('.react-flow__edge').length")
	p.pointAt(0)
	p.wait(holding(".wire-tools .last-value", "ada@example.com"))
	p.picture("wire")
	p.click("document.querySelector('.wire-tools [aria-label=\"put a node into the wire\"]')")
	p.wait("document.querySelector('.chooser[aria-busy=false] input')")
	p.press("set" + kb.Enter)
	p.cards(7)
	p.wait(fmt.Sprintf("document.querySelectorAll('.react-flow__edge').length === %d", wires+1))
	p.press(kb.Escape)
	p.pointAt(0)
	p.click("document.querySelector('.wire-tools [aria-label=\"remove the wire\"]')")
	p.wait(fmt.Sprintf("document.querySelectorAll('.react-flow__edge').length === %d", wires))
}

// right presses an element with the right button.
func (p *tab) right(element string) {
	p.t.Helper()
	x, y := p.middle(element)
	p.do(chromedp.MouseEvent(chromedp.MousePressed, x, y, chromedp.ButtonRight, chromedp.ClickCount(1)), chromedp.MouseEvent(chromedp.MouseReleased, x, y, chromedp.ButtonRight, chromedp.ClickCount(1)))
	p.wait("document.querySelector('[role=menu] button:focus')")
}

// TestMenus does what menus of the right button offer of a node, of several, of a wire and of the canvas, one of them
// by keys alone.
func TestMenus(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	item := func(label string) string { return holding("[role=menuitem]", label) }
	is[bool](p, "(navigator.clipboard.writeText = text => (window.copied = text, Promise.resolve()), true)")
	p.right(card("user"))
	p.picture("menu")
	p.click(item("Copy as picture"))
	p.wait("window.copied")
	if svg := is[string](p, "window.copied"); !strings.HasPrefix(svg, "<svg ") || !strings.Contains(svg, "select from users") {
		t.Errorf("the picture is %s", svg)
	}
	p.right(card("user"))
	p.click(item("Rename"))
	p.wait("document.activeElement.matches('.named input') && getSelection().toString() === 'user'")
	p.press(kb.Escape)
	p.click(card("no"))
	p.press(kb.F10, chromedp.ModifierShift)
	p.wait("document.querySelector('[role=menu] button:focus')")
	p.press(kb.ArrowDown + kb.Enter)
	p.cards(7)
	if close := is[string](p, near); close != "" {
		t.Errorf("the copy is too close: %s", close)
	}
	p.wait(holding(".card.chosen", "response1"))
	p.right(card("response1"))
	p.click(item("Delete"))
	p.cards(6)
	p.right("document.querySelector('.react-flow__pane')")
	p.click(item("Show all"))
	p.wait(zoom + " < 0.85")
	p.right("document.querySelector('.react-flow__edge path')")
	p.click(item("Remove the wire"))
	p.wait("document.querySelectorAll('.react-flow__edge').length === 4")
}

// shift holds the key down, or lets it go.
func shift(is input.DispatchKeyEventType) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: is, Key: "Shift", Code: "ShiftLeft", WindowsVirtualKeyCode: 16})
		return err
	})
}

// chooseToo adds cards to those that are chosen.
func (p *tab) chooseToo(names ...string) {
	p.t.Helper()
	for _, name := range names {
		x, y := p.middle(card(name))
		p.do(shift(input.DispatchKeyEventTypeKeyDown), chromedp.MouseClickXY(x, y, chromedp.ButtonModifiers(chromedp.ModifierShift)), shift(input.DispatchKeyEventTypeKeyUp))
		p.wait("(" + card(name) + ").matches('.chosen')")
	}
}

// TestSeveralAreAligned puts two chosen nodes into one line and three at a distance, in one step each.
func TestSeveralAreAligned(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	p.press("f")
	top := func(name string) float64 { return is[float64](p, "("+card(name)+").getBoundingClientRect().top") }
	if top("ok") == top("no") {
		t.Fatal("they stand in one line already")
	}
	p.click(card("ok"))
	p.chooseToo("no")
	p.right(card("no"))
	p.click(holding("[role=menuitem]", "Align top"))
	p.wait("document.querySelector('.unsaved')")
	if top("ok") != top("no") {
		t.Errorf("aligned, they are at %v and %v", top("ok"), top("no"))
	}
	if close := is[string](p, near); close != "" {
		t.Errorf("aligned, they are too close: %s", close)
	}
}

// TestSeveralAreDistributed moves a node towards another one, and has three stand at one distance, in one step.
func TestSeveralAreDistributed(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	p.press("f")
	x, y := p.middle(card("user"))
	p.drag(card("user"), x-30, y)
	p.wait("document.querySelector('.unsaved')")
	left := func(name string) float64 {
		return is[float64](p, "("+card(name)+").getBoundingClientRect().left / "+zoom)
	}
	first, last := left("in"), left("check")
	if d := left("user") - first - (last - left("user")); d > -20 && d < 20 {
		t.Fatal("they stand at one distance already")
	}
	p.click(card("in"))
	p.chooseToo("user", "check")
	p.right(card("check"))
	p.click(holding("[role=menuitem]", "Distribute across"))
	p.wait(holding(".card.chosen", "check") + " && !document.querySelector('[role=menu]')")
	for _, same := range [][2]float64{{left("in"), first}, {left("user") - left("in"), left("check") - left("user")}} {
		if d := same[0] - same[1]; d < -20.5 || d > 20.5 { // the canvas's grid
			t.Errorf("distributed, there are %v and %v", same[0], same[1])
		}
	}
	p.press("z", chromedp.ModifierCtrl)
	p.press("z", chromedp.ModifierCtrl)
	p.wait("!document.querySelector('.unsaved')")
}

// TestExtracted extracts two nodes to a subflow, undoes that, and does it again.
func TestExtracted(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	p.press("f")
	p.click(card("token"))
	p.chooseToo("ok")
	p.right(card("ok"))
	p.click(holding("[role=menuitem]", "Extract to a subflow"))
	p.wait(holding(".tools .said", "begins or ends the workflow"))
	write(t, file, strings.NewReplacer(
		`"source": "token", "target": "ok"`, `"source": "token", "target": "more"}, {"source": "more", "target": "ok"`,
		`{"id": "no",`, `{"id": "more", "type": "set", "data": {"setValues": {"token": "{{token.token}}", "id": "{{user.id}}"}}}, {"id": "no",`,
	).Replace(read(t, file)))
	b.page.Check()
	p.cards(7)
	p.press("f")
	p.click(card("token"))
	p.chooseToo("more")
	p.right(card("more"))
	p.picture("several")
	p.click(holding("[role=menuitem]", "Extract to a subflow"))
	p.cards(6)
	p.wait(holding(".tools .said", "login-part.flow.json, a new file"))
	p.wait(holding(".card.chosen", "part"))
	made := read(t, filepath.Join(filepath.Dir(file), "login-part.flow.json"))
	for _, part := range []string{`"type": "subflow"`, `"type": "return"`, `"{{email}}"`, `"{{token.token}}"`} {
		if !strings.Contains(made, part) {
			t.Errorf("the subflow lacks %s: %s", part, made)
		}
	}
	if text := p.save(file); !strings.Contains(text, `"callWorkflow": "login-part"`) || strings.Contains(text, `"more"`) {
		t.Errorf("the document is %s", text)
	}
	p.press("p")
	p.wait(holding(".panel", "No problems") + " || !document.querySelector('.problems li')")
	p.elsewhere()
	p.press("z", chromedp.ModifierCtrl)
	p.cards(7)
}

// TestLegendOfKnownCallers wants the sign of what only known callers reach on the nodes that the checker says, and its
// legend where there are such nodes.
func TestLegendOfKnownCallers(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	p.wait("document.querySelector('.legend')")
	if says := is[string](p, "document.querySelector('.legend').innerText"); strings.TrimSpace(says) != "Only known callers get here" {
		t.Errorf("the legend says %q", says)
	}
	if names := is[string](p, "[...document.querySelectorAll('.card')].filter(e => e.querySelector('.title svg')).map(e => e.querySelector('strong').innerText).join()"); names != "token,ok" {
		t.Errorf("only known callers get to %s", names)
	}
	p.click(card("token"))
	p.wait(holding("aside .hint", "Only known callers get here"))
	b, _ := openDrawing(t, emptyCanvas)
	p = b.openPage()
	p.click(holding("button.link", "login"))
	p.wait("document.querySelector('.beginning')")
	if is[bool](p, "!!document.querySelector('.legend')") {
		t.Error("there is a legend where there is no node")
	}
}

// TestKeysAreListed lists the keys by one of them, and by a button.
func TestKeysAreListed(t *testing.T) {
	t.Parallel()
	p, _ := openChosen(t, "ok")
	p.press("?", chromedp.ModifierShift)
	p.wait("document.querySelector('dialog.help[open]')")
	p.picture("keys")
	listed := is[string](p, "document.querySelector('dialog.help').innerText")
	for _, key := range []string{"Ctrl K", "Ctrl S", "Tab", "F2", "Del", "Alt ←", "Shift F10"} {
		if !strings.Contains(listed, key) {
			t.Errorf("%s is not listed", key)
		}
	}
	p.press(kb.Escape)
	p.wait("!document.querySelector('dialog.help')")
	p.click("document.querySelector('[aria-label=\"List the keys\"]')")
	p.wait("document.querySelector('dialog.help[open]')")
}
