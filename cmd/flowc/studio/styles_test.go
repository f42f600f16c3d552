package studio_test

import (
	"regexp"
	"strings"
	"testing"
)

// TestStylesAreSetOnce requires that no selector sets a property which a later rule of it sets again, and that each class
// which has a style is one of the page's.
func TestStylesAreSetOnce(t *testing.T) {
	t.Parallel()
	p := looked(t, "../../../golden/apps/hello").openPage()
	for _, again := range is[[]string](p, setAgain) {
		t.Errorf("set again: %s", again)
	}
	var scripts strings.Builder
	for name, text := range sources(t) {
		if !strings.HasSuffix(name, ".css") {
			scripts.WriteString(text)
		}
	}
	for _, class := range is[[]string](p, styled) {
		if !theirs.MatchString(class) && !regexp.MustCompile("[\"' `]"+class+"[\"' `]").MatchString(scripts.String()) {
			t.Errorf("nothing has the class %s", class)
		}
	}
}

// theirs matches the classes that the editor gives, and those that the page puts together, as s4 of a status.
var theirs = regexp.MustCompile(`^cm-|^(s\d|k-\w+|since-\w+|h\d)$`)

// flat begins expressions about each rule of the style sheets with its media query, but for those of the canvas's
// library, which the page changes.
const flat = `[...document.styleSheets].flatMap(s => [...s.cssRules]).flatMap(r => r.media ? [...r.cssRules].map(c => [r.conditionText, c]) : [["", r]])
	.filter(([, r]) => r.selectorText && !r.selectorText.includes(".react-flow"))`

// setAgain is an expression for the properties that a selector sets twice.
const setAgain = `(() => {
	const set = new Set(), again = [];
	for (const [media, r] of ` + flat + `) for (const one of r.selectorText.split(/,(?![^(]*\))/))
		for (const property of r.style.cssText.split(";").map(d => d.split(":")[0].trim()).filter(Boolean)) {
			const what = media + " " + one.trim() + " " + property;
			if (set.has(what)) again.push(what);
			set.add(what);
		}
	return again;
})()`

// styled is an expression for the classes that the style sheets name.
const styled = "[...new Set(" + flat + `.flatMap(([, r]) => r.selectorText.match(/\.[a-z][\w-]*/g) ?? []).map(c => c.slice(1)))]`
