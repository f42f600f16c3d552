package runtime

import (
	"bytes"
	"strconv"
	"strings"
)

// A reading decodes what a line begins with: size bytes of it mean text. size is 0 where they mean themselves.
type reading func(line []byte) (size int, text string)

// read decodes a whole line.
func read(line []byte, of reading) decoded {
	text, starts := make([]byte, 0, len(line)), make([]int, 0, len(line)+1)
	for i := 0; i < len(line); {
		size, meant := of(line[i:])
		if size == 0 {
			size, meant = 1, string(line[i:i+1])
		}
		for range len(meant) {
			starts = append(starts, i)
		}
		text = append(text, meant...)
		i += size
	}
	starts = append(starts, len(line))
	place := func(i int) int { return starts[i] }
	return decoded{text, place, place}
}

// again decodes once more what was decoded.
func (d decoded) again(of reading) decoded {
	inner := read(d.text, of)
	place := func(i int) int { return d.start(inner.start(i)) }
	return decoded{inner.text, place, place}
}

// eachReading visits the ways in which a whole line may be meant: those that maskedForms encodes values in and that do
// not show by their letters. There are few, as most lines have nothing that is escaped so; and one at a time, as each
// takes nine times the line.
func eachReading(line []byte, visit func(decoded)) {
	if bytes.IndexByte(line, '%') >= 0 || bytes.IndexByte(line, '+') >= 0 {
		for _, of := range []reading{percent, percentOrPlus} { // a plus sign is itself, or the space that it means in queries
			visit(read(line, of))
			visit(read(line, percent).again(of)) // a URL may be a parameter of another one
		}
	}
	if bytes.IndexByte(line, '&') >= 0 {
		for level := range quotings {
			visit(read(line, entities(level)))
		}
	}
	quote := `"`
	for range quotings {
		if bytes.Contains(line, []byte(quote+quote)) {
			visit(read(line, doubled(quote)))
		}
		quote = quotedOnce(quote)
	}
	if bytes.Contains(line, []byte(`\/`)) {
		visit(read(line, slashes))
	}
	if bytes.Contains(line, []byte("''")) {
		visit(read(line, doubled("'")))
	}
}

// percent reads one escaped byte of a URL.
func percent(line []byte) (size int, text string) {
	if len(line) < 3 || line[0] != '%' || !isHex(line[1]) || !isHex(line[2]) {
		return 0, ""
	}
	n, _ := strconv.ParseUint(string(line[1:3]), 16, 8) // of two hex digits
	return 3, string([]byte{byte(n)})
}

// percentOrPlus reads one of a query.
func percentOrPlus(line []byte) (size int, text string) {
	if line[0] == '+' {
		return 1, " "
	}
	return percent(line)
}

// quotings is how often a text may stand in quotes, which are in quotes, from never to as often as escapedForms quotes
// it.
const quotings = 4

// quotedOnce is a text as it stands in quotes.
func quotedOnce(text string) string { return unquoted(strconv.Quote(text)) }

// entities reads one that markupEscapes writes, as what it means stands in quotes of a level.
func entities(level int) reading {
	meant := map[string]string{
		"&amp;": "&", "&lt;": "<", "&gt;": ">", "&#34;": `"`, "&quot;": `"`, "&#39;": "'", "&#43;": "+", "&#x9;": "\t", "&#xA;": "\n", "&#xD;": "\r",
	}
	for entity, text := range meant {
		for range level {
			text = quotedOnce(text)
		}
		meant[entity] = text
	}
	return func(line []byte) (size int, text string) {
		if line[0] != '&' {
			return 0, ""
		}
		end := bytes.IndexByte(line[:min(len(line), len("&quot;"))], ';') + 1
		if text, ok := meant[string(line[:end])]; ok {
			return end, text
		}
		return 0, ""
	}
}

// slashes reads a slash that is escaped, in quotes or not.
func slashes(line []byte) (size int, text string) {
	for size < len(line) && line[size] == '\\' {
		size++
	}
	if size == 0 || size == len(line) || line[size] != '/' {
		return 0, ""
	}
	return size + 1, "/"
}

// doubled reads a quote that is written twice.
func doubled(quote string) reading {
	both := strings.Repeat(quote, 2)
	return func(line []byte) (size int, text string) {
		if !bytes.HasPrefix(line, []byte(both)) {
			return 0, ""
		}
		return len(both), quote
	}
}
