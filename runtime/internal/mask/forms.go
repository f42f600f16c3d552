package mask

import (
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// maxEncoded is the most bytes of all values of one matcher that are looked for in every form. Their forms take some
// twenty times as much memory, and a caller may send a megabyte: of more, only those remain that a log gives them
// itself, and lines are decoded.
const maxEncoded = 64 << 10

// maskedForms returns every way in which a log line may hold value: as it is, escaped for URLs, once and twice, JSON,
// Go, HTML, XML and with doubled quotes, in hex and inside base64. What is in parts is put together first. Each has at
// least MinLength bytes; forms may repeat.
func maskedForms(value string) []string {
	forms := escapedForms(value)
	forms = append(forms, hex.EncodeToString([]byte(value)), strings.ToUpper(hex.EncodeToString([]byte(value))))
	if strings.Contains(value, "/") { // which many encoders of JSON escape
		for _, quoted := range []string{jsonQuote(value), jsonQuoteHTML(value)} {
			forms = append(forms, quotedAgain(strings.ReplaceAll(unquoted(quoted), "/", `\/`))...)
		}
	}
	for _, escaped := range urlForms(value) {
		if escaped != value {
			lower := lowerPercent(escaped)
			forms = append(forms, escaped, lower, url.QueryEscape(escaped), url.QueryEscape(lower)) // a URL may be a parameter of another one
		}
	}
	forms = append(forms, markupForms(value)...)
	return append(forms, insideBase64(value)...)
}

// escapedForms returns value as it is and as a log line quotes it.
func escapedForms(value string) []string {
	forms := []string{value}
	if isPlain(value) {
		return forms
	}
	quotes := []string{strconv.Quote(value), strconv.QuoteToASCII(value), jsonQuote(value), jsonQuoteHTML(value), jsonQuoteLong(value), jsonQuoteASCII(value)}
	if !utf8.ValidString(value) { // what is not UTF-8 is replaced
		valid := string([]rune(value))
		forms = append(forms, valid)
		quotes = append(quotes, strings.ReplaceAll(jsonQuote(valid), "\uFFFD", `\ufffd`))
	}
	for _, quoted := range quotes {
		if inner := unquoted(quoted); inner != value {
			forms = append(forms, quotedAgain(inner)...)
		}
	}
	return forms
}

// quotedAgain returns what stands inside of quotes as it is and as JSON text inside of JSON text, or in a record, has
// it: quoted once more each time.
func quotedAgain(inner string) []string {
	again := unquoted(strconv.Quote(inner))
	return []string{inner, again, unquoted(strconv.Quote(again))}
}

// markupEscapes are the ways to write what means something elsewhere: of XML, as XMLText does it, of HTML, as
// html/template does it and with names, of CSV (RFC 4180, 2) and of SQL.
var markupEscapes = []*strings.Replacer{
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "\t", "&#x9;", "\n", "&#xA;", "\r", "&#xD;"),
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;", "+", "&#43;"),
	strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#39;"),
	strings.NewReplacer(`"`, `""`),
	strings.NewReplacer("'", "''"),
}

// maxMarkup is the most bytes of a value that is looked for in them: a caller chooses what he sends, and each takes
// memory.
const maxMarkup = 4 << 10

// markupForms returns value as HTML, XML, CSV and SQL hold it, where that is another text, and as a log line quotes
// that.
func markupForms(value string) []string {
	if len(value) > maxMarkup || !strings.ContainsAny(value, "&<>\"'+\t\n\r") {
		return nil
	}
	var forms []string
	for _, escape := range markupEscapes {
		escaped := escape.Replace(value)
		if escaped == value {
			continue
		}
		forms = append(forms, escaped)
		if inner := unquoted(jsonQuote(escaped)); inner != escaped {
			forms = append(forms, quotedAgain(inner)...)
		}
	}
	return forms
}

// isPlain says whether all quotes leave value as it is.
func isPlain(value string) bool {
	for i := range len(value) {
		if c := value[i]; c < ' ' || c >= 0x7f || strings.IndexByte(`"\<>&`, c) >= 0 {
			return false
		}
	}
	return true
}

func unquoted(s string) string { return s[1 : len(s)-1] }

// urlForms returns value escaped as the value of a query, as part of a path, as a user, and as browsers do it.
func urlForms(value string) []string {
	query := url.QueryEscape(value)
	component := strings.NewReplacer("+", "%20").Replace(query)
	return []string{
		query, component, url.PathEscape(value), url.User(value).String(),
		strings.NewReplacer("%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*").Replace(component),
	}
}

// lowerPercent writes %2F as %2f, which is the same to a reader.
func lowerPercent(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], strings.ToLower(string(b[i+1:i+3])))
		}
	}
	return string(b)
}

func jsonQuote(s string) string {
	quoted, err := jsontext.AppendQuote(nil, s)
	if err != nil { // not UTF-8: it can't be in JSON as it is
		return strconv.Quote(s)
	}
	return string(quoted)
}

// jsonQuoteHTML quotes as encoders do that escape for HTML.
func jsonQuoteHTML(s string) string {
	return strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(jsonQuote(s))
}

// jsonQuoteLong quotes as slog does, which has no short escapes for backspace and form feed.
func jsonQuoteLong(s string) string {
	quoted := strings.ReplaceAll(jsonQuote(s), `\\`, "\x00") // no quoted text has a NUL
	quoted = strings.NewReplacer(`\b`, `\u0008`, `\f`, `\u000c`, "\u2028", `\u2028`, "\u2029", `\u2029`).Replace(quoted)
	return strings.ReplaceAll(quoted, "\x00", `\\`)
}

// jsonQuoteASCII quotes as encoders do that know ASCII alone: what UTF-16 has in two units is two escapes.
func jsonQuoteASCII(s string) string {
	quoted := jsonQuote(s)
	if !strings.ContainsFunc(quoted, func(r rune) bool { return r > 0xFFFF }) {
		return quoted // or as Go quotes it
	}
	var b strings.Builder
	for _, r := range quoted {
		switch {
		case r < utf8.RuneSelf:
			b.WriteRune(r)
		default:
			for _, unit := range utf16.Encode([]rune{r}) {
				fmt.Fprintf(&b, `\u%04x`, unit)
			}
		}
	}
	return b.String()
}

// insideBase64 returns the characters that value certainly has inside any base64 text that contains it, as the value
// of a Basic Authorization header does: for each of the three alignments, without the characters shared with what
// stands before and after.
func insideBase64(value string) []string {
	var forms []string
	for _, enc := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for before := range 3 {
			text := enc.EncodeToString(append(make([]byte, before), value...))
			first := (before*8 + 5) / 6
			last := (before + len(value)) * 8 / 6
			forms = append(forms, text[first:last])
		}
	}
	return forms
}
