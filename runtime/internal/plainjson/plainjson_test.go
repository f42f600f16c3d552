package plainjson

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
)

// plain is JSON of every kind that is certain.
var plain = []string{
	`{}`, `[]`, `""`, `0`, `-0`, `7`, `-12`, `true`, `false`, `null`, " \t\r\n1 \t\r\n", `[ ]`, `{ }`, `[[],[],{}]`,
	`1.5`, `-0.0`, `0e0`, `1E+2`, `12e-34`, `1.25E2`, `123456789012345678901234567890`, `1e999`,
	`"eight by eight by eight"`, `"1234567"`, `"12345678"`, `"123456789"`, "\"\x7f\"", `"a/b"`, `"é, 日本, 😀, �"`, `"12345678é"`, `"1234567é"`,
	`"\"\\\/\b\f\n\r\t"`, `"\u0041\u00e9\uD7FF\uE000\uffff\u0000"`, `["a\\",",b"]`, "\"\u2028\u2029\u0080\"",
	`{"a":1,"b":2,"aa":3,"":4}`, `{"a":{"a":{"a":1}},"b":{"a":1}}`, `[{"a":1},{"a":1}]`, `{"é":1,"e":2}`,
	` { "a" : [ 1 , -2.5e+3 , true,false , null ], "b":{"c":{}} } `,
	`{"id": "evt_1", "data": {"lines": [{"sku": "lamp-1", "quantity": 1}, {"sku": "lamp-2", "quantity": 2}]}}`,
	strings.Repeat("[", MaxDepth) + strings.Repeat("]", MaxDepth),
	strings.Repeat(`{"a":`, MaxDepth) + "1" + strings.Repeat("}", MaxDepth),
	members(len(checker{}.keys)), "[" + strings.Repeat(`{"a":{"b":1,"c":[]}},`, len(checker{}.keys)) + "{}]",
}

// special is JSON that jsontext has to look at.
var special = []string{
	`{"\u0061":1}`, `{"a\n":1}`, `"\ud83d\ude00"`, members(len(checker{}.keys) + 1), "[" + `{"a":` + members(len(checker{}.keys)) + "}]",
	strings.Repeat("[", MaxDepth+1) + strings.Repeat("]", MaxDepth+1),
	strings.Repeat(`{"a":`, MaxDepth+1) + "1" + strings.Repeat("}", MaxDepth+1),
}

// broken is no JSON, or JSON with a key twice: of each of the kinds of RFC 8259, and of what other readers let pass.
var broken = []string{
	``, ` `, `,`, `:`, `]`, `}`, `{`, `[`, `"`, `-`, `+1`, `.5`, `1.`, `1.e2`, `1e`, `1e+`, `01`, `-01`, `--1`, `1_0`, `0x10`, `1 2`, `1,`, `NaN`, `Infinity`, `-Infinity`,
	`tru`, `truE`, `True`, `nul`, `nulll`, `fals`, `falsee`, `undefined`, `[1`, `[1,`, `[1,]`, `[,1]`, `[,]`, `[1 2]`, `[1}`, `[1]]`, `[1:2]`, `["a" "b"]`,
	`{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1,}`, `{,}`, `{"a"}`, `{"a",1}`, `{"a"::1}`, `{"a":1 "b":2}`, `{"a":1]`, `{"a":1}}`, `{a:1}`, `{'a':1}`, `{1:1}`, `{null:1}`,
	`{"a":1,"a":2}`, `{"a":1,"b":2,"a":{}}`, `{"":1,"":1}`, `[{"a":{"b":1,"b":1}}]`, `{"a":1,"\u0061":2}`, `{"a":{"b":1},"a":1}`, `{"é":1,"é":2}`,
	`'a'`, `"a`, `"\"`, `"\\\"`, `"\a"`, `"\x41"`, `"\u"`, `"\u00"`, `"\u00g0"`, `"\u 041"`, `"\U0041"`, `"\`, `"\u004`,
	`"\ud800"`, `"\uDFFF"`, `"\ud800a"`, `"\ud800\u0041"`, `"\udc00\ud800"`, `"\u00Ag"`, "\"\\\n\"",
	"\"\x00\"", "\"\x1f\"", "\"\n\"", "\"\t\"", "\"1234567\x1f\"", "\"\x80\"", "\"\xff\"", "\"\xc3\"", "\"\xc3", "\"\xe2\x82\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", "\"1234567\xc3\"",
	"{\"\xff\":1}", "\x00", "1\x00", "[1\x00]", "\ufeff1", "1\u00a0", "\v1", "\f1", "1\v", "[\u20281]", "// c\n1", "/**/1", "#1", "1;", "\"a\" \x1f",
	`[` + "`a`" + `]`, `[1,,2]`, `{"a":1,,"b":2}`, `{"a" "b"}`, `[-]`, `[- 1]`, `[1e 2]`, `[1. 5]`, `[0 1]`, `[00]`, `[1ee2]`, `[1.5.5]`, `*`, `<a/>`,
}

// members is an object of that many members.
func members(count int) string {
	all := make([]string, count)
	for i := range all {
		all[i] = fmt.Sprintf(`"member%d":%d`, i, i)
	}
	return "{" + strings.Join(all, ",") + "}"
}

func TestCertain(t *testing.T) {
	for _, text := range plain {
		if !Certain([]byte(text)) {
			t.Errorf("%s is not certain", text)
		}
		if !jsontext.Value(text).IsValid() {
			t.Errorf("%s is no JSON", text)
		}
	}
	for _, text := range special {
		if Certain([]byte(text)) {
			t.Errorf("%s is certain: it stands here for what is not", text)
		}
		if !jsontext.Value(text).IsValid() {
			t.Errorf("%s is no JSON", text)
		}
	}
	for _, text := range broken {
		if Certain([]byte(text)) {
			t.Errorf("%q is certain", text)
		}
		if jsontext.Value(text).IsValid() {
			t.Errorf("%q is JSON", text)
		}
	}
}

// TestCertainOfNeighbours changes plain JSON in each place to each byte, and takes each byte away: what is certain then must be JSON.
func TestCertainOfNeighbours(t *testing.T) {
	for _, text := range append(plain, special...) {
		if len(text) > 120 {
			continue
		}
		for at := range text {
			holds(t, []byte(text[:at]+text[at+1:]))
			holds(t, []byte(text[:at]))
			for b := range 256 {
				other := []byte(text)
				other[at] = byte(b)
				holds(t, other)
			}
		}
	}
}

// holds wants what is certain to be JSON by jsontext, too.
func holds(t *testing.T, text []byte) {
	t.Helper()
	if Certain(text) && !jsontext.Value(text).IsValid() {
		t.Errorf("%q is certain, and no JSON", text)
	}
}

// TestSpecials wants each byte that does not mean itself found in each place of a word, whatever stands around it.
func TestSpecials(t *testing.T) {
	for b := range 256 {
		special := b < ' ' || b >= 0x80 || b == '"' || b == '\\'
		for at := range 8 {
			for _, around := range []byte{' ', '!', '#', '[', ']', '~', 0x7f} {
				word := bytes.Repeat([]byte{around}, 8)
				word[at] = byte(b)
				want := 8 // trailing zeros of 0 are 64
				if special {
					want = at
				}
				if got := bits.TrailingZeros64(specials(binary.LittleEndian.Uint64(word))) / 8; got != want {
					t.Errorf("%q: the first is %d, want %d", word, got, want)
				}
				for behind := at + 1; special && behind < 8; behind++ { // what is behind changes nothing
					word[behind] = byte(b) ^ '"'
				}
				if got := bits.TrailingZeros64(specials(binary.LittleEndian.Uint64(word))) / 8; got != want {
					t.Errorf("%q: the first is %d, want %d", word, got, want)
				}
			}
		}
	}
}

func TestCertainAllocatesNothing(t *testing.T) {
	text := []byte(members(40))
	if allocs := testing.AllocsPerRun(100, func() { Certain(text) }); allocs > 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// FuzzCertain holds what is certain to jsontext. What is JSON and not certain has something that it may not be certain of.
func FuzzCertain(f *testing.F) {
	for _, texts := range [][]string{plain, special, broken} {
		for _, text := range texts {
			f.Add([]byte(text))
		}
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		certain, valid := Certain(text), jsontext.Value(text).IsValid()
		if certain && !valid {
			t.Errorf("%q is certain, and no JSON", text)
		}
		if valid && !certain && strings.Count(string(text), ":") <= len(checker{}.keys) && strings.Count(string(text), "[")+strings.Count(string(text), "{") <= MaxDepth &&
			!strings.Contains(string(text), `\`) {
			t.Errorf("%q is not certain", text)
		}
	})
}

// BenchmarkCertain measures what a webhook of 1 KiB may be, beside jsontext.
func BenchmarkCertain(b *testing.B) {
	line := `{"sku": "lamp-1", "name": "Desk lamp, made of brass", "quantity": 1}`
	text := []byte(`{"id": "evt_1P", "type": "order.paid", "created": 1767225600, "data": {"amount": 109950, "currency": "eur", "lines": [` +
		strings.Repeat(line+", ", 7) + line + `]}, "note": "` + strings.Repeat("x", 340) + `"}`)
	b.Run("plainjson", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if !Certain(text) {
				b.Fatal("is not certain")
			}
		}
	})
	b.Run("jsontext", func(b *testing.B) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if !jsontext.Value(text).IsValid() {
				b.Fatal("is no JSON")
			}
		}
	})
}
