package fn

import (
	"encoding/xml"
	"strings"
)

// XMLText escapes a text for XML, between tags and in the quotes of an attribute. What XML can't hold becomes U+FFFD.
func XMLText(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder takes everything
	return b.String()
}

// SafeAddress returns an address that begins with http:, https: or mailto:, or is relative. Of any other, which a
// browser might run (javascript:), it returns "#".
func SafeAddress(text string) string {
	scheme, _, absolute := strings.Cut(text, ":")
	if !absolute || strings.ContainsAny(scheme, "/?#") {
		return text
	}
	switch strings.ToLower(scheme) {
	case "http", "https", "mailto":
		return text
	}
	return "#"
}

// SafeScheme returns the scheme of an address behind which somebody else's text stands. Of one that a browser runs
// (javascript), or takes for a page of its own (data), it returns "#".
func SafeScheme(text string) string {
	read := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(text) // as a browser reads it (URL Standard, 4.4)
	switch strings.ToLower(strings.TrimLeftFunc(read, func(r rune) bool { return r <= ' ' })) {
	case "javascript", "vbscript", "data":
		return "#"
	}
	return text
}
