package studio_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestLoginIsLimited puts a rate limit before the login that is there, as a person with the page alone does: dropped
// onto the wire, filled in, and its refusal answered.
func TestLoginIsLimited(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	p.middle(card("check")) // which stands still then
	at := is[[]float64](p, onWire(0))
	p.drag(holding(".palette button", "Rate limit"), at[0], at[1])
	p.cards(7)
	p.name("rateLimit1", "limit")
	p.fill("limitKey", "login:{{request.ip}}")
	p.fill("limitRate", "10/1m")
	p.press(kb.Escape)
	p.wait(apart) // there is room for it
	p.wait(within("limit", ".missing"))
	p.click(within("limit", ".plus.must"))
	p.pick("Response")
	p.name("response1", "wait")
	p.fill("responseStatus", "429")
	p.fill("responseBody", `{"error": "too many requests`)
	p.wait(apart)
	p.wait("document.querySelectorAll('.problems li, .card .mark').length === 0")
	p.picture("limited")
	text := p.save(file)
	wantIn(t, text,
		`{"source": "in", "target": "limit"}`, `{"source": "limit", "sourceHandle": "allowed", "target": "user"}`,
		`{"source": "limit", "sourceHandle": "limited", "target": "wait"}`, `"data": {"limitKey": "login:{{request.ip}}", "limitRate": "10/1m"}`,
	)
	eventually(t, "the project has nothing wrong", func() bool {
		var s state
		b.get("/api/state", &s)
		return len(s.Problems) == 0
	})
}

// TestAPlantedMistakeIsFound leads from the first page to a mistake in orders, to its field, and to the file as it was.
func TestAPlantedMistakeIsFound(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "shop")
	if err := os.CopyFS(filepath.Join(dir, "flows"), os.DirFS("../../../golden/apps/orders/flows")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "flows", "show-order.flow.json")
	want := read(t, file)
	write(t, file, strings.Replace(want, "{{order.number}}", "{{order.nummer}}", 1))
	p := looked(t, dir).openPage()
	p.wait(holding(".note-line", "One error to fix first"))
	p.click(holding(".note-line button", "show-order"))
	p.click(holding(".problems .error .problem", "nummer"))
	p.wait("document.activeElement.matches('[data-field=responseBody] .cm-content')")
	p.wait(holding("[data-field=responseBody] .failure", "nummer"))
	p.picture("planted")
	p.click("document.querySelector('[data-field=responseBody] .cm-wrong')")
	p.press(kb.End)
	for range len("nummer}}") {
		p.press(kb.ArrowLeft)
	}
	p.press("number")
	for range len("nummer") {
		p.press(kb.Delete)
	}
	p.wait("!document.querySelector('.bad, .card .mark')")
	p.press("s", chromedp.ModifierCtrl)
	p.wait("document.querySelector('.said').innerText === 'Saved'")
	if got := read(t, file); got != want {
		t.Errorf("mended is %s", got)
	}
}
