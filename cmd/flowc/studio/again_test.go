package studio_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	accounts "github.com/flowc-dev/flowc/golden/apps/accounts/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// TestSentAgain sends a request of this page again from Watch. Of one that another has sent it fills in what is known,
// and leaves empty what was hidden.
func TestSentAgain(t *testing.T) {
	t.Parallel()
	b, p, _ := openCommitted(t)
	p.logsIn()
	p.press("w")
	p.wait("document.querySelectorAll('.executions button').length === 1")
	p.click(holding(".again button", "Send again"))
	p.wait("document.querySelectorAll('.executions button').length === 2 && document.querySelectorAll('.executions .s2').length === 2")
	b.refused()
	p.click(holding(".executions button", "401"))
	p.wait("!" + holding(".again button", "Send again") + " && " + holding(".again button", "Copy to Run"))
	p.wait("document.querySelectorAll('.card.refused').length > 0")
	p.click(holding(".again button", "Copy to Run"))
	p.wait("document.querySelector('.panel.run form')")
	filled := is[[]string](p, "[...document.querySelectorAll('.panel.run .field input')].map(e => e.value + '|' + e.placeholder)")
	if strings.Join(filled, " ") != "eve@example.com| |was hidden" {
		t.Errorf("it is filled in with %q", filled)
	}
	p.picture("copied")
}

// TestWhatIsHiddenSaysSo calls a service with a body that no log may show: at the node, over the wire and in the
// caller's answer it is said to be hidden, and no body of null.
func TestWhatIsHiddenSaysSo(t *testing.T) {
	t.Parallel()
	post := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	t.Cleanup(post.Close)
	b := open(t, "../../../golden/apps/accounts/flows", map[string]string{"MAIL_URL": post.URL, "STORAGE_URL": "memory:"},
		func(app *rt.App) (registrar, error) { return accounts.New(app) })
	p := b.openPage()
	p.click(holding("button.route", "/signup"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "202 Accepted"))
	p.wait("(" + card("mail") + ").matches('.lit')")
	p.click(card("mail"))
	p.part("Input")
	p.wait(holding(".visited .values", "Sent"))
	p.wantHidden(".visited .values", `"body": hidden`)
	p.click(card("in"))
	p.part("Output")
	p.wantHidden(".visited .values", `"password": hidden`)
	p.picture("hidden")
	p.pointAt(0)
	p.wantHidden(".wire-tools .last-value", `"password":hidden`)
	p.press("w")
	p.click(holding(".again button", "Copy to Run"))
	p.wait("document.querySelector('.panel.run form')")
	p.wait("document.querySelector('.panel.run .field input[type=password]').placeholder === 'was hidden'")
}

// wantHidden wants what is hidden said so, in an element that shows values, and no null in its place.
func (p *tab) wantHidden(element, want string) {
	p.t.Helper()
	p.wait("document.querySelector('" + element + "')")
	if text := is[string](p, "document.querySelector('"+element+"').innerText"); !strings.Contains(text, want) || strings.Contains(text, "null") {
		p.t.Errorf("%s shows %s, wanted %s", element, text, want)
	}
}

// TestTitlesAreEdited names and describes a workflow above its canvas.
func TestTitlesAreEdited(t *testing.T) {
	t.Parallel()
	_, p, file := openCommitted(t)
	p.click("document.querySelector('.bar button.about')")
	p.wait("document.activeElement.matches('.bar input.about')")
	p.press("a", chromedp.ModifierCtrl)
	p.press("Let known users in." + kb.Enter)
	p.wait(holding(".bar button.about", "Let known users in."))
	if text := p.save(file); !strings.Contains(text, `"description": "Let known users in."`) {
		t.Errorf("the file is %s", text)
	}
	p.click("document.querySelector('.bar button.crumb')")
	p.wait("document.activeElement.matches('.bar input.crumb')")
	p.press("zzz" + kb.Escape)
	p.wait(holding(".bar button.crumb", "login"))
}

// TestNotesAreRich draws headings, lists, emphasis, code and links of a note as elements, and nothing else of what it
// holds.
func TestNotesAreRich(t *testing.T) {
	t.Parallel()
	note := `"nodes": [{"id": "note1", "type": "note", "position": {"x": 0, "y": 200}, "data": {"text": "# Why\n\n- **one**\n- *two* ` + "`three`" + `\n\nSee [the page](https://example.com/a) <b>x</b> [no](javascript:alert(1))"}}, `
	b, _ := openDrawing(t, strings.Replace(chain(3, 320, 120), `"nodes": [`, note, 1))
	p := b.openLogin()
	p.wait("document.querySelector('.sticky')")
	for expression, want := range map[string]string{
		"s.querySelector('.heading').innerText": "Why", "s.querySelectorAll('li').length": "2", "s.querySelector('li strong').innerText": "one", "s.querySelector('li em').innerText": "two",
		"s.querySelector('li code').innerText": "three", "[...s.querySelectorAll('a')].map(a => a.href)": "https://example.com/a", "s.querySelectorAll('b').length": "0",
	} {
		if got := is[string](p, "(s => String("+expression+"))(document.querySelector('.sticky'))"); got != want {
			t.Errorf("%s is %q, want %q", expression, got, want)
		}
	}
	p.picture("note")
}

// TestHeaderIsReadable gives a workflow a long description: in the header and above the canvas nothing stands over
// anything else.
func TestHeaderIsReadable(t *testing.T) {
	t.Parallel()
	b, _ := openDrawing(t, strings.Replace(emptyCanvas, "Exchange", strings.Repeat("It does what it says at length. ", 12)+"Exchange", 1))
	p := b.openLogin()
	for _, width := range []int64{1280, 1000, 820} {
		p.do(chromedp.EmulateViewport(width, 800))
		p.wait(fmt.Sprintf("innerWidth === %d", width))
		over := is[string](p, `(() => { const all = [...document.querySelectorAll('header button, .bar button')].filter(e => e.getClientRects().length > 0).map(e => [e, e.getBoundingClientRect()]);
			return all.flatMap(([e, r], i) => all.slice(i + 1).filter(([, s]) => r.left < s.right - 1 && s.left < r.right - 1 && r.top < s.bottom - 1 && s.top < r.bottom - 1).map(([f]) => e.innerText + ' and ' + f.innerText)).join('; '); })()`)
		if over != "" {
			t.Errorf("at %d these stand over one another: %s", width, over)
		}
		if wide := is[int](p, "document.documentElement.scrollWidth"); int64(wide) > width {
			t.Errorf("at %d the page is %d wide", width, wide)
		}
	}
}
