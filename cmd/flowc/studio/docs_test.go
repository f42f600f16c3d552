package studio_test

import (
	"fmt"
	"testing"

	"github.com/flowc-dev/flowc/cmd/flowc/docs"
)

// TestPagesOfDocs reads the pages of flowc docs on the page: each has its heading and no mark of Markdown, and a link
// opens another one.
func TestPagesOfDocs(t *testing.T) {
	t.Parallel()
	b := openAuth(t)
	p := b.openPage()
	p.click(holding("header .tab", "Docs"))
	p.wait(holding(".docs h1", docs.Pages()[0].Title))
	for _, page := range docs.Pages() {
		p.click(fmt.Sprintf("[...document.querySelectorAll('.docs nav button')].find(e => e.innerText === %q)", page.Title))
		p.wait(fmt.Sprintf("document.querySelector('.docs h1')?.innerText === %q", page.Title))
		if left := is[string](p, `[...document.querySelectorAll('.docs article :is(h1, h2, h3, p, li, td, th)')].map(e => { const c = e.cloneNode(true); c.querySelectorAll('code').forEach(x => x.remove()); return c.textContent; })
			.find(text => /\*\*|\]\(|^#|^\||`+"`"+`/.test(text)) ?? ''`); left != "" {
			t.Errorf("%s shows %q", page.Name, left)
		}
	}
	wantUnbroken(t, p)
	p.click(fmt.Sprintf("[...document.querySelectorAll('.docs nav button')].find(e => e.innerText === %q)", docs.Pages()[0].Title))
	p.picture("docs")
	p.click("document.querySelector('.docs article button.link')")
	p.wait(fmt.Sprintf("document.querySelector('.docs h1')?.innerText !== %q", docs.Pages()[0].Title))
	p.wantAccessibleInBoth("docs")
}
