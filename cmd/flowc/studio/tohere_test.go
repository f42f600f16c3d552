//go:build unix

package studio_test

import (
	"path/filepath"
	"testing"
	"time"
)

// TestRunToHere runs a workflow up to a node behind its answer, once its effects on the way are read: what stands
// behind the node does not run, and nothing of the project on disk changes. A workflow that others call is run by a
// form of its inputs.
func TestRunToHere(t *testing.T) {
	t.Parallel()
	url, sent := letters(t)
	c := openClone(t, "accounts", "MAIL_URL="+url, "STORAGE_URL=memory:")
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
	if after := filesOf(t, c.flows); after != before {
		t.Errorf("the folder holds %s, and held %s", after, before)
	}
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
