package studio_test

import (
	"fmt"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// begins makes a workflow from the first page, which begins with a node type of a title.
func (p *tab) begins(name, title string) {
	p.t.Helper()
	p.click("document.querySelector('.brand')")
	p.asksNew()
	p.rewrite("document.querySelector('.new input')", name)
	is[bool](p, "document.querySelector('.new select').focus() || true")
	p.selects(title)
	p.click(holding(".new button", "Create"))
	p.wait(fmt.Sprintf("document.querySelector('.crumb')?.innerText === %q", name))
	p.wait(within("in", ".plus"))
	p.click(card("in"))
	p.wait("document.querySelector('.named input')?.value === 'in'")
}

// follows puts a node of a title behind an output of another one, and names it.
func (p *tab) follows(node, output, title, name string) {
	p.t.Helper()
	p.sees(card(node))
	p.click(card(node)) // whose outputs are beside it then
	p.wait(fmt.Sprintf("document.querySelector('.named input')?.value === %q", node))
	p.part("Output")
	p.click(fmt.Sprintf("document.querySelector('[aria-label=%q]')", "what follows "+output))
	p.pick(title)
	p.wait(fmt.Sprintf("/\\d$/.test(document.querySelector('.named input')?.value) && document.querySelector('.named input').value !== %q", node))
	old := is[string](p, "document.querySelector('.named input').value")
	p.name(old, name)
	p.wait(fmt.Sprintf("document.querySelector('.named input')?.value === %q", name))
}

// sees brings a card into sight, as somebody does who has drawn on beyond it.
func (p *tab) sees(element string) {
	p.t.Helper()
	inside := fmt.Sprintf(`(() => { const r = (%s).getBoundingClientRect(), s = document.querySelector('.react-flow').getBoundingClientRect();
		return r.left >= s.left && r.right <= s.right && r.top >= s.top && r.bottom <= s.bottom; })()`, element)
	p.wait(element)
	if !is[bool](p, inside) {
		p.leave()
		p.press("f")
		p.wait(inside)
	}
}

// mends has the page mend what it offers to.
func (p *tab) mends() {
	p.t.Helper()
	p.leave()
	p.press("p")
	p.click("document.querySelector('.problems .mend')")
	p.wait("!document.querySelector('.problems .mend')")
}

// answers puts a Response behind an output.
func (p *tab) answers(node, output, name, status, body string) {
	p.t.Helper()
	p.follows(node, output, "Response", name)
	p.fill("responseStatus", status)
	if body != "" {
		p.fill("responseBody", body)
	}
}

// rightAway wants nothing to be wrong with what is drawn, and saves it.
func (p *tab) rightAway() {
	p.t.Helper()
	if is[bool](p, "document.activeElement.matches('input, textarea, select, [contenteditable=true]')") {
		p.leave()
	}
	p.picture("task")
	p.press("p")
	p.wait("document.querySelector('.problems') && document.querySelectorAll('.problems li, .card .mark').length === 0")
	p.press("s", chromedp.ModifierCtrl)
	p.wait("document.querySelector('.said').innerText === 'Saved'")
}

// accepts takes what the page offers to complete. A list takes keys once it can have been read: until then Enter
// does nothing.
func (p *tab) accepts(offer, taken string) {
	p.t.Helper()
	p.wait(holding(".cm-tooltip-autocomplete [aria-selected=true]", offer))
	for range 100 {
		p.press(kb.Enter)
		if is[bool](p, "new Promise(done => requestAnimationFrame(() => done("+taken+")))") {
			return
		}
	}
	p.wait(taken)
}

// drawHook draws a webhook that verifies its sender, stores what it sends, answers, and notifies.
func (p *tab) drawHook() {
	p.begins("deployed", "Webhook")
	p.follows("in", "out", "Code", "verify")
	p.click(field("codeFunction"))
	p.press("GitH") // which the page completes
	p.accepts("webhook.GitHub", field("codeFunction")+".innerText.trim() === 'webhook.GitHub'")
	p.click("document.querySelector('[data-pointer=\"/codeInput/secret\"] .cm-content')") // the function's own row
	p.press("{{env.GITHUB_WEBHOOK_SECRET")
	p.follows("verify", "out", "SQL", "save")
	p.fill("sqlQuery", "INSERT INTO unhandled (event, type) VALUES ({{delivery}}, {{state}})")
	p.answers("save", "out", "ok", "202", "")
	p.answers("save", "conflict", "twice", "200", "") // as the page says: else a delivery that comes again is a failure
	p.follows("ok", "out", "API", "tell")
	p.fill("apiUrl", "{{env.PUBLIC_CHAT_URL")
	p.choose("apiMethod", "POST")
	p.fill("apiBody", `{"text": "{{delivery}} is {{state`)
	p.mends() // the fields of the request are declared
	p.rightAway()
}

// drawList draws a list that only who is logged in sees, page by page.
func (p *tab) drawList() {
	p.begins("people", "API Endpoint")
	p.choose("endpointMethod", "GET")
	p.fill("endpointPath", "/people")
	p.declare("endpointFields", "after", "int")
	p.follows("in", "out", "Auth", "auth")
	p.choose("authType", "jwt")
	p.follows("auth", "valid", "SQL", "page")
	p.choose("sqlMode", "many")
	p.fill("sqlQuery", "SELECT id, email FROM users WHERE id > COALESCE({{after}}, 0) ORDER BY id LIMIT 2")
	p.answers("page", "out", "ok", "200", `{"people": "{{page.rows}}", "count": "{{page.count}}`)
	p.answers("auth", "invalid", "no", "401", `{"error": "{{auth.reason}}`)
	p.rightAway()
}

// drawReset draws the two halves of a password's reset: a link that is mailed, and what it leads to.
func (p *tab) drawReset() {
	p.begins("forgot", "API Endpoint")
	p.choose("endpointMethod", "POST")
	p.fill("endpointPath", "/forgot")
	p.unfold("endpointPublic")
	p.click("document.querySelector('[data-field=endpointPublic] input')")
	p.follows("in", "out", "SQL", "user")
	p.choose("sqlMode", "one")
	p.fill("sqlQuery", "SELECT id, email FROM users WHERE email = {{email}}")
	p.answers("user", "out", "ok", "202", "")
	p.answers("user", "notFound", "unknown", "202", "")
	p.follows("ok", "out", "Set", "made")
	p.entry("setValues", "token", "{{randomToken(32")
	p.follows("made", "out", "Local Storage", "keep")
	p.choose("storageOperation", "set")
	p.fill("storageKey", "reset:{{sha256(made.token")
	p.fill("storageValue", `{"user": "{{user.id`)
	p.fill("storageTtl", "1h")
	p.follows("keep", "out", "API", "mail")
	p.fill("apiUrl", "{{env.MAIL_URL")
	p.choose("apiMethod", "POST")
	p.fill("apiBody", `{"to": "{{user.email}}", "token": "{{made.token`)
	p.rightAway()

	p.begins("reset", "API Endpoint")
	p.choose("endpointMethod", "POST")
	p.fill("endpointPath", "/reset")
	p.follows("in", "out", "Local Storage", "link")
	p.choose("storageOperation", "take")
	p.fill("storageKey", "reset:{{sha256(token")
	p.follows("link", "found", "Hash", "hashed")
	p.choose("hashMode", "hash")
	p.fill("hashInput", "{{password")
	p.follows("hashed", "out", "SQL", "change")
	p.choose("sqlMode", "exec")
	p.fill("sqlQuery", "UPDATE users SET password_hash = {{hashed.hash}} WHERE id = {{link.value.user}}")
	p.answers("change", "out", "ok", "204", "")
	p.answers("link", "missing", "no", "401", `{"error": "this link is used, or too old`)
	p.mends()
	p.rightAway()
}
