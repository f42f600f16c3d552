package templates

import (
	"mime"
	"strings"
)

// Format is what the text of a field is, which says how a placeholder in it is written.
type Format uint8

// The formats.
const (
	Guessed   Format = iota // JSON where the text is that around its placeholders, else PlainText
	PlainText               // any text: what a placeholder holds stands there as it is
	JSONText                // JSON with placeholders
	HTMLText                // HTML: each placeholder is escaped for the place where it stands
	XMLText                 // XML: each placeholder is text of it
)

// FormatOf is what a text of some content type is; Guessed where there is none.
func FormatOf(contentType string) Format {
	media, _, err := mime.ParseMediaType(contentType)
	if err != nil {
		media = strings.ToLower(strings.TrimSpace(strings.Split(contentType, ";")[0])) // a wrong parameter makes it no other text
	}
	kind, subtype, _ := strings.Cut(media, "/")
	switch {
	case media == "":
		return Guessed
	case subtype == "json", strings.HasSuffix(subtype, "+json"):
		return JSONText
	case media == "text/html":
		return HTMLText
	case (kind == "text" || kind == "application") && subtype == "xml", strings.HasSuffix(subtype, "+xml"):
		return XMLText
	}
	return PlainText
}

// ContentType returns the literal text of the header Content-Type in an Object field of headers, and whether there is
// one.
func ContentType(p Pass, field string) (text string, given bool) {
	for _, name := range p.Keys(field) {
		if strings.EqualFold(name, "Content-Type") {
			return p.Literal(field, name), true
		}
	}
	return "", false
}
