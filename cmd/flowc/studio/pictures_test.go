package studio_test

import (
	"net/http"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestPictures makes screenshots of the page's states, in light and dark, at 1280 and 1920, into the folder that
// FLOWC_TEST_PICTURES names: for whoever changes the page to look at.
func TestPictures(t *testing.T) {
	if os.Getenv("FLOWC_TEST_PICTURES") == "" {
		t.Skip("FLOWC_TEST_PICTURES names no folder")
	}
	for _, theme := range []string{"light", "dark"} {
		for name, width := range map[string]int64{"1280": 1280, "1920": 1920} {
			t.Run(theme+" "+name, func(t *testing.T) { takePictures(t, theme, width, theme+"-"+name+"-") })
		}
	}
}

func takePictures(t *testing.T, theme string, width int64, name string) {
	b := openAuth(t)
	p := b.openPage()
	p.do(chromedp.EmulateViewport(width, width*10/16), chromedp.Evaluate[chromedp.Void]("localStorage.setItem('theme', '"+theme+"')"), chromedp.Reload())
	p.wait(holding("table", "/signup"))
	p.picture(name + "home")
	p.click(holding("button.route", "/signup"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "201"))
	p.press("h")
	p.click(holding("button.route", "/login"))
	p.wait("document.querySelectorAll('.card').length === 6")
	p.picture(name + "canvas")
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "200 OK"))
	p.wait("document.querySelectorAll('.card.lit').length === 5")
	p.picture(name + "run")
	p.press("w")
	p.wait(holding(".executions", "200"))
	p.picture(name + "watch")
	p.click(holding(".card", "user"))
	p.part("Output")
	p.wait(holding(".visited", "password_hash"))
	p.picture(name + "node")
	p.press("g")
	p.wait("document.querySelectorAll('.cm-of-node').length > 0")
	p.picture(name + "go")
	p.press("k", chromedp.ModifierCtrl)
	p.wait("document.querySelector('dialog[open]')")
	p.picture(name + "search")
	takeOrders(t, theme, width, name)
	takeSmall(t, theme, name)
}

// takeSmall takes pictures of a narrow window: a form with a mistake, what is offered there, and one node alone.
func takeSmall(t *testing.T, theme, name string) {
	_, p, _ := openCommitted(t)
	p.do(chromedp.EmulateViewport(820, 1100), chromedp.Evaluate[chromedp.Void]("localStorage.setItem('theme', '"+theme+"')"), chromedp.Reload())
	p.cards(6)
	p.picture(name + "narrow")
	if tall := is[float64](p, "document.documentElement.scrollHeight"); tall > 1100 {
		t.Errorf("the page is %v tall in a window of 1100", tall)
	}
	p.click(card("token"))
	p.fill("jwtExpiresIn", "15 min")
	p.wait("document.querySelector('[data-field=jwtExpiresIn].bad .failure')")
	p.picture(name + "mistake")
	p.click("document.querySelector('.rows .cm-content')")
	p.wait(holding(".here .value.unfit .why", "hash"))
	is[bool](p, "(document.querySelector('.here').scrollIntoView(), true)")
	p.picture(name + "here")
	b, _ := openDrawing(t, emptyCanvas)
	p = b.openLogin()
	p.do(chromedp.Evaluate[chromedp.Void]("localStorage.setItem('theme', '"+theme+"')"), chromedp.Reload())
	p.wait(holding(".beginning", "What does it begin with"))
	p.picture(name + "empty")
	p.click(holding(".beginning button", "API Endpoint"))
	p.cards(1)
	p.picture(name + "one")
}

// takeOrders takes pictures of a failure, of regions and of mistakes.
func takeOrders(t *testing.T, theme string, width int64, name string) {
	b := openOrders(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) }))
	p := b.openPage()
	p.do(chromedp.EmulateViewport(width, width*10/16), chromedp.Evaluate[chromedp.Void]("localStorage.setItem('theme', '"+theme+"')"), chromedp.Reload())
	p.click(holding("button.route", "/debug/orders"))
	p.click(holding("button", "Send"))
	p.wait(holding(".card.failed", "2 attempts"))
	p.click(holding(".card.failed", "call"))
	p.wait(holding(".visited", "503"))
	p.picture(name + "failure")
	wrong := mistakes(t).openPage()
	wrong.do(chromedp.EmulateViewport(width, width*10/16), chromedp.Evaluate[chromedp.Void]("localStorage.setItem('theme', '"+theme+"')"), chromedp.Reload())
	wrong.click(holding("button.link", "login"))
	wrong.wait("document.querySelectorAll('.problems li').length > 0")
	wrong.click("document.querySelector('.problems [aria-expanded]')")
	wrong.wait("document.querySelector('.explained')")
	wrong.picture(name + "problems")
}
