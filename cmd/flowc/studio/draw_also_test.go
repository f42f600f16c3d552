package studio_test

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/cmd/flowc/studio"
	"github.com/flowc-dev/flowc/golden"
)

// openCommitted opens the canvas of the committed login.
func openCommitted(t testing.TB) (*bench, *tab, string) {
	t.Helper()
	text, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	b, file := openDrawing(t, string(text))
	p := b.openLogin()
	p.cards(6)
	return b, p, file
}

// openChosen is openCommitted with a node chosen, for tests that need no bench.
func openChosen(t testing.TB, node string) (*tab, string) {
	t.Helper()
	_, p, file := openCommitted(t)
	p.click(card(node))
	return p, file
}

// TestNotesAreWritten puts a note onto the canvas, writes it, writes it anew by a double click, and takes it away.
func TestNotesAreWritten(t *testing.T) {
	t.Parallel()
	_, p, file := openCommitted(t)
	p.click(holding(".palette button", "Note"))
	p.wait("document.activeElement.matches('.note-text')")
	p.press("It takes as long for nobody.")
	p.wait(holding(".sticky", "It takes as long for nobody."))
	if text := p.save(file); !strings.Contains(text, `"data": {"text": "It takes as long for nobody."}`) {
		t.Errorf("the file is %s", text)
	}
	p.elsewhere()
	p.wait("!document.querySelector('.note-text')")
	x, y := p.middle("document.querySelector('.sticky')")
	p.do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)))
	p.wait("document.activeElement.matches('.note-text')")
	p.press("a", chromedp.ModifierCtrl)
	p.press("Nobody is told which.")
	p.wait(holding(".sticky", "Nobody is told which."))
	p.press(kb.Escape)
	p.wait("document.activeElement.matches('.canvas')")
	p.press(kb.Delete)
	p.wait("!document.querySelector('.sticky')")
}

// onWire is an expression for the middle of a wire by its place in the document.
func onWire(index int) string {
	return fmt.Sprintf(`(() => { const path = document.querySelector('.react-flow__edge[data-id="%d"] path');
		const at = path.getPointAtLength(path.getTotalLength() / 2).matrixTransform(path.getScreenCTM()); return [at.x, at.y]; })()`, index)
}

// TestDroppedOntoAWire drops a node of the palette onto a wire, which then leads through it.
func TestDroppedOntoAWire(t *testing.T) {
	t.Parallel()
	_, p, file := openCommitted(t)
	p.click("document.querySelector('[aria-label=\"Fit View\"], .react-flow__controls-fitview')")
	p.middle(card("check")) // which stands still then
	at := is[[]float64](p, onWire(0))
	p.drag(holding(".palette button", "Set"), at[0], at[1])
	p.cards(7)
	p.wait("document.querySelectorAll('.react-flow__edge').length === 6")
	text := p.save(file)
	wantIn(t, text, `{"source": "in", "target": "set1"}`, `{"source": "set1", "target": "user"}`)
}

// TestCopiesReferToCopies copies all of login beside itself: what referred to a node refers to its copy there.
func TestCopiesReferToCopies(t *testing.T) {
	t.Parallel()
	p, file := openChosen(t, "user")
	p.wait("document.querySelector('.named input')?.value === 'user'")
	p.press("a", chromedp.ModifierCtrl)
	p.wait("document.querySelectorAll('.card.chosen').length === 6")
	p.press("c", chromedp.ModifierCtrl)
	p.wait("document.querySelector('.said').innerText === 'Copied 6 nodes'")
	p.press("v", chromedp.ModifierCtrl)
	p.cards(12)
	p.wait("document.querySelectorAll('.react-flow__edge').length === 10")
	text := p.save(file)
	if strings.Count(text, "{{sql1.") != 3 || strings.Count(text, "{{user.") != 3 || !strings.Contains(text, `"source": "hash1", "sourceHandle": "valid", "target": "jwt1"`) {
		t.Errorf("pasted is %s", text)
	}
}

// apart is an expression that says whether no node stands on another one.
const apart = `[...document.querySelectorAll('.card')].every((a, i, all) => all.slice(i + 1).every(b => { const [r, s] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
	return r.right <= s.left || s.right <= r.left || r.bottom <= s.top || s.bottom <= r.top; }))`

// TestTidiedUp moves a node onto another one and tidies up: none stands on another then, and one step takes it back.
func TestTidiedUp(t *testing.T) {
	t.Parallel()
	_, p, file := openCommitted(t)
	x, y := p.middle(card("token"))
	p.drag(card("ok"), x, y)
	p.wait("document.querySelector('.unsaved')")
	before := p.save(file)
	p.click("document.querySelector('[title=\"Tidy up (t)\"]')")
	p.wait("document.querySelector('.unsaved')")
	p.wait(apart)
	p.press("z", chromedp.ModifierCtrl)
	p.wait("!document.querySelector('.unsaved')")
	if text := p.save2(file); text != before {
		t.Errorf("undone is %s", text)
	}
}

// TestHereSaysWhatFits shows beside a field what fits where the cursor is, why the rest does not, and what each value
// was last.
func TestHereSaysWhatFits(t *testing.T) {
	t.Parallel()
	_, p, _ := openCommitted(t)
	p.logsIn()
	p.click(card("token"))
	p.part("Input")
	p.wait(holding(".here .value[data-ref='in.email'] .was", "ada@example.com"))
	p.part("Settings")
	p.click("document.querySelector('.rows .cm-content')")
	p.wait(holding(".here .value.unfit[data-ref='user.password_hash'] .why", "hash"))
	p.wait("!document.querySelector('.here .value.unfit[data-ref=\"in.email\"]')")
	if was := is[string](p, "document.querySelector('.here .value[data-ref=\"password\"]').innerText"); !strings.Contains(was, "hidden") {
		t.Errorf("of the password it shows %s", was)
	}
}

// TestVariablesAreSaid says of a variable that a setting reads whether it is set, and never what it is.
func TestVariablesAreSaid(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	p.click(card("token"))
	p.wait(holding("[data-field=jwtSecret] .variable", "JWT_SECRET is not set"))
	write(t, filepath.Join(filepath.Dir(filepath.Dir(file)), ".env"), "JWT_SECRET="+secret+"\n")
	b.page.Check()
	p.wait(holding("[data-field=jwtSecret] .variable", "JWT_SECRET is set in .env"))
	if strings.Contains(is[string](p, "document.documentElement.outerHTML"), secret) {
		t.Error("the page holds the secret")
	}
}

// TestAFailedBuildStandsAtItsNode shows what the Go compiler has said at the node whose Go it is of.
func TestAFailedBuildStandsAtItsNode(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "shop")
	flows := filepath.Join(dir, "flows")
	if err := os.CopyFS(flows, os.DirFS("../../../golden/apps/auth/flows")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, ".env.example"), "")
	line := 1 + strings.Count(strings.SplitAfter(read(t, filepath.Join(flows, "login.flow.go")), `x.Enter("check")`)[0], "\n")
	build := studio.NewBuild(io.Discard)
	page := studio.New(studio.Config{Dir: dir, Key: key, Now: time.Now, Build: build})
	page.Happened(serve.Changed)
	if _, err := fmt.Fprintf(build, "flows/login.flow.go:%d:9: undefined: price\n./main.go:7:2: declared and not used: x\n", line); err != nil {
		t.Fatal(err)
	}
	page.Happened(serve.Refused)
	p := serveAlone(t, page).openPage()
	p.wait(holding(".note-line", "main.go:7"))
	p.click(holding(".note-line button", "login"))
	p.wait(within("check", ".mark.error"))
	p.press("p")
	p.click(holding(".problems .problem", "undefined: price"))
	p.wait(holding(".card.chosen", "check"))
}

// TestAStarterBegins begins an empty project with a starter, from its first page.
func TestAStarterBegins(t *testing.T) {
	t.Parallel()
	started := make(chan string, 1)
	page := studio.New(studio.Config{Dir: t.TempDir(), Key: key, Now: time.Now, Begin: &studio.Begin{
		Begun: func() {}, Start: func(name string, _ *golden.File) error { started <- name; return nil },
	}})
	page.Check()
	p := serveAlone(t, page).openPage()
	p.click(holding(".gallery-card", "Sign up, log in for a token, and ask who the caller is"))
	starting := p.holdCalls("POST /api/starter", 2)
	p.twice(holding(".new button", "Create"))
	starting.wait(1)
	starting.held(1)
	starting.open()
	p.wait(holding(".new .hint", "Beginning"))
	select {
	case name := <-started:
		if name != "auth" {
			t.Errorf("it begins %s", name)
		}
	case <-time.After(time.Minute):
		t.Error("nothing begins")
	}
}

// TestEveryNodeTypeIsDrawn adds a node of each type: its form has its settings, with what they mean, and takes the
// naughty strings in each. A type that is new needs no line of the page for it; golden/grow runs this with one.
func TestEveryNodeTypeIsDrawn(t *testing.T) {
	t.Parallel()
	b, _ := openDrawing(t, emptyCanvas)
	var types []struct {
		Type, Title, Doc string
		Fields           []struct {
			Name, Shape, Doc string
			When             *struct{}
		}
	}
	b.get("/api/nodetypes", &types)
	p := b.openLogin()
	for i, typ := range types {
		t.Run(typ.Type, func(t *testing.T) {
			p.t = t
			p.click(fmt.Sprintf("[...document.querySelectorAll('.palette button')].find(e => e.innerText === %q)", typ.Title))
			p.wait(fmt.Sprintf("document.querySelector('.named input')?.value === %q", typ.Type+"1"))
			p.part("Docs")
			p.wait(fmt.Sprintf("document.querySelector('.panel .doc')?.innerText.startsWith(%q)", strings.Fields(typ.Doc)[0]))
			p.part("Settings")
			for _, f := range typ.Fields {
				if f.When == nil {
					p.wait(fmt.Sprintf("document.querySelector('[data-field=%s] .about')", f.Name))
				}
			}
			for n := range is[int](p, "document.querySelectorAll('.panel .form .cm-content, .panel .form input:not([type=checkbox])').length") {
				text, err := json.Marshal(naughty[(7*i+n)%len(naughty)])
				if err != nil {
					t.Fatal(err)
				}
				is[bool](p, fmt.Sprintf(`(() => { const e = document.querySelectorAll('.panel .form .cm-content, .panel .form input:not([type=checkbox])')[%d];
					if (e) { e.focus(); document.execCommand('insertText', false, %s); } return true; })()`, n, text))
			}
			wantUnbroken(t, p)
		})
	}
	p.t = t
	p.cards(len(types))
}
