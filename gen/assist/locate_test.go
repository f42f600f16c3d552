package assist_test

import (
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/templates/all"
)

// TestADocumentBrokenAtTheCursor asks in the text of a document, in the middle of what is typed: it is no JSON then.
func TestADocumentBrokenAtTheCursor(t *testing.T) {
	f, doc := login(t)
	const whole = `{"token": "{{token.token}}"}`
	for typed, want := range map[string]string{
		`{"token": "{{token.|}}"}`: "token", `{"token": "{{token.|"}`: "token", `{"token": "{{token.|}`: "token", `{"token": "{{token.|`: "token",
		`{"token": "{{us|`: "user", `{"token": "|"}`: "token.token", `{"a": 1, "token": "{{user.|}`: "email", `{"token": "{{token.token}}", "id": "{{user.|`: "id",
	} {
		text := strings.Replace(string(doc.Src), whole, typed, 1)
		at := strings.Index(text, "|")
		if at < 0 {
			t.Fatal("login is another one")
		}
		place, ok := assist.Locate([]byte(text[:at]+text[at+1:]), at)
		if !ok || place.Node != "ok" {
			t.Errorf("%s is at %q of node %q (%v)", typed, place.Pointer, place.Node, ok)
			continue
		}
		d := assist.Open([]*gen.Folder{f}, 0, doc.Name, place.Text)
		if got := labels(d.Complete(place.Node, place.Pointer, place.At)); !strings.Contains(" "+strings.Join(got, " ")+" ", " "+want+" ") {
			t.Errorf("%s: %q is not offered, but %q", typed, want, got)
		}
	}
	if place, ok := assist.Locate(doc.Src, 5); !ok || place.Node != "" {
		t.Errorf("outside of nodes it is at %+v", place)
	}
	if _, ok := assist.Locate([]byte(`{{{[[[`), 3); ok {
		t.Error("it finds a place in what is no document")
	}
}

// TestANameAtTheCursor asks in the text of a document for what a Call may give, while a name of it is typed that has no value yet.
func TestANameAtTheCursor(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/call.txtar")
	if err != nil {
		t.Fatal(err)
	}
	f := &gen.Folder{Package: "flows", Templates: all.Templates()}
	for _, file := range archive.Files {
		put(f, file.Name, file.Data)
	}
	doc := f.Documents[0]
	const whole = `{"pieces": "{{cou}}", "": ""}`
	for typed, want := range map[string]string{
		`{"pieces": "{{cou}}", "|": ""}`: "goods tags at coupon", `{"pieces": 1, "|"}`: "goods tags at coupon", `{"|`: "goods tags at coupon pieces",
		`{"|"}`: "goods tags at coupon pieces", `{"co|"}`: "coupon", `{"go|ods": ""}`: "goods", `{"pieces": "{{goo|}}"}`: "goods input.goods",
	} {
		text := strings.Replace(string(doc.Src), whole, typed, 1)
		at := strings.Index(text, "|")
		place, ok := assist.Locate([]byte(text[:at]+text[at+1:]), at)
		if !ok || place.Node != "price" {
			t.Errorf("%s is at %q of node %q (%v)", typed, place.Pointer, place.Node, ok)
			continue
		}
		d := assist.Open([]*gen.Folder{f}, 0, doc.Name, place.Text)
		c := d.Complete(place.Node, place.Pointer, place.At)
		if place.Name {
			c = d.CompleteName(place.Node, place.Pointer, place.At)
		}
		if got := strings.Join(labels(c), " "); got != want {
			t.Errorf("%s: offered is %q, want %q", typed, got, want)
		}
	}
}

// FuzzLocate asks at any place of any text.
func FuzzLocate(f *testing.F) {
	f.Add(`{"nodes": [{"id": "a", "data": {"x": "é{{`, 38)
	f.Add(`{"nodes": [{"id": "a", "data": {"x": "\u00e9\ud83d\ude00"}}]}`, 44)
	f.Add(``, -1)
	f.Fuzz(func(t *testing.T, text string, at int) {
		place, ok := assist.Locate([]byte(text), at)
		if ok && (place.At < 0 || len(place.Text) < len(text)-1) {
			t.Errorf("it is at %+v", place)
		}
	})
}
