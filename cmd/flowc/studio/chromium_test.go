package studio_test

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/flowc-dev/flowc/golden/harness"
)

// tab is a page in a real Chromium, driven by mouse and keyboard as a person does.
type tab struct {
	t    testing.TB
	ctx  context.Context
	kill func() // ends the tab, and a browser of its own, without a word to the page
}

// chromium is the browser of all tests, started by the first that needs one. Each tab has a window, cookies and storage
// of its own.
var chromium = sync.OnceValues(func() (browser context.Context, err error) {
	ctx, cancel := startChromium(context.Background())
	endChromium = cancel
	return ctx, chromedp.Do(ctx)
})

var endChromium = func() {}

func TestMain(m *testing.M) {
	harness.AtOnce(4)       // most of a page's test is waiting for what the page does next
	debug.SetGCPercent(400) // collecting took an eighth of what this process did
	status := harness.InMemory(m).Run()
	endChromium()
	os.Exit(status)
}

// startChromium makes a context whose first step starts a Chromium with a profile of its own.
func startChromium(ctx context.Context) (browser context.Context, end func()) {
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(chromiumPath()), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true), chromedp.WindowSize(1280, 800),
	)
	if flag.Lookup("test.bench").Value.String() == "" {
		options = append(options, unoptimized)
	}
	ctx, ended := chromedp.NewExecAllocator(ctx, options...)
	ctx, closed := chromedp.NewContext(ctx)
	return ctx, func() {
		_ = chromedp.Cancel(ctx) // which waits for its files to be closed
		closed()
		ended()
	}
}

// unoptimized has no script compiled a second and a third time, as V8 does with what is called often: that pays in a
// page that is used for minutes, and a test's is closed before. Benchmarks measure a page as people have it.
var unoptimized = chromedp.Flag("js-flags", "--no-maglev --no-opt")

// chromiumPath is where this machine has a Chromium, "" if it has none. The one without a window of its own (Debian's
// chromium-headless-shell) lays out, draws and runs a page as the others do, in two thirds of the time: they draw tabs
// and a toolbar, which are pages too, for a window that nobody sees.
func chromiumPath() string {
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// tabs are those that no test uses just now. A tab whose next page has another origin knows nothing of the one before;
// a new one would cost a window and a process, as much as many a test.
var tabs struct {
	mu   sync.Mutex
	free []*tab
}

// openTab opens address in a tab that shares nothing with others but the browser's process.
func openTab(t testing.TB, address string) *tab {
	t.Helper()
	if chromiumPath() == "" {
		harness.Missing(t, "there is no Chromium")
	}
	browser, err := chromium()
	if err != nil {
		t.Fatal(err)
	}
	p := freeTab()
	if p == nil {
		ctx, closed := chromedp.NewContext(browser, chromedp.WithNewBrowserContext())
		p = newTab(t, ctx, closed)
	}
	p.t = t
	t.Cleanup(func() { p.giveBack(t) })
	p.open(address)
	return p
}

func freeTab() *tab {
	tabs.mu.Lock()
	defer tabs.mu.Unlock()
	if len(tabs.free) == 0 {
		return nil
	}
	p := tabs.free[len(tabs.free)-1]
	tabs.free = tabs.free[:len(tabs.free)-1]
	return p
}

// nothing serves an empty page of the site that all pages of tests are of, by which a browser knows which process a
// page goes into: from about:blank the next page would come into a new one, and the one before would have ended.
var nothing = sync.OnceValue(func() *httptest.Server {
	return httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
	}))
})

// giveBack leaves a tab to other tests, but for one whose test has failed.
func (p *tab) giveBack(t testing.TB) {
	if t.Failed() || chromedp.Do(p.ctx, chromedp.Navigate(nothing().URL)) != nil {
		p.kill()
		return
	}
	tabs.mu.Lock()
	defer tabs.mu.Unlock()
	tabs.free = append(tabs.free, p)
}

// openAlone opens address in a browser that it does not share.
func openAlone(t testing.TB, address string) *tab {
	t.Helper()
	p := tabAlone(t)
	p.open(address)
	return p
}

// tabAlone is an empty tab in a browser that it does not share: of a new profile, without caches.
func tabAlone(t testing.TB) *tab {
	t.Helper()
	if chromiumPath() == "" {
		harness.Missing(t, "there is no Chromium")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 15*time.Minute)
	t.Cleanup(cancel)
	ctx, end := startChromium(ctx)
	p := newTab(t, ctx, end)
	t.Cleanup(p.kill)
	return p
}

func newTab(t testing.TB, ctx context.Context, end func()) *tab {
	t.Helper()
	p := &tab{t, ctx, sync.OnceFunc(end)}
	p.do(chromedp.Func(focused), chromedp.Func(onNewDocument(recording)), chromedp.Func(slowed))
	return p
}

func (p *tab) open(address string) {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(1280, 800), chromedp.MouseEvent(chromedp.MouseMoved, 0, 0), chromedp.Navigate(address))
}

// onNewDocument is a step that has each page run a script before its own.
func onNewDocument(script string) func(ctx context.Context, t *chromedp.Target) error {
	return func(ctx context.Context, t *chromedp.Target) error {
		_, err := cdp.Call(ctx, t, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	}
}

// recording has a page remember in window.record what went wrong in it and what it has asked the server last: no header
// and no body.
const recording = `(() => {
	const list = window.record = [], began = performance.now();
	const say = text => { list.push(Math.round(performance.now() - began) + ' ms: ' + text); list.splice(0, list.length - 40); };
	addEventListener('error', e => say('error: ' + e.message));
	addEventListener('unhandledrejection', e => say('rejected: ' + e.reason));
	const error = console.error, ask = window.fetch;
	console.error = (...what) => { say('console: ' + what.join(' ')); error(...what); };
	window.fetch = async (what, init) => {
		const asked = performance.now(), call = (init?.method ?? 'GET') + ' ' + String(what).split('?')[0];
		const took = end => say(call + ' ' + end + ' after ' + Math.round(performance.now() - asked) + ' ms');
		try {
			const answer = await ask(what, init);
			took(answer.status);
			return answer;
		} catch (e) {
			took(e);
			throw e;
		}
	};
})()`

// slowed has a page run as many times slower as FLOWC_TEST_SLOW says, as on a machine that has much else to do.
func slowed(ctx context.Context, t *chromedp.Target) error {
	rate, err := strconv.ParseFloat(os.Getenv("FLOWC_TEST_SLOW"), 64)
	if err != nil {
		return nil // it is not set
	}
	_, err = cdp.Call(ctx, t, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: rate})
	return err
}

// focused lets a page have the focus, whatever other windows there are.
func focused(ctx context.Context, t *chromedp.Target) error {
	_, err := cdp.Call(ctx, t, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	return err
}

// openPage opens the page of a bench by the address that studio prints.
func (b *bench) openPage() *tab {
	b.t.Helper()
	return openTab(b.t, b.url+"/#key="+key)
}

func (p *tab) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// is asks the page something.
func is[T any](p *tab, expression string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return value
}

// wait waits until an expression is true in the page.
func (p *tab) wait(expression string) {
	p.t.Helper()
	p.waitFor(time.Minute, expression)
}

func (p *tab) waitFor(most time.Duration, expression string) {
	p.t.Helper()
	if !p.comes(most, expression) {
		p.missed("it does not come true: " + expression)
	}
}

// comes waits for as long as most until an expression is true, and reports whether it is. It asks ever less often: what
// takes long has the processor for itself.
func (p *tab) comes(most time.Duration, expression string) bool {
	p.t.Helper()
	for began := time.Now(); time.Since(began) < most; time.Sleep(min(max(time.Since(began)/20, 20*time.Millisecond), 200*time.Millisecond)) {
		if is[bool](p, "!!("+expression+")") {
			return true
		}
	}
	return false
}

// missed ends the test, with what the page shows and what it was asked and answered last.
func (p *tab) missed(why string) {
	p.t.Helper()
	p.picture("missed")
	p.t.Fatalf("%s\n%s\n%s", why, is[string](p, "window.record.join('\\n')"), is[string](p, "document.body.innerText"))
}

// holding is an expression for the innermost element that selector finds and whose text holds text.
func holding(selector, text string) string {
	return fmt.Sprintf("[...document.querySelectorAll(%q)].find(e => e.innerText.includes(%q))", selector, text)
}

// click clicks what an expression finds, with the mouse, once it can be clicked and stands still, and again where
// something that came in between pushed it away from under the mouse.
func (p *tab) click(element string) {
	p.t.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; {
		x, y := p.aim(element)
		p.do(chromedp.MouseClickXY(x, y))
		if is[string](p, "window.aimed()") == "hit" {
			return
		}
	}
	p.missed("it can't be clicked: " + element)
}

// middle is where an element stands that does not move.
func (p *tab) middle(element string) (x, y float64) {
	p.t.Helper()
	return p.stands(element, element, false)
}

// aim is where an element stands that does not move and can be clicked. Until window.aimed is called, the mouse presses
// that element or nothing: what is pressed in its stead does not come to know, as a hand that sees it move does not
// press.
func (p *tab) aim(element string) (x, y float64) {
	p.t.Helper()
	return p.stands(element, fmt.Sprintf("(e => e && !e.disabled)(%s)", element), true)
}

// stands is where an element stands once it is ready, and again once it is, where it went away while it was looked at.
func (p *tab) stands(element, ready string, aim bool) (x, y float64) {
	p.t.Helper()
	for began := time.Now(); time.Since(began) < time.Minute; {
		p.wait(ready)
		if at := is[[]float64](p, fmt.Sprintf(standing, element, aim)); len(at) == 2 {
			return at[0], at[1]
		}
	}
	p.missed("it goes away whenever it is looked at: " + element)
	return 0, 0
}

// standing is an expression for the middle of an element that has not moved for three frames, or moves on for thirty,
// and for nothing where it is gone for thirty; with aim as said there. window.aimed says what became of it: "missed",
// "pressed", or "hit" where it was clicked.
const standing = `new Promise(done => {
	let still = 0, frames = 0, gone = 0, before = '';
	const aim = e => {
		let is = 'missed', pressed = false;
		const seen = event => {
			if (event.type === 'pointerdown') [pressed, is] = e.contains(event.target) ? [true, 'pressed'] : [false, 'missed'];
			if (!pressed) return event.preventDefault(), event.stopImmediatePropagation();
			if (event.type === 'click' && e.contains(event.target)) is = 'hit';
		};
		const kinds = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];
		for (const kind of kinds) addEventListener(kind, seen, true);
		window.aimed = () => {
			for (const kind of kinds) removeEventListener(kind, seen, true);
			return is;
		};
	};
	const frame = () => {
		const e = %s;
		if (!e) return ++gone < 30 ? requestAnimationFrame(frame) : done([]);
		const pane = e.closest('.react-flow__viewport')?.closest('.react-flow')?.getBoundingClientRect(), b = e.getBoundingClientRect();
		if (!pane) e.scrollIntoView({block: 'nearest'});
		else if (b.x < pane.x || b.y < pane.y || b.right > pane.right || b.bottom > pane.bottom) document.querySelector('.react-flow__controls-fitview').click();
		const r = e.getBoundingClientRect(), now = [r.x + r.width / 2, r.y + r.height / 2];
		still = String(now) === before ? still + 1 : 0;
		before = String(now);
		if (still < 3 && ++frames < 30) return requestAnimationFrame(frame);
		if (%t) aim(e);
		done(now);
	};
	requestAnimationFrame(frame);
})`

// press presses keys, one after the other. As with a keyboard, what a key types is a part of its being pressed: where
// the page takes the key for a command, it types nothing.
func (p *tab) press(keys string, modifiers ...chromedp.Modifier) {
	p.t.Helper()
	p.do(chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		for _, r := range keys {
			if err := pressKey(ctx, t, kb.Encode(r), modifiers); err != nil {
				return err
			}
		}
		return nil
	}))
}

func pressKey(ctx context.Context, t *chromedp.Target, events []*input.DispatchKeyEventParams, modifiers []chromedp.Modifier) error {
	for _, e := range events {
		for _, m := range modifiers {
			e.Modifiers |= int64(m)
		}
	}
	down, up := *events[0], *events[len(events)-1]
	if len(events) == 3 && down.Modifiers&^int64(chromedp.ModifierShift) == 0 {
		down.Text, down.UnmodifiedText = events[1].Text, events[1].UnmodifiedText
	}
	for _, e := range []input.DispatchKeyEventParams{down, up} {
		if _, err := cdp.Call(ctx, t, input.DispatchKeyEvent, e); err != nil {
			return err
		}
	}
	return nil
}

// picture writes a screenshot where FLOWC_TEST_PICTURES wants one.
func (p *tab) picture(name string) {
	p.t.Helper()
	dir := os.Getenv("FLOWC_TEST_PICTURES")
	if dir == "" {
		return
	}
	text, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), text, 0o644); err != nil {
		p.t.Fatal(err)
	}
}
