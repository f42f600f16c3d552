//go:build unix

package studio_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// TestRunToHere runs a workflow up to a node behind its answer, once its effects on the way are read: what stands
// behind the node does not run, and nothing of the project on disk changes. A workflow that others call is run by a
// form of its inputs. Program and folder of a run go with its request, also of one that nobody waits for any more.
func TestRunToHere(t *testing.T) {
	t.Parallel()
	url, sent := letters(t)
	temp := t.TempDir()
	c := openClone(t, "accounts", "MAIL_URL="+url, "STORAGE_URL=memory:", "TMPDIR="+temp)
	before := filesOf(t, c.flows)
	c.click(holding("button.route", "/signup"))
	c.click(card("keep"))
	c.click(holding(".to-here button", "Run to here"))
	c.wait(holding(".to-here", "insert into signups"))
	if text := is[string](c.tab, "document.querySelector('.to-here').innerText"); text == "" || len(sent) > 0 {
		t.Errorf("it says %q, and has sent %d mails", text, len(sent))
	}
	c.picture("effects")
	c.click(holding(".to-here .primary", "Run to here"))
	c.waitFor(3*time.Minute, holding(".to-here", "It was reached")+" || "+holding(".to-here", "It took"))
	c.wait("(" + card("keep") + ").matches('.lit') && !(" + card("mail") + ").matches('.lit')")
	c.picture("to-here")
	if len(sent) > 0 {
		t.Error("a mail was sent by a node behind it")
	}
	c.click("document.querySelector('.brand')")
	c.click(holding(".lone button", "mailbox"))
	c.wait(card("limit"))
	c.click(holding("[role=tab]", "Run"))
	email := "[...document.querySelectorAll('form .field')].find(e => e.innerText.startsWith('email'))"
	c.rewrite(email+".querySelector('input')", "eve@example.com")
	c.click(holding(".to-here button", "Run"))
	c.waitFor(3*time.Minute, holding(".to-here", "It took allowed"))
	c.wait("(" + card("limit") + ").matches('.lit')")
	c.picture("called")
	eventually(t, "what ran has left nothing", func() bool { return trialsIn(t, temp) == "" })
	c.click(holding(".to-here button", "Run"))
	eventually(t, "it runs again", func() bool { return trialsIn(t, temp) != "" })
	c.do(chromedp.Navigate("about:blank"))
	eventually(t, "what nobody waits for leaves nothing", func() bool { return trialsIn(t, temp) == "" })
	if after := filesOf(t, c.flows); after != before {
		t.Errorf("the folder holds %s, and held %s", after, before)
	}
}

// TestRunToHereOfAWebhook runs webhooks up to nodes behind their answers: deliveries that studio signs, one that is signed
// as docs.github.com says (Validating webhook deliveries), and one with a wrong signature, which does not get there.
func TestRunToHereOfAWebhook(t *testing.T) {
	t.Parallel()
	const secret, body = "It's a Secret to Everybody", `{"ref": "refs/heads/main", "repository": {"full_name": "octo/spoon"}, "commits": [{"id": "0d1a"}]}`
	c := openClone(t, "webhooks", "GITHUB_WEBHOOK_SECRET="+secret, "STRIPE_WEBHOOK_SECRET=whsec_5f8e2c1d9b7a4063", "STORAGE_URL=memory:")
	c.click(holding("button.route", "g5i2t7h4u6b3x7k2m5q4w6e3r7"))
	c.click(holding("[role=tab]", "Run"))
	c.wait("document.querySelector('.free')")
	c.header("X-GitHub-Event", "push")
	c.retype("document.querySelector('.free textarea')", body)
	c.click(card("save"))
	c.reaches("insert into pushes", "It was reached")
	c.wait("(" + card("verify") + ").matches('.lit') && (" + card("save") + ").matches('.lit')")
	c.picture("to-here-webhook")

	c.click(holding("[role=tab]", "Run"))
	c.header("X-Hub-Signature-256", "sha256=00")
	c.click(card("save"))
	c.reaches("insert into pushes", "verify failed: rejected: wrong signature")
	c.wait("!(" + card("save") + ").matches('.lit')")
	c.picture("to-here-refused")

	sum := hmac.New(sha256.New, []byte(secret))
	sum.Write([]byte(body))
	c.click(holding("[role=tab]", "Run"))
	c.retype("[...document.querySelectorAll('.header-row')].at(-1).querySelectorAll('input')[1]", "sha256="+hex.EncodeToString(sum.Sum(nil)))
	c.click(card("isPush"))
	c.reaches("", "It took true")

	c.click("document.querySelector('.brand')")
	c.click(holding("button.route", "s4t6r2i7p5e3n6y4d2c7v5b3k6"))
	c.click(card("isPaid"))
	c.reaches("", "It took false")
}

// reaches runs the open workflow up to the chosen node, and waits for what is said of that. Effects on the way are read first.
func (c *clone) reaches(effects, says string) {
	c.t.Helper()
	c.click(holding(".to-here button", "Run to here"))
	if effects != "" {
		c.wait(holding(".to-here", effects))
		c.click(holding(".to-here .primary", "Run to here"))
	}
	c.waitFor(3*time.Minute, holding(".to-here", says))
}

// trialsIn are the folders of runs in a folder of temporary files, and the programs that run from there.
func trialsIn(t *testing.T, temp string) string {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join(temp, "flowc-trial-*"))
	if err != nil {
		t.Fatal(err)
	}
	programs, err := filepath.Glob("/proc/[0-9]*/exe") // none where the system has no /proc
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range programs {
		if program, err := os.Readlink(link); err == nil && strings.HasPrefix(program, filepath.Join(temp, "flowc-trial-")) {
			folders = append(folders, program)
		}
	}
	return strings.Join(folders, " ")
}

// filesOf are the files of a folder, by name.
func filesOf(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	list := ""
	for _, file := range files {
		list += filepath.Base(file) + " "
	}
	return list
}
