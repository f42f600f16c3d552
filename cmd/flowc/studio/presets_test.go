package studio_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestPresets begins a workflow with a preset about a table, and adds others by the search, by the chooser and onto a
// wire.
func TestPresets(t *testing.T) {
	t.Parallel()
	b, file := openDrawing(t, emptyCanvas)
	p := b.openLogin()
	p.wait(holding(".beginning", "Or a preset"))
	p.picture("beginning")
	p.click(holding(".beginning button", "Page a list"))
	p.wait("document.querySelector('.chooser input')?.getAttribute('aria-label') === 'Of which table'")
	p.picture("table")
	p.pick("users")
	p.cards(5)
	p.wait("document.querySelectorAll('.problems li, .card .mark').length === 0")
	text := p.save(file)
	want := `"sqlQuery": "SELECT id, email, created_at FROM users WHERE {{after}} IS NULL OR id > {{after}} ORDER BY id LIMIT 50"`
	if !strings.Contains(text, want) || !strings.Contains(text, `"endpointPath": "/users"`) {
		t.Errorf("%s is not in %s", want, text)
	}
	p.press("k", chromedp.ModifierCtrl)
	p.wait("document.querySelector('dialog[open] input')")
	p.press("Answer 404")
	p.wait(holding("dialog [aria-selected=true]", "Answer 404"))
	p.press(kb.Enter)
	p.cards(6)
	p.wait(card("missing"))
	p.takesBack()
	p.cards(5)
	p.click(holding(".palette .foot button", "Presets"))
	p.wait(holding(".palette section button", "Limit by address"))
	p.picture("presets")
	p.middle(card("rows"))
	at := is[[]float64](p, onWire(0))
	p.drag(holding(".palette section button", "Limit by address"), at[0], at[1])
	p.cards(7)
	p.wait("document.querySelectorAll('.problems li, .card .mark').length === 0")
	p.picture("preset-in-a-wire")
	text = p.save(file)
	wantIn(t, text,
		`{"source": "in", "target": "limit"}`, `{"source": "limit", "sourceHandle": "allowed", "target": "auth"}`,
		`{"source": "limit", "sourceHandle": "limited", "target": "wait"}`,
	)
}

// TestPresetsOfWhatIsThere puts a preset behind an output of a workflow that has an entry: its nodes have names of
// their own, with their references, and the fields that they read are declared.
func TestPresetsOfWhatIsThere(t *testing.T) {
	t.Parallel()
	p, file := openChosen(t, "user")
	p.part("Output")
	p.click("document.querySelector('[aria-label=\"what follows notFound\"]')")
	p.pick("Limit by address")
	p.cards(9)
	text := p.save(file)
	wantIn(t, text,
		`{"source": "user", "sourceHandle": "notFound", "target": "limit"}`, `{"source": "limit", "sourceHandle": "allowed", "target": "response1"}`,
	)
	p.press("z", chromedp.ModifierCtrl)
	p.cards(6)
	p.command("a")
	p.press("Insert a row")
	p.wait(holding(".chooser [aria-selected=true]", "Insert a row"))
	p.press(kb.Enter)
	p.wait("document.querySelector('.chooser input')?.getAttribute('aria-label') === 'Of which table'")
	p.pick("users")
	p.cards(9)
	p.wait(card("row"))
	text = p.save(file)
	wantIn(t, text, `"INSERT INTO users (email) VALUES ({{email}}) RETURNING id"`, `{"source": "row", "target": "response1"}`, `"responseBody": "{{row}}"`)
}

// TestGallery makes workflows of a card, about a table, under a name that is typed and under those that are suggested;
// and adds a starter with its migration beside what is there. One that would change a file, a table or a route is
// refused, with each.
func TestGallery(t *testing.T) {
	t.Parallel()
	_, p, dir := openHome(t)
	p.asksNew()
	p.click(holding(".gallery-groups button", "Routes"))
	p.click(holding(".gallery-card", "Find a row"))
	p.wait(holding(".new select", "users"))
	p.rewrite("document.querySelector('.new input')", "one user")
	p.picture("gallery")
	p.click(holding(".new button", "Create"))
	p.cards(6)
	p.wait(holding(".crumb", "one user"))
	p.wait("document.querySelectorAll('.problems li, .card .mark').length === 0")
	if text := read(t, filepath.Join(dir, "one-user.flow.json")); !strings.Contains(text, `"/users/{key}"`) || strings.Contains(text, "presetpreset") {
		t.Errorf("it is %s", text)
	}
	before := read(t, filepath.Join(dir, "login.flow.json"))
	for _, name := range []string{"find a row", "find a row 2"} {
		p.click("document.querySelector('.brand')")
		p.asksNew()
		p.click(holding(".gallery-card", "Find a row"))
		p.wait("document.querySelector('.new input').placeholder === '" + name + "'")
		p.click(holding(".new button", "Create"))
		p.wait("document.querySelector('.crumb')?.innerText.trim() === '" + name + "'")
	}
	p.click("document.querySelector('.brand')")
	p.asksNew()
	p.rewrite("document.querySelector('.gallery-groups input')", "shortener")
	p.click(holding(".gallery-card", "Shortener"))
	p.wait(holding(".new .adds", "follow, list-links, remove-link, shorten, and a migration for links"))
	p.click(holding(".new button", "Create"))
	p.wait(holding("button.route", "/to/{code}"))
	for _, file := range []string{"shorten.flow.json", "migrations/00002_shortener.sql", "migrations.postgres/00002_shortener.sql"} {
		read(t, filepath.Join(dir, file))
	}
	p.asksNew()
	p.rewrite("document.querySelector('.gallery-groups input')", "refresh")
	p.click(holding(".gallery-card", "Refresh"))
	p.click(holding(".new button", "Create"))
	p.wait(holding(".new .failure", "login.flow.json is there already"))
	p.wait(holding(".new .failure", "there is a table users"))
	p.wait(holding(".new .failure", "login serves POST /login"))
	p.picture("conflict")
	if found, _ := filepath.Glob(filepath.Join(dir, "*", "00003*")); len(found) > 0 || read(t, filepath.Join(dir, "login.flow.json")) != before {
		t.Errorf("it has written %v", found)
	}
}
