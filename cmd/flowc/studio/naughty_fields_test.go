package studio_test

import (
	"encoding/json"
	"fmt"
	"os"
	"testing"
)

// TestNaughtyFields types every naughty string into every field of the form of each node type: it is one step, stands
// in the document as it was typed, runs nothing, and is gone when undone. FLOWC_TEST_LONG has it go through all; else
// each string is typed into some field of every third type.
func TestNaughtyFields(t *testing.T) {
	t.Parallel()
	b, _ := openDrawing(t, emptyCanvas)
	var types []struct{ Type, Title string }
	b.get("/api/nodetypes", &types)
	all, err := json.Marshal(naughty)
	if err != nil {
		t.Fatal(err)
	}
	p := b.openLogin()
	for i, typ := range types {
		p.click(fmt.Sprintf("[...document.querySelectorAll('.palette button')].find(e => e.innerText === %q)", typ.Title))
		p.wait(fmt.Sprintf("document.querySelector('.named input')?.value === %q", typ.Type+"1"))
		for _, wrong := range is[[]string](p, fmt.Sprintf(typedInto, all, os.Getenv("FLOWC_TEST_LONG") != "", i%3)) {
			t.Errorf("%s: %s", typ.Type, wrong)
		}
		wantUnbroken(t, p)
		is[int](p, undoneAll)
		p.cards(0)
	}
}

// typedInto is an expression that types texts into the fields of a form, and says what did not come to stand there.
const typedInto = `(async () => {
	const texts = %s, everything = %t, third = %d, wrong = [];
	const frame = () => new Promise(done => requestAnimationFrame(done));
	for (const fold of document.querySelectorAll('.panel .form details:not([open]) > summary')) fold.click();
	await frame();
	const fields = () => [...document.querySelectorAll('.panel .form .setting > .wrong > .editor .cm-content, .panel .form .setting > div > .editor .cm-content, .panel .form .setting > input')];
	const count = fields().length;
	for (let i = 0; i < count; i++) {
		for (let n = everything ? 0 : i + third * count; n < texts.length; n += everything ? 1 : 3 * count) {
			const e = fields()[i];
			if (!e) continue; // another setting has put it away
			e.focus();
			document.execCommand('selectAll');
			document.execCommand('insertText', false, texts[n]);
			const shown = () => e.matches('input') ? e.value : e.innerText, plain = text => text.replace(/\s+/g, '');
			const ordinary = /^[\x21-\x7e ]+$/.test(texts[n]) && !/[({["']/.test(texts[n]); // brackets and quotes may be closed by the editor
			for (let f = 0; f < 60 && ordinary && !plain(shown()).includes(plain(texts[n])); f++) await frame();
			if (ordinary && !plain(shown()).includes(plain(texts[n]))) wrong.push(JSON.stringify(texts[n]) + ' stands as ' + JSON.stringify(shown()) + ' in ' + e.closest('[data-field]').dataset.field);
			await null; // what is typed next is typed into what is drawn by then
			if ('broken' in window) return [...wrong, JSON.stringify(texts[n]) + ' ran'];
		}
		await frame();
	}
	return wrong;
})()`

// undoneAll is an expression that undoes all there is to undo.
const undoneAll = `(async () => {
	const undo = document.querySelector('[aria-label=Undo]');
	let steps = 0;
	for (; !undo.disabled && steps < 400; steps++) {
		undo.click();
		await new Promise(drawn => setTimeout(drawn));
	}
	return steps;
})()`
