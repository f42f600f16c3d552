package studio_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// largeText is what is typed in the editor that is open large.
const largeText = "document.querySelector('dialog.large .cm-content')"

// inLarge is an expression for whether the cursor stands in the editor that is open large.
const inLarge = "document.querySelector('dialog.large')?.contains(document.activeElement) && document.activeElement.matches('.cm-content')"

// TestEditorOpensLarge opens a statement large by key and by button: its words have colours, what is typed is the
// setting's at once, is undone there too, and stays when Escape closes it. Then the cursor is back in the setting.
func TestEditorOpensLarge(t *testing.T) {
	t.Parallel()
	p, file := openChosen(t, "user")
	p.fill("sqlQuery", "SELECT id -- from here\nFROM users WHERE email = 'from' AND lower(email) = {{email")
	p.press(kb.Enter, chromedp.ModifierCtrl)
	p.wait(inLarge)
	for kind, want := range map[string]string{"key": "SELECT,FROM,WHERE,AND", "lit": "'from'", "note": "-- from here", "name": "lower"} {
		p.wait(fmt.Sprintf("[...document.querySelectorAll('dialog.large .cm-%s')].map(e => e.innerText).join() === %q", kind, want))
	}
	p.picture("editor large")
	p.wantAccessibleInBoth("large editor")
	p.press(kb.End, chromedp.ModifierCtrl)
	p.press("\nLIMIT 3")
	p.wait("document.querySelector('[data-field=sqlQuery] .cm-content').innerText.includes('LIMIT 3')")
	p.press("z", chromedp.ModifierCtrl)
	p.wait("!" + largeText + ".innerText.includes('LIMIT 3')")
	p.press("y", chromedp.ModifierCtrl)
	p.wait(largeText + ".innerText.includes('LIMIT 3')")
	p.press(kb.Escape)
	p.wait("!document.querySelector('dialog.large') && document.activeElement === document.querySelector('[data-field=sqlQuery] .cm-content')")
	if text := p.save(file); !strings.Contains(text, `= {{email}}\nLIMIT 3"`) {
		t.Errorf("the file is %s", text)
	}
	p.click(card("ok"))
	p.wait("document.querySelector('[data-field=responseBody]')")
	p.click(holding("[data-field=responseBody] .link", "as JSON"))
	p.click("document.querySelector('[data-field=responseBody] .enlarge')")
	p.wait(inLarge + " && document.querySelector('dialog.large .cm-name').innerText === '\"token\"'")
	p.picture("editor large JSON")
	p.click(holding("dialog.large button", "Close"))
	p.wait("!document.querySelector('dialog.large')")
}

// TestColumnsAreInserted puts names of columns and tables of Data into a statement where the cursor stands.
func TestColumnsAreInserted(t *testing.T) {
	t.Parallel()
	p, file := openChosen(t, "user")
	p.fill("sqlQuery", "SELECT id,  FROM ")
	p.click("document.querySelector('[data-field=sqlQuery] .enlarge')")
	p.wait(inLarge)
	p.press(kb.End, chromedp.ModifierCtrl)
	p.click(holding(".insert .table", "users"))
	p.wait(inLarge + " && " + largeText + ".innerText.includes('FROM users')")
	p.press(kb.Home, chromedp.ModifierCtrl)
	for range len("SELECT id, ") {
		p.press(kb.ArrowRight)
	}
	p.click("document.querySelector('[aria-label=\"Find a column\"]')")
	p.press("hash")
	p.wait("document.querySelectorAll('.insert li').length === 1")
	p.click(holding(".insert li button", "password_hash"))
	p.wait(inLarge)
	p.press(kb.Escape)
	p.wait("!document.querySelector('dialog.large')")
	if text := p.save(file); !strings.Contains(text, `"SELECT id, password_hash FROM users"`) {
		t.Errorf("the file is %s", text)
	}
}
