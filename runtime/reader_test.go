package runtime

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// history reads a text with a reader and tells all that it gave: kinds, names, values, places, what is left, and the error. Of each
// value, a byte of how says whether it is walked, read, read as what it may be, or passed over.
func history(text, how []byte, known, careful bool) string {
	var h strings.Builder
	r := &reader{}
	r.reset([]byte(`{"a": {"b": [1, "x\n`), false) // what it has read before must not matter
	_, _ = r.value()
	r.reset(text, known)
	if careful {
		r.takeCare()
	}
	w := walker{r: r, h: &h, how: how}
	err := w.value()
	if err == nil && !r.ended() {
		if kind := r.kind(); kind != 0 {
			fmt.Fprintf(&h, "then %v ", kind)
		}
		err = r.end()
	}
	if err != nil && err.Error() != "EOF" {
		fmt.Fprintf(&h, "%v", err)
	}
	return h.String()
}

type walker struct {
	r   *reader
	h   *strings.Builder
	how []byte
}

func (w *walker) choose() byte {
	if len(w.how) == 0 {
		return 0
	}
	choice := w.how[0] % 8
	w.how = w.how[1:]
	return choice
}

func (w *walker) value() error {
	kind := w.r.kind()
	fmt.Fprintf(w.h, "%v ", kind)
	switch choice := w.choose(); {
	case choice == 1:
		return w.r.skip()
	case choice == 2:
		return w.whole()
	case kind == '{':
		return w.members()
	case kind == '[':
		return w.elements()
	case kind == '"':
		if text, sure := w.r.plain(); sure {
			fmt.Fprintf(w.h, "%q ", text)
			return nil
		}
	case kind == '0':
		if n, sure := w.r.integer(); sure {
			fmt.Fprintf(w.h, "%d ", n)
			return nil
		}
	case choice == 3:
		return w.r.delimiter()
	}
	return w.whole()
}

func (w *walker) whole() error {
	value, err := w.r.value()
	if err != nil {
		return err
	}
	switch n, notInt := strconv.ParseInt(string(value), 10, 64); {
	case value.Kind() == '"':
		text, err := w.r.unquote(value)
		fmt.Fprintf(w.h, "%q ", text)
		return err
	case notInt == nil:
		fmt.Fprintf(w.h, "%d ", n)
	default:
		fmt.Fprintf(w.h, "%s ", value)
	}
	return nil
}

func (w *walker) members() error {
	if err := w.r.delimiter(); err != nil {
		return err
	}
	for w.r.kind() != '}' {
		name, err := w.r.name()
		if err != nil {
			return err
		}
		fmt.Fprintf(w.h, "%q: ", name)
		if err := w.value(); err != nil {
			return err
		}
		fmt.Fprintf(w.h, "at %s ", w.r.place())
	}
	return w.r.delimiter()
}

func (w *walker) elements() error {
	if err := w.r.delimiter(); err != nil {
		return err
	}
	for w.r.kind() != ']' {
		if err := w.value(); err != nil {
			return err
		}
		fmt.Fprintf(w.h, "at %s ", w.r.place())
	}
	return w.r.delimiter()
}

// wantAgreement reads the text in all ways twice: as a reader does, and as its decoder.
func wantAgreement(t *testing.T, text, how []byte) {
	t.Helper()
	for _, known := range []bool{false, true} {
		if fast, careful := history(text, how, known, false), history(text, how, known, true); fast != careful {
			from := 0
			for from < min(len(fast), len(careful)) && fast[from] == careful[from] {
				from++
			}
			from = max(0, from-40)
			t.Errorf("%.300q, read as %v: … %.200s, and the decoder: … %.200s", text, how, fast[from:], careful[from:])
		}
	}
}

// agreed are texts with whatever JSON has, and with mistakes at all places.
func agreed() []string {
	texts := []string{
		"", " ", "null", "true", "false", `"x"`, "0", "-0", "-", "01", "1.", "1.5", ".5", "1e5", "1E+5", "1e", "1e-", "-1.25e-10",
		"999999999999999999", "9999999999999999999", "-9223372036854775808", "+1", "nul", "nulll", "True", "truefalse", "tru",
		"[]", "[ ]", "[1]", "[1,]", "[,1]", "[1 2]", "[1,,2]", "[1}", "{]", "[", "]", "{", "}", "[[]]", "[[],[]]", "[{}]", "[1", "[1,",
		"{}", "{ }", `{"a"}`, `{"a":}`, `{"a":1}`, `{"a":1,}`, `{,"a":1}`, `{"a" 1}`, `{"a"::1}`, `{"a":1 "b":2}`, `{"a":1,"b"}`, `{1:1}`,
		`{null:1}`, `{{}:1}`, `{[]:1}`, `{a:1}`, `{'a':1}`, `{"a":1}}`, `{"a":1}{}`, `{"a":1} x`, `{"a":1],`, `{"a":[}`, `{"a","b":1}`,
		`{"a":1,"a":2}`, `{"a":1,"b":2,"a":3}`, `{"a":{"a":1}}`, `{"a":{"a":1},"a":2}`, `{"\u0061":1,"a":2}`, `{"a":1,"\u0061":2}`,
		`{"":1}`, `{"":1,"":2}`, `{"ä":1,"ä":2}`, `{"ä":1,"\u00e4":2}`, `[{"a":1},{"a":1}]`, `{"~0/":{"~1":[1]}}`,
		`"a\"b"`, `"a\\"`, `"\`, `"\"`, `"\u00e4"`, `"\ud83d\ude00"`, `"\ud83d"`, `"\ude00"`, `"\u12"`, `"\x"`, `"é"`, `"日本語 and more of it"`,
		"\"\x00\"", "\"a\nb\"", "\"\x7f\"", "\"\x80\"", "\"\xc3\"", "\"\xc3\xa9\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"\xef\xbf\xbd\"", "\"abcdefgh\xff\"",
		"\"12345678\x1f\"", "\"\xef\xbb\xbf\"", "\xef\xbb\xbf{}", "\v1", "[1\u00a0,2]", " \t\r\n{ \"a\" \t:\r\n 1 , \"b\" : [ 1 , 2 ] } \n", "\x00", "{}\x00",
		`{"a":{"b":[1,{"c":"\q"}]},"d":1}`, `{"a":{"b":[1,{"c":1,"c":2}]},"d":1}`, `[[1,2,{"a":[3,4]}],5,"x",null,true,{"b":[]}]`,
		strings.Repeat("[", 200) + strings.Repeat("]", 200), strings.Repeat("[", 200), strings.Repeat(`{"a":`, 150) + "1" + strings.Repeat("}", 150),
	}
	for _, n := range []int{fewNames - 1, fewNames, fewNames + 1, 100, maxNames, maxNames + 1, maxNames + 50} {
		var members []string
		for i := range n {
			members = append(members, fmt.Sprintf(`"n%d":%d`, i, i))
		}
		all := strings.Join(members, ",")
		texts = append(texts, "{"+all+"}", "{"+all+`,"n0":1}`, `{"x":{`+all+`},"x":1}`, "{"+all+fmt.Sprintf(`,"n%d":1}`, n-1), `[{`+all+`},{`+all+`}]`)
	}
	return texts
}

// TestReaderAgrees reads texts in many ways with a reader and with the decoder that it stands for. Each text is read cut off at
// each byte too, and with each byte being another one.
func TestReaderAgrees(t *testing.T) {
	ways := [][]byte{nil, {1}, {2}, {0, 1, 1, 1, 1}, {0, 2, 2, 2, 2}, {0, 0, 1, 2, 0, 3}, {3}, bytes.Repeat([]byte{0, 0, 2, 1}, 40)}
	for _, text := range agreed() {
		for _, how := range ways {
			wantAgreement(t, []byte(text), how)
		}
		if len(text) > 100 {
			continue
		}
		for i := range len(text) {
			for _, how := range ways[:3] {
				wantAgreement(t, []byte(text[:i]), how)
				for _, other := range "\",:{}[]0-e. \\\xffn" {
					wantAgreement(t, []byte(text[:i]+string(other)+text[i+1:]), how)
				}
			}
		}
	}
}

// FuzzReader is TestReaderAgrees for texts of any kind.
func FuzzReader(f *testing.F) {
	for i, text := range agreed() {
		f.Add([]byte(text), []byte{byte(i), byte(i / 2), byte(i / 3)})
	}
	f.Fuzz(func(t *testing.T, text, how []byte) {
		if len(text) > 1<<12 {
			return
		}
		wantAgreement(t, text, how)
	})
}

// TestReaderIsSure holds the reader to reading itself what senders send: else it would read nothing faster.
func TestReaderIsSure(t *testing.T) {
	files, err := filepath.Glob("../golden/apps/*/flows/*.flow.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	texts := []string{`{"id": "evt_1", "name": "Zoë \"Z\" O’Neil", "tags": ["a\nb", "ü"], "at": {"lat": -1.5e3, "none": null, "ok": true}}`}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	for _, text := range texts {
		for _, how := range [][]byte{nil, {1}, {0, 2, 1}} {
			r := &reader{}
			r.reset([]byte(text), false)
			w := walker{r: r, h: &strings.Builder{}, how: how}
			if err := w.value(); err != nil {
				t.Fatal(err)
			}
			if r.careful || !r.ended() {
				t.Errorf("leaves to the decoder: %.100s", text)
			}
		}
	}
}
