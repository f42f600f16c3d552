package runtime

import (
	"html"
	"strings"

	"github.com/flowc-dev/flowc/runtime/internal/credentials"
	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// elements masks what is inside of elements of XML and HTML that have the name of a credential, or come after one that
// holds such a name, as in <key>password</key><string>x</string>; and attributes and contents of those that have it as
// an attribute, as in <input name="password" value="x">. It does not parse: a text need not be well-formed to hold a
// secret.
func (s *shower) elements(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	m := markup{shower: s, text: text}
	for m.next() {
		m.element()
	}
	return m.b.String() + text[m.done:]
}

// markup is a text with elements while they are looked at, one after the other.
type markup struct {
	*shower
	text string
	b    strings.Builder
	done int // of text is in b
	from int // which is looked at next

	name    string // of the element, without its namespace
	tag     string // its name as it is written
	attrs   string // the rest of its tag
	at      int    // where attrs begin
	content int    // where the content begins
	follows bool   // a name of a credential, which an element held
}

// next finds the next tag that begins an element.
func (m *markup) next() bool {
	for {
		i := strings.IndexByte(m.text[m.from:], '<')
		if i < 0 {
			return false
		}
		m.from += i + 1
		rest := m.text[m.from:]
		if rest == "" || strings.IndexByte(" \t\r\n/>", rest[0]) >= 0 { // the end of one, or none
			continue
		}
		end := strings.IndexByte(rest, '>')
		if end < 0 {
			end = len(rest)
		}
		size := strings.IndexAny(rest[:end], " \t\r\n/")
		if size < 0 {
			size = end
		}
		m.tag, m.at, m.attrs = rest[:size], m.from+size, rest[size:end]
		m.name = m.tag[strings.LastIndexAny(m.tag, ":.")+1:]
		m.content = min(m.from+end+1, len(m.text))
		m.from = m.content
		return true
	}
}

// element masks what the element that was found holds.
func (m *markup) element() {
	followed := m.follows
	m.follows = false
	switch {
	case strings.HasSuffix(m.attrs, "/") && !m.holdsName():
	case isLabelName(m.name), followed:
		m.mask(m.content, m.closed())
	case isNameName(m.name):
		end := m.content + max(strings.IndexByte(m.text[m.content:], '<'), 0)
		m.follows = isLabelName(strings.TrimSpace(m.text[m.content:end]))
	case m.holdsName():
		m.attributes()
		end := strings.IndexByte(m.text[m.content:], '<')
		if end < 0 {
			end = len(m.text) - m.content
		}
		m.mask(m.content, m.content+end)
	}
}

// closed is where the tag that ends the element begins.
func (m *markup) closed() int {
	if i := strings.Index(m.text[m.content:], "</"+m.tag); i >= 0 {
		return m.content + i
	}
	return len(m.text)
}

// holdsName reports whether an attribute holds the name of a credential.
func (m *markup) holdsName() bool {
	for name, place := range attributesOf(m.attrs) {
		if isNameName(name) && isLabelName(m.attrs[place.start:place.end]) {
			return true
		}
	}
	return false
}

// attributes masks those that hold the value of what another one names.
func (m *markup) attributes() {
	for name, place := range attributesOf(m.attrs) {
		if isValueName(name) {
			m.mask(m.at+place.start, m.at+place.end)
		}
	}
}

// mask masks a part of the text, but for white space.
func (m *markup) mask(start, end int) {
	m.from = max(m.from, end)
	value := m.text[start:end]
	if strings.TrimSpace(value) == "" {
		return
	}
	if plain := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(value), "<![CDATA["), "]]>"); !strings.Contains(plain, "<") {
		m.run.saw(credentials.Spellings(html.UnescapeString(plain)))
	}
	m.b.WriteString(m.text[m.done:start] + mask.Text)
	m.done = end
}

// place is where a part of a text begins and ends.
type place struct{ start, end int }

// attributesOf yields the attributes of a tag that have quoted values: their names, and where the values are.
func attributesOf(tag string) func(yield func(string, place) bool) {
	return func(yield func(string, place) bool) {
		for from := 0; ; {
			i := strings.IndexByte(tag[from:], '=')
			if i < 0 {
				return
			}
			at := from + i
			name := strings.TrimRight(tag[from:at], " \t\r\n")
			name = name[strings.LastIndexAny(name, " \t\r\n\"'")+1:]
			start, end, _ := valueOfPair(tag, at)
			if !yield(name, place{start, end}) {
				return
			}
			from = max(end, at+1)
		}
	}
}

// parts masks those of multipart/form-data that have the name of a credential (RFC 7578, 4.2).
func (s *shower) parts(text string) string {
	const disposition = "content-disposition:"
	if len(text) < len(disposition) || !strings.Contains(strings.ToLower(text), disposition) {
		return text
	}
	var b strings.Builder
	for text != "" {
		header, body, whole := cutHeader(text)
		b.WriteString(header)
		if !whole {
			return b.String()
		}
		end := endOfPart(body)
		if value := body[:end]; value != "" && headerNames(header) {
			s.run.saw(credentials.Spellings(value))
			b.WriteString(mask.Text)
		} else {
			b.WriteString(value)
		}
		text = body[end:]
	}
	return b.String()
}

// cutHeader cuts a text behind the first empty line.
func cutHeader(text string) (header, rest string, found bool) {
	for end := range endsOfLines(text) {
		for _, empty := range []string{"\r\n", "\n"} {
			if after, ok := strings.CutPrefix(text[end:], empty); ok {
				return text[:len(text)-len(after)], after, true
			}
		}
	}
	return text, "", false
}

// endOfPart is where the line begins that ends a part.
func endOfPart(text string) int {
	if strings.HasPrefix(text, "--") {
		return 0
	}
	for end := range endsOfLines(text) {
		if strings.HasPrefix(text[end:], "--") {
			return len(strings.TrimSuffix(text[:end-1], "\r"))
		}
	}
	return len(text)
}

// endsOfLines yields where the lines of a text end, behind the line breaks.
func endsOfLines(text string) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for from := 0; ; {
			i := strings.IndexByte(text[from:], '\n')
			if i < 0 {
				return
			}
			if from += i + 1; !yield(from) {
				return
			}
		}
	}
}

// headerNames reports whether the header of a part says that it is a credential.
func headerNames(header string) bool {
	for name, place := range attributesOf(strings.ReplaceAll(header, ";", " ")) {
		if name == "name" && isLabelName(header[place.start:place.end]) {
			return true
		}
	}
	return false
}
