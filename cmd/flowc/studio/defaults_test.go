package studio_test

import (
	"fmt"
	"net/http"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/flowc-dev/flowc/schema"
)

// TestDefaultsAreADocument keeps, checks and saves the defaults.json of a folder as its workflows.
func TestDefaultsAreADocument(t *testing.T) {
	b, dir := shop(t)
	key := path.Join(path.Dir(b.only()), schema.DefaultsFile)
	var d opened
	if b.get("/api/document?key="+key, &d); d.Text != "" || d.Revision != "" {
		t.Errorf("there is one already: %+v", d)
	}
	const text = `{"names": {"public": ["RELEASE"]}, "version": 1}`
	var c struct {
		Problems []struct{ Code, File, Pointer string }
		Broken   bool
	}
	b.put("POST", "/api/check", object{"key": key, "text": text, "base": ""}, &c)
	if c.Broken || len(c.Problems) != 1 || c.Problems[0].Code != "FC508" ||
		c.Problems[0].Pointer != "/names/public/0" || filepath.Base(c.Problems[0].File) != schema.DefaultsFile {
		t.Errorf("checked: %+v", c)
	}
	if status := b.put("PUT", "/api/document", object{"key": key, "text": text, "base": ""}, nil); status != http.StatusOK {
		t.Fatalf("saving: status %d", status)
	}
	want := "{\n  \"version\": 1,\n  \"names\": {\"public\": [\"RELEASE\"]}\n}\n"
	if got := read(t, filepath.Join(dir, schema.DefaultsFile)); got != want {
		t.Errorf("on disk is %s", got)
	}
	b.get("/api/document?key="+key, &d)
	changed := strings.Replace(want, "RELEASE", "VERSION", 1)
	b.put("PUT", "/api/draft", object{"key": key, "text": changed, "base": d.Revision}, nil)
	if b.get("/api/document?key="+key, &d); d.Text != want || d.Draft == nil || d.Draft.Text != changed {
		t.Errorf("with a draft it is %+v", d)
	}
	if status := b.put("PUT", "/api/document", object{"key": key, "text": changed, "base": "other"}, nil); status != http.StatusConflict {
		t.Errorf("saving over another one: status %d", status)
	}
}

// TestProjectSettings fills in the defaults.json of a folder as a form: a mistake stands at its field, what is not
// saved is kept as a draft, what is saved is in canonical form, and what another program writes meanwhile is put
// together with it.
func TestProjectSettings(t *testing.T) {
	t.Parallel()
	b := openAuth(t)
	file := filepath.Join(filepath.FromSlash(path.Dir(b.only())), schema.DefaultsFile)
	p := b.openPage()
	p.click(holding("header .tab", "Project"))
	add := func(title, text string) {
		p.click(fmt.Sprintf("document.querySelector('[aria-label=%q]')", "a new value of "+title))
		p.press(text + kb.Enter)
	}
	add("Public variables", "RELEASE")
	p.wait(holding("[data-key=\"names.public\"]:not(.bad) .warned", "no workflow of the folder reads"))
	add("Public variables", "RELEASE")
	p.wait(holding("[data-key=\"names.public\"].bad .failure", "duplicate"))
	p.wait("document.querySelector('#values-of-public option[value=JWT_SECRET]')")
	p.picture("project settings")
	p.wantAccessibleInBoth("project settings")
	for range 2 {
		p.click("document.querySelector('[aria-label=\"take RELEASE away\"]')")
	}
	p.wait("!document.querySelector('.settings-page :is(.bad, .warned)')")
	add("Search path", "app")
	add("Search path", "public")
	p.wait("document.querySelectorAll('[data-key=\"schema.searchPath\"] li').length === 3")
	p.wait(holding(".settings-page .hint", "kept as a draft"))
	p.click(holding(".settings-page button", "Save"))
	p.wait(holding(".settings-page .hint", "Saved"))
	want := "{\n  \"version\": 1,\n  \"schema\": {\"searchPath\": [\"app\", \"public\"]}\n}\n"
	if got := read(t, file); got != want {
		t.Errorf("on disk is %s", got)
	}
	add("Secret variables", "PUBLIC_KEYS")
	write(t, file, "{\n  \"version\": 1,\n  \"schema\": {\"searchPath\": [\"app\"]}\n}\n")
	b.page.Check()
	p.click(holding(".conflict button", "Put both together"))
	p.wait("document.querySelectorAll('[data-key=\"schema.searchPath\"] li').length === 2")
	p.press("s", chromedp.ModifierCtrl)
	p.wait("document.querySelector('.settings-page .primary').disabled")
	got := read(t, file)
	if !strings.Contains(got, `"searchPath": ["app"]`) || !strings.Contains(got, `"secret": ["PUBLIC_KEYS"]`) {
		t.Errorf("put together it is %s", got)
	}
}
