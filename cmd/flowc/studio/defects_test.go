package studio_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/cmd/flowc/serve"
)

// TestANoteIsDragged drags a note, and finds it in its new place in the file.
func TestANoteIsDragged(t *testing.T) {
	t.Parallel()
	_, p, file := openCommitted(t)
	p.click(holding(".palette button", "Note"))
	p.wait("document.activeElement.matches('.note-text')")
	p.press("Read me.")
	before := noteIn(t, p.save(file))
	x, y := p.middle("document.querySelector('.sticky')")
	p.drag("document.querySelector('.sticky')", x+80, y-60)
	p.wait("!!document.querySelector('.unsaved')")
	if after := noteIn(t, p.save(file)); after == before {
		t.Errorf("the note stands where it stood: %s", after)
	}
}

// noteIn is the place of the note of a document.
func noteIn(t *testing.T, text string) string {
	t.Helper()
	_, rest, ok := strings.Cut(text, `"type": "note", "position": `)
	place, _, _ := strings.Cut(rest, "}")
	if !ok {
		t.Fatalf("there is no note in %s", text)
	}
	return place
}

// TestRefusalsAreNoSuccess wants a refused request's path drawn as a refusal from where it was refused, and what came
// before as taken.
func TestRefusalsAreNoSuccess(t *testing.T) {
	t.Parallel()
	b := openAuth(t)
	p := b.openPage()
	p.click(holding("button.route", "/login"))
	p.wait("document.querySelectorAll('.card').length === 6")
	b.refused()
	p.wait("document.querySelectorAll('.card.lit').length === 4")
	if names := is[string](p, "[...document.querySelectorAll('.card.refused strong')].map(e => e.innerText).join()"); names != "check,no" {
		t.Errorf("drawn as refused are %s", names)
	}
	p.wait("document.querySelectorAll('.react-flow__edge.refused').length === 1")
	if colours := is[string](p, "[...document.querySelectorAll('.react-flow__minimap-node')].map(e => e.style.fill || e.getAttribute('fill')).filter(c => c === 'var(--refused)').length + ''"); colours != "2" {
		t.Errorf("%s nodes are refused on the map, want 2", colours)
	}
	p.picture("refused")
	b.send("POST /signup", nil)
	b.send("POST /login", nil)
	p.wait("document.querySelectorAll('.card.lit').length === 5 && !document.querySelector('.refused')")
}

// TestRunAndCanvasAgree sends from the page what is refused, and then from elsewhere what is not: the page says which
// of them it shows, and shows its own again.
func TestRunAndCanvasAgree(t *testing.T) {
	t.Parallel()
	b := openAuth(t)
	p := b.openPage()
	p.click(holding("button.route", "/signup"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "201 Created"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "409 Conflict"))
	p.wait("document.querySelector('.card.refused')")
	b.send("POST /signup", func(f *serve.Form) { fill(f, "email", "eve@example.com") })
	p.wait(holding(".answer.other", "201 Created"))
	if text := is[string](p, "document.querySelector('.answer').innerText"); strings.Contains(text, "409") {
		t.Errorf("beside a lit 201 stands %s", text)
	}
	p.picture("other")
	p.click(holding(".answer.other button", "Show the one sent here"))
	p.wait(holding(".answer", "409 Conflict"))
	p.wait("document.querySelector('.card.refused')")
}

// TestASecondTab opens the page without a key beside a tab that has it, and in a browser without one, which is given
// the address.
func TestASecondTab(t *testing.T) {
	t.Parallel()
	b := openAuth(t)
	p := openAlone(t, b.url+"/#key="+key)
	p.wait(holding("table", "/signup"))
	is[bool](p, fmt.Sprintf("!!(window.second = open(%q, '_blank', 'noopener=false'))", b.url+"/"))
	p.wait("window.second.document.querySelector('.routes')?.innerText.includes('/signup')")
	alone := openTab(t, b.url+"/")
	alone.wait(holding(".gate", "needs its key"))
	alone.click("document.querySelector('.gate input')")
	alone.press("nothing" + kb.Enter)
	alone.wait(holding(".gate [role=alert]", "neither"))
	alone.press("a", chromedp.ModifierCtrl)
	alone.press(b.url + "/#key=" + key + kb.Enter)
	alone.wait(holding("table", "/signup"))
	again := openTab(t, b.url+"/")
	again.wait("document.querySelector('.gate, .routes')")
	is[bool](again, fmt.Sprintf("!!(sessionStorage.clear(), location.hash = %q)", "#key="+key))
	again.wait(holding("table", "/signup"))
	if hash := is[string](again, "location.hash"); strings.Contains(hash, key) {
		t.Errorf("the address holds the key: %s", hash)
	}
}

// TestFocusStays wants the focus on the new node after the chooser, and on the renamed one after its name.
func TestFocusStays(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	on := func(id string) string {
		return fmt.Sprintf("document.activeElement.matches('.react-flow__node[data-id=%s]')", id)
	}
	p.click(card("token"))
	p.command("a")
	p.pick("Set")
	p.wait(on("set1"))
	p.press(kb.F2)
	p.wait("document.activeElement.matches('.named input')")
	p.press("named" + kb.Enter)
	p.wait(card("named"))
	p.wait(on("named") + " || " + on("set1"))
	p.command("a")
	p.press(kb.Escape)
	p.wait("document.activeElement.closest('.canvas')")
	p.press(kb.Delete)
	p.wait("document.activeElement.closest('.canvas')")
}

// TestACallOnAWireKeepsIt drops a Call onto a wire before it is said which workflow it calls: the wire goes on behind
// it.
func TestACallOnAWireKeepsIt(t *testing.T) {
	t.Parallel()
	_, p, file := openCommitted(t)
	p.middle(card("check"))
	at := is[[]float64](p, onWire(0))
	p.drag("[...document.querySelectorAll('.palette button')].find(e => e.innerText === 'Call')", at[0], at[1])
	p.cards(7)
	text := p.save(file)
	wantIn(t, text, `{"source": "in", "target": "call1"}`, `{"source": "call1", "target": "user"}`)
}

// TestCopyStandsBeside wants the button that copies a route's URL beside it, over no other text, however long the URL
// is.
func TestCopyStandsBeside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	long := "/organizations/{organization}/projects/{project}/environments/{environment}/deployments/{deployment}/approvals"
	text, err := json.Marshal(object{
		"version": 1, "id": "k3v7q2m7x4t6w3z6r5y2n2b7ce", "name": "long", "description": "What it does is said in a sentence that is long as well.",
		"nodes": []object{
			node("in", "apiEndpoint", 0, 0, object{"endpointMethod": "GET", "endpointPath": long, "endpointPublic": true}),
			node("ok", "response", 240, 0, object{"responseStatus": 200}),
		},
		"edges": []object{wire("in", "out", "ok")},
	})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "long.flow.json"), string(text))
	p := looked(t, dir).openPage()
	p.wait("document.querySelector('.copy')")
	for _, width := range []int64{1280, 1440, 900} {
		p.do(chromedp.EmulateViewport(width, 800))
		if over := is[bool](p, `(() => { const e = document.querySelector('.routes .copy'), c = e.getBoundingClientRect(), own = e.closest('td');
			return c.right > own.getBoundingClientRect().right || [...document.querySelectorAll('.routes tbody td')].some(td => {
				const r = td.getBoundingClientRect();
				return td !== own && r.left < c.right && c.left < r.right && r.top < c.bottom && c.top < r.bottom;
			});
		})()`); over {
			t.Errorf("at %d the button stands over another cell", width)
		}
		if below := is[bool](p, `(() => { const rect = s => document.querySelector(s).getBoundingClientRect();
			return rect('.routes .copy').top > rect('.routes .method').bottom;
		})()`); below {
			t.Errorf("at %d the button stands below the first line of the route", width)
		}
	}
}

// TestStatusNamesItsCauses breaks a workflow and has a build fail: the status in the header lists both, and leads to
// the first.
func TestStatusNamesItsCauses(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	p.click("document.querySelector('button.running')")
	p.wait(holding(".causes", "All workflows run as saved."))
	p.press(kb.Escape)
	p.wait("!document.querySelector('.causes')")
	write(t, file, strings.Replace(read(t, file), "FROM users", "FROM uzers", 1))
	b.page.Happened(serve.Changed)
	b.page.Failed("set SMTP_URL in .env")
	b.page.Happened(serve.Refused)
	p.click("document.querySelector('.brand')")
	p.wait(holding("button.running", "running: the version of"))
	p.click("document.querySelector('button.running')")
	p.wait(holding(".causes li", "login has 1 error"))
	p.wait(holding(".causes li", "uzers"))
	p.wait(holding(".causes li", "set SMTP_URL in .env"))
	p.picture("causes")
	p.click(holding(".causes button", "Show"))
	p.wait(holding(".problems li", "uzers"))
}

// TestASendToWhatDoesNotRunYet says above the answer of a route that is only saved why it is not found.
func TestASendToWhatDoesNotRunYet(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	write(t, file, strings.NewReplacer(`"/login"`, `"/enter"`, "FROM users", "FROM uzers").Replace(read(t, file)))
	b.page.Happened(serve.Changed)
	b.page.Happened(serve.Refused)
	p.click(holding("[role=tab]", "Run"))
	p.wait(holding(".panel h3", "/enter"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "404 Not Found"))
	p.wait(holding(".panel .warned", "does not run yet: login has 1 error"))
}

// TestHalfDrawnIsSaid wants the status to say what answers in the place of a workflow that has mistakes.
func TestHalfDrawnIsSaid(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	write(t, file, strings.Replace(read(t, file), "FROM users", "FROM uzers", 1))
	b.page.Happened(serve.Changed)
	b.page.Hold([]project.Held{{File: file}})
	b.page.Happened(serve.Serving)
	p.wait(holding("button.running", "running, but for login"))
	p.click("document.querySelector('button.running')")
	p.wait(holding(".causes li", "It is being drawn: its routes answer 503."))
	b.page.Happened(serve.Changed)
	b.page.Hold([]project.Held{{File: file, Since: time.Now()}})
	b.page.Happened(serve.Serving)
	p.wait(holding(".causes li", "It runs as of "))
	b.page.Happened(serve.Changed)
	b.page.Hold(nil)
	b.page.Happened(serve.Serving)
	p.wait("document.querySelector('button.running').innerText === '● running'")
}
