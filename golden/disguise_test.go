package golden_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// compact writes a document on one line.
func compact(src []byte) []byte {
	v := jsontext.Value(src)
	must(v.Compact())
	return v
}

// indented writes each value of a document on a line of its own.
func indented(src []byte) []byte {
	v := jsontext.Value(src)
	must(v.Indent(jsontext.WithIndent("\t")))
	return v
}

// shuffled mixes the keys of every object, also inside data.
func shuffled(src []byte) []byte {
	r := rand.New(rand.NewPCG(1, uint64(len(src))))
	return rewritten(src, rewriter{object: func(_ string, members []member) []member {
		r.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
		return members
	}})
}

// moved changes what a canvas keeps of a node and a wire.
func moved(src []byte) []byte {
	return rewritten(src, rewriter{object: func(path string, members []member) []member {
		switch path {
		case "/nodes/":
			members = slices.DeleteFunc(members, func(m member) bool { return string(m.name) == `"position"` })
			return append(members,
				member{[]byte(`"position"`), []byte(`{"x": -17.5, "y": 1e3}`)},
				member{[]byte(`"measured"`), []byte(`{"width": 1}`)})
		case "/edges/":
			return append(members, member{[]byte(`"animated"`), []byte("true")}, member{[]byte(`"targetHandle"`), []byte(`"in"`)})
		}
		return members
	}})
}

// escaped writes every character of every text as an escape.
func escaped(src []byte) []byte {
	return rewritten(src, rewriter{text: func(quoted []byte) []byte {
		plain, err := jsontext.AppendUnquote(nil, quoted)
		must(err)
		out := []byte{'"'}
		for _, r := range string(plain) {
			if r > 0xffff { // would need two escapes
				out = append(out, string(r)...)
				continue
			}
			out = fmt.Appendf(out, `\u%04x`, r)
		}
		return append(out, '"')
	}})
}

// rewriter says how to write a document in another way.
type rewriter struct {
	object func(path string, members []member) []member // path without names and indices of lists: "/nodes/"
	text   func(quoted []byte) []byte
}

// member is a name, in quotes, and a value of a JSON object.
type member struct{ name, value []byte }

func rewritten(src []byte, w rewriter) []byte {
	if w.object == nil {
		w.object = func(_ string, members []member) []member { return members }
	}
	if w.text == nil {
		w.text = func(quoted []byte) []byte { return quoted }
	}
	return w.value(jsontext.NewDecoder(bytes.NewReader(src)), "")
}

func (w rewriter) value(d *jsontext.Decoder, path string) []byte {
	switch d.PeekKind() {
	case '{':
		return w.members(d, path)
	case '[':
		return w.items(d, path)
	case '"':
		return w.text(raw(d))
	}
	return raw(d)
}

func (w rewriter) members(d *jsontext.Decoder, path string) []byte {
	skip(d)
	var members []member
	for d.PeekKind() != '}' {
		name := raw(d)
		inside := path + "/" + string(bytes.Trim(name, `"`))
		members = append(members, member{name: w.text(name), value: w.value(d, inside)})
	}
	skip(d)
	var parts [][]byte
	for _, m := range w.object(path, members) {
		parts = append(parts, slices.Concat(m.name, []byte(":"), m.value))
	}
	return slices.Concat([]byte("{"), bytes.Join(parts, []byte(",")), []byte("}"))
}

func (w rewriter) items(d *jsontext.Decoder, path string) []byte {
	skip(d)
	var items [][]byte
	for d.PeekKind() != ']' {
		items = append(items, w.value(d, path+"/"))
	}
	skip(d)
	return slices.Concat([]byte("["), bytes.Join(items, []byte(",")), []byte("]"))
}

// skip reads a bracket.
func skip(d *jsontext.Decoder) {
	_, err := d.ReadToken()
	must(err)
}

// raw reads a value as it is written.
func raw(d *jsontext.Decoder) []byte {
	v, err := d.ReadValue()
	must(err)
	return bytes.Clone(v)
}

// must is for documents that have compiled: they are JSON.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
