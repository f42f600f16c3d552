package studio_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// reach presses Tab until the focus is where an expression says.
func (p *tab) reach(where string) {
	p.t.Helper()
	for range 60 {
		if is[bool](p, "!!("+where+")") {
			return
		}
		p.press(kb.Tab)
	}
	p.picture("missed")
	p.t.Fatalf("the keyboard does not lead to %s, but to %s", where, is[string](p, "document.activeElement.outerHTML.slice(0, 300)"))
}

// typed fills in a setting of the chosen node by the keyboard alone.
func (p *tab) typed(setting, text string) {
	p.t.Helper()
	p.wait(field(setting))
	p.reach(fmt.Sprintf("document.activeElement.closest('[data-field=%s]')", setting))
	if is[bool](p, "document.activeElement.matches('select')") {
		p.selects(text)
		return
	}
	p.press(text)
}

// follow adds a node of a type behind the chosen one, names it, and goes into its form.
func (p *tab) follow(title, output, name string) {
	p.t.Helper()
	p.press(kb.Tab)
	if output != "" {
		p.wait(holding(".chooser [role=option]", output))
		p.press(output + kb.Enter)
		p.wait("document.querySelector('.chooser input')?.getAttribute('aria-label') === 'What follows'")
	}
	p.pick(title)
	p.wait("document.querySelector('.named input')")
	p.renamed(name)
	p.wait("document.querySelector('.named input').value === '" + name + "'")
	p.enter()
}

// enter goes from the chosen node into its form.
func (p *tab) enter() {
	p.t.Helper()
	p.press(kb.Enter)
	p.wait("document.activeElement.closest('.form')")
}

// leave goes from a form back to the canvas.
func (p *tab) leave() {
	p.t.Helper()
	for range 3 {
		if is[bool](p, "document.activeElement.matches('.canvas')") {
			return
		}
		p.press(kb.Escape)
	}
	p.wait("document.activeElement.matches('.canvas')")
}

// renamed names the chosen node by the keyboard.
func (p *tab) renamed(name string) {
	p.t.Helper()
	p.press(kb.F2)
	p.wait("document.activeElement.matches('.named input')")
	p.press(name + kb.Enter)
	p.wait(card(name))
}

// TestDrawnByKeyboard draws login from an empty canvas without the mouse.
func TestDrawnByKeyboard(t *testing.T) {
	t.Parallel()
	b, file := openDrawing(t, emptyCanvas)
	p := b.openPage()
	p.wait("document.querySelector('.lone')")
	p.press("k", chromedp.ModifierCtrl)
	p.press("workflow login")
	p.wait(holding("[role=option]", "login"))
	p.press(kb.Enter)
	p.wait("document.querySelector('.tools')")
	p.command("a")
	p.pick("API Endpoint")
	p.renamed("in")
	p.enter()
	p.typed("endpointMethod", "POST")
	p.typed("endpointPath", "/login")
	p.leave()
	p.follow("SQL", "", "user")
	p.typed("sqlQuery", "SELECT id, email, password_hash FROM users WHERE email = {{email}}")
	p.typed("sqlMode", "one")
	p.leave()
	p.follow("Hash", "out", "check")
	p.typed("hashMode", "verify")
	p.typed("hashInput", "{{password}}")
	p.typed("hashAgainst", "{{user.password_hash}}")
	p.leave()
	p.follow("JWT", "valid", "token")
	p.typed("jwtMode", "sign")
	p.typed("jwtSecret", "{{env.JWT_SECRET}}")
	p.typed("jwtExpiresIn", "15m")
	p.reach("document.activeElement.matches('.form summary')")
	p.press(kb.Enter)
	p.wait("document.querySelector('.form details').open")
	p.typed("jwtClaims", "sub"+kb.Tab)
	p.wait("document.activeElement.matches('.rows .cm-content')")
	p.press("{{user.id}}")
	p.reach("document.activeElement.matches('.rows input') && document.activeElement.value === ''")
	p.press("email" + kb.Tab)
	p.wait("document.activeElement.matches('.rows .cm-content') && document.activeElement.innerText.trim() === ''")
	p.press("{{user.email}}")
	p.leave()
	p.follow("Response", "", "ok")
	p.typed("responseStatus", kb.End+kb.Backspace+kb.Backspace+kb.Backspace+"200")
	p.typed("responseBody", `{"token": "{{token.token}}`)
	p.leave()
	for range 2 { // back to the node that has a way without an answer
		p.press(kb.ArrowLeft, chromedp.ModifierAlt)
	}
	p.wait("document.querySelector('.named input').value === 'check'")
	p.command("c")
	p.wait(holding(".chooser [role=option]", "invalid"))
	p.press("invalid" + kb.Enter)
	p.wait("document.querySelector('.chooser input')?.getAttribute('aria-label') === 'Lead to'")
	p.pick("Response")
	p.wait("document.querySelector('.named input').value === 'response1'")
	p.renamed("no")
	p.enter()
	p.wait(field("responseStatus") + ".value === '401'") // a refusal is born as one
	p.reach(`document.activeElement.matches('[data-pointer="/responseBody/error"] .cm-content')`)
	p.press("a", chromedp.ModifierCtrl)
	p.press("wrong e-mail or password")
	p.leave()
	wantLogin(t, p.save(file))
}

// breakings are settings of login that somebody gets wrong, and what they were.
var breakings = []struct{ what, node, setting, wrong, right string }{
	{"a name misspelt", "check", "hashAgainst", "{{usr.password_hash}}", "{{user.password_hash}}"},
	{"a field misspelt", "check", "hashAgainst", "{{user.password_hsh}}", "{{user.password_hash}}"},
	{"a column misspelt", "user", "sqlQuery", "SELECT id, emial, password_hash FROM users WHERE email = {{email}}", "SELECT id, email, password_hash FROM users WHERE email = {{email}}"},
	{"a number that is none", "ok", "responseStatus", "two", "200"},
	{"a number out of bounds", "no", "responseStatus", "4010", "401"},
	{"a duration that is none", "token", "jwtExpiresIn", "soon", "15m"},
	{"a secret written out", "token", "jwtSecret", "open sesame", "{{env.JWT_SECRET}}"},
	{"a value of another type", "check", "hashInput", "{{user.id}}", "{{password}}"},
}

// TestMended breaks login in ten ways, and mends it by what the page says: where, what, and how.
func TestMended(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	b, file := openDrawing(t, string(want))
	p := b.openLogin()
	for _, c := range breakings {
		p.click(card(c.node))
		p.fill(c.setting, c.wrong)
		p.wait(fmt.Sprintf("document.querySelector('[data-field=%s].bad .failure')", c.setting))
		p.elsewhere()
		p.press("p")
		p.click("document.querySelector('.problems .error .problem')")
		p.wait(fmt.Sprintf("document.activeElement.closest('[data-field=%s]')", c.setting))
		p.fill(c.setting, c.right)
		p.wait("!document.querySelector('.bad, .card .mark')")
	}
	if got := p.save2(file); got != string(want) {
		t.Errorf("mended is\n%s", got)
	}
	p.unwired()
	p.leaked()
	wantLogin(t, p.save(file))
}

// save2 reads the file of a drawing that nobody has to save: it is as on disk.
func (p *tab) save2(file string) string {
	p.t.Helper()
	if is[bool](p, "!!document.querySelector('.unsaved')") {
		return p.save(file)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		p.t.Fatal(err)
	}
	return string(text)
}

// unwired takes a wire away, and leads it again where the page says that it misses.
func (p *tab) unwired() {
	p.t.Helper()
	p.click(card("token"))
	p.part("Output")
	p.click("document.querySelector('[aria-label=\"remove the wire from out to ok\"]')")
	p.wait("document.querySelectorAll('.react-flow__edge').length === 4")
	p.wait(within("token", ".mark"))
	p.click(within("token", ".plus"))
	p.pick("→ ok")
	p.wait("!document.querySelector('.card .mark')")
}

// leaked answers with a hash, and takes it back.
func (p *tab) leaked() {
	p.t.Helper()
	p.click(card("ok"))
	p.click("document.querySelector('[data-field=responseBody] .cm-content')")
	p.press("a", chromedp.ModifierCtrl)
	p.press("{{user.password_hash}}")
	p.wait("document.querySelector('[data-field=responseBody].bad .failure')")
	p.press("a", chromedp.ModifierCtrl)
	p.press("{{token.token}}")
	p.wait("!document.querySelector('.bad, .card .mark')")
}

// TestFiftySteps renames a node with its references, draws on, undoes all and does it again: the bytes are the same.
func TestFiftySteps(t *testing.T) {
	t.Parallel()
	want, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	b, file := openDrawing(t, string(want))
	p := b.openLogin()
	p.click(card("user"))
	p.name("user", "person")
	for range 16 {
		p.click(card("person"))
		p.press(kb.ArrowDown) // one step each
		p.press("c", chromedp.ModifierCtrl)
		p.press("v", chromedp.ModifierCtrl)
		p.wait("document.querySelectorAll('.card').length === 7")
		p.press(kb.Delete)
		p.cards(6)
	}
	p.click(card("person"))
	p.press(kb.ArrowDown)
	drawn := p.save(file)
	if strings.Contains(drawn, "user.") || strings.Count(drawn, "person.") != 3 || !strings.Contains(drawn, `"source": "person"`) {
		t.Errorf("renamed is\n%s", drawn)
	}
	for range 50 {
		p.press("z", chromedp.ModifierCtrl)
	}
	p.wait(card("user"))
	if got := p.save(file); got != string(want) {
		t.Errorf("undone is\n%s", got)
	}
	for range 50 {
		p.press("y", chromedp.ModifierCtrl)
	}
	p.wait(card("person"))
	if got := p.save(file); got != drawn {
		t.Errorf("done again is\n%s", got)
	}
}

// TestNothingIsLost kills a browser in the middle, and has a text editor write the file that is drawn on the page.
func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	b, file := openDrawing(t, string(text))
	p := openAlone(t, b.url+"/#key="+key)
	p.toLogin()
	p.click(card("ok"))
	p.fill("responseStatus", "201")
	eventually(t, "the draft is kept", func() bool {
		var d struct{ Draft *struct{ Text string } }
		b.get("/api/document?key="+b.keyOf("login"), &d)
		return d.Draft != nil && strings.Contains(d.Draft.Text, "201")
	})
	p.kill()
	p = b.openPage()
	p.do(chromedp.Navigate(b.url + "/#/w/" + b.keyOf("login")))
	p.wait("document.querySelector('.unsaved')")
	p.click(card("ok"))
	p.wait(field("responseStatus") + ".value === '201'")
	replace(t, file, strings.Replace(string(text), "wrong e-mail or password", "who are you", 1))
	b.page.Check()
	p.click(holding(".conflict button", "Put both together"))
	p.wait("!document.querySelector('.conflict')")
	got := p.save(file)
	if !strings.Contains(got, "who are you") || !strings.Contains(got, `"responseStatus": 201`) {
		t.Errorf("put together is\n%s", got)
	}
	p.click(card("no"))
	p.fill("responseStatus", "403")
	replace(t, file, strings.Replace(got, `"responseStatus": 401`, `"responseStatus": 404`, 1))
	b.page.Check()
	p.wait(holding(".conflict .clash", "404"))
	p.click("[...document.querySelectorAll('.conflict .clash input')].at(-1)")
	p.click(holding(".conflict button", "Put both together"))
	p.wait(field("responseStatus") + ".value === '404'")
}

// keyOf is the key of a workflow by its name.
func (b *bench) keyOf(name string) string {
	b.t.Helper()
	var s state
	b.get("/api/state", &s)
	for _, w := range s.Workflows {
		if w.Name == name {
			return w.Key
		}
	}
	b.t.Fatalf("there is no workflow %s", name)
	return ""
}

// replace writes a file as text editors do: whole or not at all.
func replace(t testing.TB, file, text string) {
	t.Helper()
	write(t, file+"~", text)
	if err := os.Rename(file+"~", file); err != nil {
		t.Fatal(err)
	}
}

// TestNaughtyDrawing types the naughty strings into the fields of a node: they run nothing, break nothing, and undo.
func TestNaughtyDrawing(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	b, file := openDrawing(t, string(text))
	p := b.openLogin()
	for _, c := range [][2]string{{"ok", "responseBody"}, {"user", "sqlQuery"}, {"in", "endpointPath"}} {
		p.click(card(c[0]))
		p.click(field(c[1]))
		for i := 0; i < len(naughty); i += 3 {
			p.press("a", chromedp.ModifierCtrl)
			quoted, err := json.Marshal(naughty[i])
			if err != nil {
				t.Fatal(err)
			}
			is[bool](p, "document.execCommand('insertText', false, "+string(quoted)+")")
		}
		wantUnbroken(t, p)
	}
	p.wait("document.querySelector('.tools')")
	for is[bool](p, "!document.querySelector('[aria-label=Undo]').disabled") {
		p.press("z", chromedp.ModifierCtrl)
	}
	if got := p.save2(file); got != string(text) {
		t.Errorf("undone is\n%s", got)
	}
}

// TestAFileWrittenHalf has a text editor write the file in two halves, while something is drawn and while nothing is:
// what stands between them is no document, and neither what is drawn nor what is written is lost.
func TestAFileWrittenHalf(t *testing.T) {
	t.Parallel()
	b, p, file := openCommitted(t)
	before := read(t, file)
	other := strings.Replace(before, "wrong e-mail or password", "who are you", 1)
	half := other[:len(other)/2]

	write(t, file, half)
	b.page.Check()
	p.wait("document.querySelector('.canvas.broken .cm-content')")
	write(t, file, other)
	b.page.Check()
	p.cards(6)
	p.wait("!document.querySelector('.unsaved, .conflict')")

	p.click(card("ok"))
	p.fill("responseStatus", "201")
	p.wait("document.querySelector('.unsaved')")
	write(t, file, half)
	b.page.Check()
	p.wait(holding(".conflict", "no document yet"))
	p.picture("half")
	p.cards(6) // what is drawn is still there
	if status := is[string](p, field("responseStatus")+".value"); status != "201" {
		t.Errorf("the field holds %s", status)
	}
	write(t, file, strings.Replace(other, "Exchange", "Swap", 1))
	b.page.Check()
	p.click(holding(".conflict button", "Put both together"))
	p.wait("!document.querySelector('.conflict')")
	got := p.save(file)
	if !strings.Contains(got, "Swap an e-mail") || !strings.Contains(got, `"responseStatus": 201`) || !strings.Contains(got, "who are you") {
		t.Errorf("put together is\n%s", got)
	}
}
