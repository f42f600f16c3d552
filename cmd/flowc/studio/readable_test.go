package studio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// chain is login as a long chain of nodes on a grid of width x height, with an error beside each of its Hashes.
func chain(nodes int, width, height int) string {
	list := []string{`{"id": "in", "type": "apiEndpoint", "position": {"x": 0, "y": 0}, "data": {"endpointMethod": "POST", "endpointPath": "/login", "endpointFields": {"a": {"type": "string", "required": true}}}}`}
	wires := []string{}
	before, output := "in", ""
	for i := 1; i < nodes-1; i++ {
		id := fmt.Sprintf("h%d", i)
		list = append(list, fmt.Sprintf(`{"id": %q, "type": "hash", "position": {"x": %d, "y": 0}, "data": {"hashMode": "verify", "hashInput": "{{a}}", "hashAgainst": "{{a}}"}}`, id, i*width),
			fmt.Sprintf(`{"id": "no%d", "type": "response", "position": {"x": %d, "y": %d}, "data": {"responseStatus": 401}}`, i, (i+1)*width, height))
		wires = append(wires, fmt.Sprintf(`{"source": %q%s, "target": %q}`, before, output, id), fmt.Sprintf(`{"source": %q, "sourceHandle": "invalid", "target": "no%d"}`, id, i))
		before, output = id, `, "sourceHandle": "valid"`
	}
	list = append(list, fmt.Sprintf(`{"id": "ok", "type": "response", "position": {"x": %d, "y": 0}, "data": {"responseStatus": 200}}`, (nodes-1)*width))
	wires = append(wires, fmt.Sprintf(`{"source": %q%s, "target": "ok"}`, before, output))
	return fmt.Sprintf("{\n  \"version\": 1,\n  \"id\": \"k3v7q2m7x4t6w3z6r5y2n2b7cd\",\n  \"name\": \"login\",\n  \"nodes\": [%s],\n  \"edges\": [%s]\n}\n", strings.Join(list, ", "), strings.Join(wires, ", "))
}

// zoom is an expression for how large the canvas is drawn.
const zoom = "new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')).transform).a"

// near is an expression for the cards that leave less than 40 between them, in document pixels.
const near = `(() => { const all = [...document.querySelectorAll('.card')].map(e => [e, e.getBoundingClientRect()]), z = ` + zoom + `;
	return all.flatMap(([e, r], i) => all.slice(i + 1).filter(([, s]) => Math.max(s.left - r.right, r.left - s.right) / z < 39.9 && Math.max(s.top - r.bottom, r.top - s.bottom) / z < 39.9)
		.map(([f]) => e.innerText + ' and ' + f.innerText)).join('; '); })()`

// behind is an expression for the wires that run behind a card: a place of their path lies inside of one.
const behind = `(() => { const cards = [...document.querySelectorAll('.card')].map(e => e.getBoundingClientRect());
	return [...document.querySelectorAll('.react-flow__edge')].filter(e => { const path = e.querySelector('.react-flow__edge-path'), matrix = path.getScreenCTM();
		return Array.from({length: 200}, (_, i) => path.getPointAtLength(path.getTotalLength() * i / 199).matrixTransform(matrix))
			.some(p => cards.some(r => p.x > r.left + 3 && p.x < r.right - 3 && p.y > r.top + 3 && p.y < r.bottom - 3)); }).map(e => e.dataset.id).join(', '); })()`

// TestCanvasIsReadable opens a long workflow whose cards stand close: with the entry in sight at the left, at no less
// than 0.85, in text of 15 and 13 px. It is drawn spread, and its file says so only once a node was moved.
func TestCanvasIsReadable(t *testing.T) {
	t.Parallel()
	text := chain(7, 240, 100)
	b, file := openDrawing(t, text)
	p := b.openLogin()
	p.cards(12)
	if z := is[float64](p, zoom); z < 0.85 || z > 1 {
		t.Errorf("it opens at %v", z)
	}
	entry := "(" + card("in") + ").getBoundingClientRect()"
	pane := "document.querySelector('.react-flow').getBoundingClientRect()"
	if !is[bool](p, fmt.Sprintf("%s.left >= %s.left && %s.left < %s.left + 100 && %s.top > %s.top && %s.bottom < %s.bottom", entry, pane, entry, pane, entry, pane, entry, pane)) {
		t.Error("the entry is not in sight at the left")
	}
	for selector, want := range map[string]string{"strong": "15px", ".says": "13px"} {
		if got := is[string](p, "getComputedStyle("+within("h1", selector)+").fontSize"); got != want {
			t.Errorf("%s has text of %s, want %s", selector, got, want)
		}
	}
	if w := is[float64](p, "("+card("h1")+").offsetWidth"); w < 208 || w > 240 {
		t.Errorf("a card is %v wide", w)
	}
	hit := is[[]float64](p, fmt.Sprintf("(() => { const h = (%s).parentElement.querySelector('.source'), z = getComputedStyle(h, '::after'); return [h.offsetWidth, parseFloat(z.width)]; })()", card("h1")))
	if hit[0] != 12 || hit[1] < 24 {
		t.Errorf("a handle is %v wide, and is hit in %v", hit[0], hit[1])
	}
	level := fmt.Sprintf(`(() => { const c = (%s).parentElement, middle = (s) => [...c.querySelectorAll(s)].map(e => e.getBoundingClientRect()).reduce((sum, r, _, all) => sum + (r.top + r.height / 2) / all.length, 0);
		return Math.abs(middle('.source') - middle('.target')); })()`, card("h1"))
	if off := is[float64](p, level); off > 0.1 {
		t.Errorf("the outputs are %v px off the middle of their card", off)
	}
	if close := is[string](p, near); close != "" {
		t.Errorf("too close: %s", close)
	}
	if wires := is[string](p, behind); wires != "" {
		t.Errorf("wires run behind cards: %s", wires)
	}
	if got := read(t, file); got != text {
		t.Errorf("only looked at, the file is %s", got)
	}
	if is[bool](p, "!!document.querySelector('.unsaved')") {
		t.Error("looking at it is a change")
	}
	x, y := p.middle(card("in"))
	p.drag(card("in"), x, y-60)
	p.wait("document.querySelector('.unsaved')")
	if got := p.save(file); strings.Count(got, `{"x": 320, `) < 1 || strings.Contains(got, `"x": 240,`) {
		t.Errorf("once one was moved, the file is %s", got)
	}
	if close := is[string](p, near); close != "" {
		t.Errorf("too close once it is written: %s", close)
	}
	p.do(chromedp.EmulateViewport(1440, 900))
	p.picture("chain")
}

// TestTidyWrapsChains tidies a long chain: it goes on below, no wire runs behind a card, and what one sees of it opens
// as large.
func TestTidyWrapsChains(t *testing.T) {
	t.Parallel()
	b, file := openDrawing(t, chain(9, 240, 100))
	p := b.openLogin()
	p.cards(16)
	p.press("t")
	p.wait("document.querySelector('.unsaved')")
	for what, is := range map[string]string{"cards are too close": is[string](p, near), "wires run behind cards": is[string](p, behind)} {
		if is != "" {
			t.Errorf("tidied, %s: %s", what, is)
		}
	}
	p.save(file)
	columns := is[int](p, "new Set([...document.querySelectorAll('.react-flow__node-card')].map(e => new DOMMatrix(e.style.transform).e)).size")
	if columns > 4 {
		t.Errorf("tidied, it has %d columns", columns)
	}
	p.do(chromedp.Reload())
	p.cards(16)
	if z := is[float64](p, zoom); z < 0.85 {
		t.Errorf("tidied, it opens at %v", z)
	}
	p.picture("tidied")
	p.press("f")
	p.wait(zoom + " < 0.85")
	p.picture("tidied-whole")
}

// TestPanelsAreRemembered makes both panels wider, one by the mouse and one by keys, and folds the palette to icons: a
// page that is loaded again has them so. At 1280 x 800 no node type is below the fold.
func TestPanelsAreRemembered(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	if below := is[string](p, "[...document.querySelectorAll('.palette button')].filter(e => e.getBoundingClientRect().bottom > innerHeight).map(e => e.innerText).join(', ')"); below != "" {
		t.Errorf("below the fold: %s", below)
	}
	width := func(selector string) float64 {
		return is[float64](p, "document.querySelector('"+selector+"').offsetWidth")
	}
	panel, palette := width("aside"), width(".palette")
	x, y := p.middle("document.querySelector('aside > .resizer')")
	p.drag("document.querySelector('aside > .resizer')", x-80, y)
	if got := width("aside"); got != panel+80 {
		t.Errorf("dragged by 80 the panel of %v is %v wide", panel, got)
	}
	is[bool](p, "(document.querySelector('.palette > .resizer').focus(), true)")
	p.press(kb.ArrowRight)
	if got := width(".palette"); got != palette+16 {
		t.Errorf("after a key the palette of %v is %v wide", palette, got)
	}
	p.do(chromedp.Reload())
	p.cards(6)
	if width("aside") != panel+80 || width(".palette") != palette+16 {
		t.Errorf("loaded again they are %v and %v wide", width("aside"), width(".palette"))
	}
	p.click("document.querySelector('.fold')")
	p.wait("document.querySelector('.palette').offsetWidth === 52")
	p.do(chromedp.Reload())
	p.cards(6)
	p.wait("document.querySelector('.palette').offsetWidth === 52")
	p.picture("folded")
	p.click("[...document.querySelectorAll('.palette button')].find(e => e.innerText === 'Response')")
	p.cards(7)
	p.press("/")
	p.wait("document.activeElement.matches('.finder') && document.querySelector('.palette').offsetWidth > 52")
}
