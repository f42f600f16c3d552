package studio_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/flowc-dev/flowc/templates"
	"github.com/flowc-dev/flowc/templates/all"
)

// TestAuthenticationOfACall chooses how a call proves itself: each choice has the boxes of its template's variant, and
// no others. What two of them have in common stays, and "none" removes the setting.
func TestAuthenticationOfACall(t *testing.T) {
	t.Parallel()
	b, file := openDrawing(t, emptyCanvas)
	p := b.openLogin()
	p.click("[...document.querySelectorAll('.palette button')].find(e => e.innerText.trim() === 'API')")
	p.wait("document.querySelector('[data-field=apiUrl]')")
	p.unfold("apiAuth")
	if is[bool](p, "!!document.querySelector('[data-field=apiAuth] .cm-content')") {
		t.Error("a call that proves nothing has boxes for it")
	}
	for _, v := range variantsOf(t, "api", "apiAuth") {
		p.choose("apiAuth", v.Title)
		var want []string
		for _, k := range v.Keys {
			want = append(want, "/apiAuth/"+k.Name)
		}
		slices.Sort(want)
		p.wait(fmt.Sprintf("[...document.querySelectorAll('[data-field=apiAuth] [data-pointer]')].map(e => e.dataset.pointer).sort().join() === %q", strings.Join(want, ",")))
		p.picture("authentication " + v.Type)
		p.wantAccessible(readAxe(t), v.Title)
	}
	if is[bool](p, "!!document.querySelector('[data-field=apiAuth] .failure')") {
		t.Error("a box that nobody has filled in is red")
	}
	p.choose("apiAuth", "Bearer token")
	p.click("document.querySelector('[data-pointer=\"/apiAuth/token\"] .cm-content')")
	p.press("{{env.CRM_TOKEN")
	p.press(kb.Escape)
	if text := p.save(file); !strings.Contains(text, `"apiAuth": {"type": "bearer", "token": "{{env.CRM_TOKEN}}"}`) {
		t.Errorf("the file is %s", text)
	}
	p.choose("apiAuth", "none")
	if text := p.save(file); strings.Contains(text, "apiAuth") {
		t.Errorf("without it the file is %s", text)
	}
}

// variantsOf returns the variants of a field, as its template has them.
func variantsOf(t *testing.T, typ, name string) []templates.Variant {
	t.Helper()
	for _, of := range all.Templates() {
		for _, f := range of.Fields {
			if of.Type == typ && f.Name == name && len(f.Variants) > 0 {
				return f.Variants
			}
		}
	}
	t.Fatalf("%s of %s has no variants", name, typ)
	return nil
}
