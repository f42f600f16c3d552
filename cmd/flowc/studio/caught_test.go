package studio_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp/kb"

	"github.com/flowc-dev/flowc/cmd/flowc/outbox"
	"github.com/flowc-dev/flowc/cmd/flowc/studio"
	accounts "github.com/flowc-dev/flowc/golden/apps/accounts/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// openAccounts opens golden/apps/accounts, whose mail is caught.
func openAccounts(t *testing.T) (*bench, chan struct{}) {
	t.Helper()
	catcher, err := outbox.Open(time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = catcher.Close() })
	again := make(chan struct{}, 1)
	env := map[string]string{"STORAGE_URL": "memory:", "MAIL_URL": catcher.Address("MAIL_URL")}
	b := openWith(t, "../../../golden/apps/accounts/flows", env, func(app *rt.App) (registrar, error) { return accounts.New(app) },
		func(c *studio.Config) { c.Outbox, c.Again = catcher, again })
	return b, again
}

// TestAMailIsFollowed signs up on the page, reads the mail that did not leave the machine, and opens its link; then the
// other side is down.
func TestAMailIsFollowed(t *testing.T) {
	t.Parallel()
	b, again := openAccounts(t)
	if got := b.page.Caught(); len(got) != 1 || !strings.HasPrefix(got[0], "MAIL_URL=http://127.0.0.1:") {
		t.Errorf("the environment is %v", got)
	}
	p := b.openPage()
	p.click(holding("button.route", "/signup"))
	p.click(holding("button", "Send"))
	p.wait(holding(".answer", "202"))
	p.wait(holding("header .tab", "Outbox1"))
	p.click(holding("header .tab", "Outbox"))
	p.wait(holding(".outbox .letter", "http://127.0.0.1:8080/"))
	p.picture("outbox")
	if link := is[string](p, "document.querySelector('.outbox .links a').href"); !strings.HasPrefix(link, "http://127.0.0.1:8080/") {
		t.Errorf("the link is %q", link)
	}
	p.click(holding(".outbox button", "As sent"))
	p.wait(holding(".outbox pre", `"subject"`))
	p.rewrite("document.querySelector('.catching input[inputmode]')", "500")
	p.press(kb.Enter)
	p.wait("!document.querySelector('.catching form button:not(:disabled)')")
	p.click("document.querySelector('.catching input[type=checkbox]')")
	p.wait("!document.querySelector('.catching form')")
	<-again
	if got := b.page.Caught(); len(got) != 0 {
		t.Errorf("given up, the environment is %v", got)
	}
	p.click(holding(".outbox button", "Clear"))
	p.wait(holding(".outbox", "No call is caught"))
}
