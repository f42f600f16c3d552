package studio_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestFaces wants the icon that a template declares on a tile of its group, in the colours of the tokens, light and
// dark: in the palette, on cards, in the chooser and in the search; an entry point with its method, an answer with its
// status, and no text under 11 px.
func TestFaces(t *testing.T) {
	t.Parallel()
	b, p, _ := openCommitted(t)
	var types []struct {
		Title, Group string
		Icon         []string
	}
	b.get("/api/nodetypes", &types)
	known, err := json.Marshal(types)
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range []string{"light", "dark"} {
		p.turn(theme)
		p.cards(6)
		p.press(kb.Escape)
		faces := func(place, title string, want int) {
			t.Helper()
			p.wait(fmt.Sprintf("document.querySelectorAll(%q).length >= %d", place, want))
			if wrong := is[string](p, fmt.Sprintf(unlike, known, place, title)); wrong != "" {
				t.Errorf("%s, %s: no face, or another: %s", theme, place, wrong)
			}
			if tiny := is[string](p, small); tiny != "" {
				t.Errorf("%s, %s: under 11 px: %s", theme, place, tiny)
			}
			p.picture("faces " + theme + " " + strings.Fields(place)[0])
		}
		faces(".palette section button", "e.innerText", len(types))
		faces(".card", "e.querySelector('.says').title.split(':')[0]", 6)
		for _, seen := range []string{within("in", ".says .badge") + ".innerText === 'POST'", within("ok", ".pill.s2") + ".innerText === '200 OK'", within("no", ".pill.s4") + ".innerText === '401 Unauthorized'"} {
			p.wait(seen)
		}
		if size := is[string](p, "(h => getComputedStyle(h).width + ' ' + getComputedStyle(h, '::after').width)(document.querySelector('.react-flow__handle.connectable'))"); size != "12px 24px" {
			t.Errorf("a handle is %s, want 12px and 24px to hit", size)
		}
		p.click(card("ok"))
		p.press("a")
		faces(".chooser .option", ofOption, 5)
		p.press(kb.Escape)
		p.press("k", chromedp.ModifierCtrl)
		p.wait("document.querySelector('dialog[open] input')")
		p.press("loop")
		p.wait(holding("dialog [aria-selected=true]", "For each"))
		faces("dialog [aria-selected=true]", "e.innerText.replace('Add', '').trim()", 1)
		p.press(kb.Escape)
		p.wait("!document.querySelector('dialog[open]')")
	}
}

// ofOption is an expression for the title of the node type that an option of the chooser is, or that a preset has the
// icon of.
const ofOption = `e.querySelector('.kind').innerText !== 'preset' ? e.querySelector('strong').innerText : known.find((t) =>
	JSON.stringify(t.Icon) === JSON.stringify([...e.querySelectorAll('.tile path')].map((x) => x.getAttribute('d'))))?.Title`

// unlike is an expression for the names of what has not the face of its node type, given the types, where to look, and
// its title there.
const unlike = `(() => { const known = %s; const probe = document.createElement('i'); document.body.append(probe);
	const colour = (name) => { probe.style.color = 'var(' + name + ')'; return getComputedStyle(probe).color; };
	const wrong = [...document.querySelectorAll(%q)].filter((e) => { const title = %s; const type = known.find((t) => t.Title === title);
		const tile = e.querySelector('.tile');
		return !type || !tile || tile.getAttribute('aria-hidden') !== 'true' || getComputedStyle(tile).color !== colour('--' + type.Group)
			|| getComputedStyle(tile).backgroundColor !== colour('--' + type.Group + '-soft')
			|| JSON.stringify([...tile.querySelectorAll('path')].map((x) => x.getAttribute('d'))) !== JSON.stringify(type.Icon); });
	probe.remove(); return wrong.map((e) => e.innerText).join(', '); })()`

// small is an expression for the texts that the page, beside the canvas's zoom, draws under 11 px.
const small = `[...document.querySelectorAll('body *')].filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== '')
	&& e.getClientRects().length > 0 && parseFloat(getComputedStyle(e).fontSize) < 11).map((e) => e.innerText ?? e.textContent).join(', ')`

// setByThePage are the variables that are no tokens: the hue, the ground and the corners of a group's tile, and the
// width of a panel.
var setByThePage = []string{"--k", "--ks", "--kr", "--width"}

// TestTokens wants every colour of the page to be a token, and every variable that it uses to be a token, declared in
// both modes.
func TestTokens(t *testing.T) {
	t.Parallel()
	page := sources(t)
	tokens := page["shell/tokens.css"]
	light, dark, both := strings.Cut(tokens, `[data-theme="dark"]`)
	if !both {
		t.Fatal("there is no dark mode")
	}
	declared := regexp.MustCompile(`(--[a-z0-9-]+):`)
	for _, m := range declared.FindAllStringSubmatch(dark, -1) {
		if !strings.Contains(light, m[1]+":") {
			t.Errorf("%s is of the dark mode alone", m[1])
		}
	}
	for name, text := range page {
		if name == "shell/tokens.css" {
			continue
		}
		for _, m := range regexp.MustCompile(`var\((--[a-z0-9-]+)\)`).FindAllStringSubmatch(text, -1) {
			if !strings.Contains(tokens, m[1]+":") && !slices.Contains(setByThePage, m[1]) {
				t.Errorf("%s uses %s, which is no token", name, m[1])
			}
		}
		if colour := regexp.MustCompile(`#[0-9a-fA-F]{3,8}\b|rgba?\(|hsla?\(`).FindString(text); colour != "" {
			t.Errorf("%s names the colour %s, which is no token", name, colour)
		}
	}
}
