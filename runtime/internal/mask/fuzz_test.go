package mask

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// naiveFind is what matcher.find is for each place, without any of its haste.
func naiveFind(forms []string, text string, from int) (start, end int) {
	for i := from; i < len(text); i++ {
		longest := 0
		for _, form := range forms {
			if strings.HasPrefix(text[i:], form) {
				longest = max(longest, len(form))
			}
		}
		if longest > 0 {
			return i, i + longest
		}
	}
	return 0, 0
}

// FuzzMask compares the matcher with a naive one, and looks for secrets and for broken records in what masking leaves.
func FuzzMask(f *testing.F) {
	for _, seed := range [][2]string{
		{"s3cret-s3cret", "dial s3cret-s3cret: refused"},
		{"s3cret-s3cret|cret-s3cret-more", "s3cret-s3cret-more"},
		{"n3cret-s3cret", "a\n3cret-s3cret"},
		{`abcdefgh\`, `abcdefgh"more`},
		{`","level":"`, `","level":"ERROR`},
		{"level=INFO msg=", "level=INFO msg=forged"},
		{`"level":"INFO"`, "x"},
		{"12345678", "90 12345678 90"},
		{"00e9abcdefgh", "é\u0000abcdefgh"},
		{"aaaaaaaa|aaaaaaaaa", strings.Repeat("a", 40)},
		{"aaaaaaaa|aaaaaaaab|aaaaaaaabc|aaaaaaaac|aaaaaaaacc|aaaaaaaad|aaaaaaaae|aaaaaaaaf|aaaaaaaaff|aaaaaaaag|aaaaaaaah|" +
			"aaaaaaaai|aaaaaaaaj|aaaaaaaak|aaaaaaaakk|aaaaaaaal|aaaaaaaam|aaaaaaaan|aaaaaaaao|aaaaaaaap|aaaaaaaaq", "aaaaaaaabb aaaaaaaakkk aaaaaaaaz aaaaaaaaabc"},
		{"p4ss\x1b[31mword", "p4ss\x1b[31mword \u009b31m \u202e"},
		{"\xff\xfe3456789", "a\xff\xfe3456789"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, joined, text string) {
		values := slices.DeleteFunc(strings.Split(joined, "|"), func(v string) bool { return len(v) < MinLength })
		if len(values) == 0 || len(joined) > 1<<12 || len(text) > 1<<12 {
			return
		}
		compareWithNaive(t, values, text)
		checkMasked(t, values, text, true)
		checkMasked(t, values, text, false)
	})
}

func compareWithNaive(t *testing.T, values []string, text string) {
	var forms []string
	for _, v := range values {
		forms = append(forms, maskedForms(v)...)
	}
	m := newFormMatcher(forms)
	for from := 0; from <= len(text); {
		start, end := m.find([]byte(text), from)
		naiveStart, naiveEnd := naiveFind(forms, text, from)
		if start != naiveStart || end != naiveEnd {
			t.Fatalf("in %q from %d: found %d to %d, the naive matcher %d to %d", text, from, start, end, naiveStart, naiveEnd)
		}
		if end == 0 {
			return
		}
		from = start + 1
	}
}

func checkMasked(t *testing.T, values []string, text string, asJSON bool) {
	line := formatted(t, text, asJSON)
	form := TextLine
	if asJSON {
		form = JSONLine
	}
	masked := EscapeControls(Line{Text: slices.Clone(line), Form: form}.Replace(NewMatcher(values), nil))
	if bytes.Count(masked, []byte("\n")) != 1 || masked[len(masked)-1] != '\n' {
		t.Fatalf("the record is no longer one line: %q", masked)
	}
	for i, r := range string(masked[:len(masked)-1]) {
		if unicode.IsControl(r) {
			t.Fatalf("a control character at %d of %q", i, masked)
		}
	}
	if !asJSON {
		checkWords(t, values, line, masked)
		return
	}
	before, _ := tokens(t, line)
	after, texts := tokens(t, masked)
	if before != after {
		t.Fatalf("the record has %d tokens, masked %d: %s", before, after, masked)
	}
	for _, v := range values {
		for _, text := range texts {
			if utf8.ValidString(v) && !strings.Contains(v, "•") && strings.Contains(text, v) {
				t.Fatalf("%q is left: %s", v, masked)
			}
		}
	}
}

func formatted(t *testing.T, text string, asJSON bool) []byte {
	var b bytes.Buffer
	var h slog.Handler = slog.NewTextHandler(&b, nil)
	if asJSON {
		h = slog.NewJSONHandler(&b, nil)
	}
	r := slog.NewRecord(time.Unix(1e9, 0).UTC(), slog.LevelInfo, text, 0)
	r.Add("a", text, text, 1234567890123, "g", slog.GroupValue(slog.String("b", text)), "list", []string{text})
	if err := h.Handle(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// tokens counts the tokens of a record and returns its texts and numbers, names included.
func tokens(t *testing.T, line []byte) (n int, texts []string) {
	dec := jsontext.NewDecoder(bytes.NewReader(line), jsontext.AllowDuplicateNames(true))
	for {
		token, err := dec.ReadToken()
		if err == io.EOF {
			return n, texts
		}
		if err != nil {
			t.Fatalf("the record is no longer JSON: %v: %q", err, line)
		}
		n++
		if k := token.Kind(); k == '"' || k == '0' {
			texts = append(texts, token.String())
		}
	}
}

// checkWords checks what can be told of the text format without parsing it: the masked line has as many quotes and
// equals signs outside of texts, and no value that needs no quotes.
func checkWords(t *testing.T, values []string, line, masked []byte) {
	if before, after := signs(line), signs(masked); before != after {
		t.Fatalf("%q has the signs %q, masked %q: %q", line, before, after, masked)
	}
	for _, v := range values {
		if isPlain(v) && !strings.ContainsAny(v, " =") && bytes.Contains(masked, []byte(v)) {
			t.Fatalf("%q is left: %q", v, masked)
		}
	}
}

func signs(line []byte) string {
	var found []byte
	c := cursor{Line: Line{Text: line}}
	for c.at < len(line) {
		quoted := c.quoted
		if c.step(); line[c.at-1] == '"' && c.quoted != quoted || !c.quoted && line[c.at-1] == '=' {
			found = append(found, line[c.at-1])
		}
	}
	return string(found)
}
