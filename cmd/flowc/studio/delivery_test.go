package studio_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	webhooks "github.com/flowc-dev/flowc/golden/apps/webhooks/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// openHooks opens the page at the workflow that GitHub calls.
func openHooks(t *testing.T) (*bench, *tab) {
	t.Helper()
	env := map[string]string{
		"GITHUB_WEBHOOK_SECRET": strings.Repeat("g", 32), "STRIPE_WEBHOOK_SECRET": "whsec_" + strings.Repeat("s", 32), "STORAGE_URL": "memory:",
	}
	t.Setenv("GITHUB_WEBHOOK_SECRET", env["GITHUB_WEBHOOK_SECRET"]) // with which studio signs
	b := open(t, "../../../golden/apps/webhooks/flows", env, func(app *rt.App) (registrar, error) { return webhooks.New(app) })
	p := b.openPage()
	p.click(holding("button.route", "g5i2t7h4u6b3x7k2m5q4w6e3r7"))
	p.wait(card("push"))
	p.click(holding("[role=tab]", "Run"))
	p.wait("document.querySelector('.free')")
	return b, p
}

// header types a header beside a free body.
func (p *tab) header(name, value string) {
	p.t.Helper()
	p.click(holding(".free button", "Add a header"))
	p.click("[...document.querySelectorAll('.header-row')].at(-1)?.querySelector('input')")
	p.press(name + kb.Tab + value)
}

// retype puts a text in the place of that of a box.
func (p *tab) retype(box, text string) {
	p.t.Helper()
	p.click(box)
	p.press("a", chromedp.ModifierCtrl)
	p.press(text)
}

// TestADeliveryIsTyped types the body and the headers of a webhook, which studio signs as GitHub does: one that is
// JSON, one that is not, and one whose signature is typed too.
func TestADeliveryIsTyped(t *testing.T) {
	b, p := openHooks(t)
	body := "document.querySelector('.free textarea')"
	p.wait(body + ".value === '{}'")
	p.header("X-GitHub-Event", "push")
	p.retype(body, `{"ref": "refs/heads/main", "repository": {"full_name": "octo/spoon"}, "commits": [{"id": "0d1a"}]}`)
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "202 Accepted"))
	p.wait("(" + card("save") + ").matches('.lit')")
	p.wait(holding(".shown", "from this page"))
	p.picture("delivery")
	p.retype(body, "ref=main&zen=Ünits")
	p.retype("[...document.querySelectorAll('.free label')].find(e => e.innerText.includes('Content-Type')).querySelector('input')", "application/x-www-form-urlencoded")
	p.header("X-Hub-Signature-256", "sha256=00")
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "401 Unauthorized"))
	p.click("document.querySelector('[aria-label=\"remove header 2\"]')")
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "202 Accepted"))
	p.click(holding("button", "As curl"))
	p.wait(holding("h4", "curl") + "?.parentElement.innerText.includes(\"--data-raw 'ref=main&zen=Ünits'\")")
	if a := b.send("POST /webhooks/g5i2t7h4u6b3x7k2m5q4w6e3r7", func(f *serve.Form) { f.Free = nil }); a.Status != http.StatusAccepted {
		t.Errorf("without a body it answers %+v", a)
	}
}

// TestAFailureAfterTheAnswer sends a push that is none: GitHub is answered, and what fails then stands beside the
// answer and in Watch.
func TestAFailureAfterTheAnswer(t *testing.T) {
	_, p := openHooks(t)
	p.header("X-GitHub-Event", "push")
	p.retype("document.querySelector('.free textarea')", `{"ref": 7}`)
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "202 Accepted"))
	p.wait(holding(".late", "After this answer push failed:"))
	p.wait("(" + card("push") + ").matches('.failed')")
	p.picture("late")
	p.press(kb.Escape)
	p.click(holding("[role=tab]", "Watch"))
	p.wait(holding(".executions button", "push failed after the answer"))
}

// TestRunShowsWhatWasChosen chooses an earlier request of this page in Watch: Run shows its answer, and not the last
// one.
func TestRunShowsWhatWasChosen(t *testing.T) {
	t.Parallel()
	b := openAuth(t)
	b.send("POST /signup", func(f *serve.Form) { fill(f, "email", "eve@example.com") })
	p := b.openPage()
	p.click(holding("button.route", "/signup"))
	p.wait(holding(".answer.other", "a request from elsewhere"))
	p.wait(holding(".shown", "201 Created from elsewhere"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "201 Created"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "409 Conflict"))
	p.wait(holding(".shown", "409 Conflict from this page"))
	p.click(holding("[role=tab]", "Watch"))
	p.wait("document.querySelectorAll('.executions button').length === 3")
	p.click("document.querySelectorAll('.executions button')[1]")
	p.wait(holding(".shown", "201 Created from this page"))
	p.click(holding("[role=tab]", "Run"))
	p.wait("document.querySelector('.answer:not(.other)')?.innerText.includes('201 Created')")
	p.click(holding("[role=tab]", "Watch"))
	p.click("document.querySelectorAll('.executions button')[2]")
	p.click(holding("[role=tab]", "Run"))
	p.wait(holding(".answer.other", "another request"))
}
