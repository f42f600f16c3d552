package templates

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"strings"

	"github.com/flowc-dev/flowc/schema/diag"
)

// headerName is a token (RFC 9110, 5.6.2).
var headerName = regexp.MustCompile("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

// IsHeaderName reports whether a text can be the name of a header.
func IsHeaderName(name string) bool { return headerName.MatchString(name) }

// HeaderName reports a Text field that is no name of a header.
func HeaderName(p Pass, field string) {
	if name := p.Text(field); !IsHeaderName(name) {
		p.Report(Problem{Code: diag.FC203, Field: field, Message: "\"" + name + "\" is no header name (RFC 9110, 5.1)"})
	}
}

// Headers reports entries of an Object field that can't be set as headers.
func Headers(p Pass, field string) {
	taken := map[string]bool{}
	for _, name := range p.Keys(field) {
		why := refusedHeader(name, taken)
		if why == "" && strings.ContainsFunc(p.Literal(field, name), refusedInHeader) {
			why = "holds a line break or another control character (RFC 9110, 5.5)"
		}
		if why != "" {
			p.Report(Problem{Code: diag.FC203, Field: field, Key: name, Message: "\"" + name + "\" " + why, Hint: headerMend(name)})
			continue
		}
		shortType(p, field, name)
	}
}

// ShortTypes are what others call content types, in small letters.
var ShortTypes = map[string]string{
	"json": "application/json", "text": "text/plain; charset=utf-8", "plain": "text/plain; charset=utf-8", "html": "text/html; charset=utf-8",
	"csv": "text/csv; charset=utf-8", "xml": "application/xml", "pdf": "application/pdf", "binary": "application/octet-stream",
}

// shortType reports a header Content-Type that is a word.
func shortType(p Pass, field, name string) {
	text, known := p.Written(field, name)
	if !strings.EqualFold(name, "Content-Type") || !known || strings.Contains(text, "/") {
		return
	}
	p.Report(Problem{
		Code: diag.FC203, Field: field, Key: name, Message: fmt.Sprintf("%q is no content type: want a type, a slash and a subtype", text),
		Hint: fmt.Sprintf("write it as %q", cmp.Or(ShortTypes[strings.ToLower(strings.TrimSpace(text))], "text/html; charset=utf-8")),
	})
}

// headerMend says which name was meant by one that no header can have, or "".
func headerMend(name string) string {
	meant := strings.Join(strings.Fields(strings.TrimRight(name, ": ")), "-")
	if headerName.MatchString(name) || !headerName.MatchString(meant) {
		return ""
	}
	return fmt.Sprintf("write %q", meant)
}

// refusedInHeader reports whether net/http refuses a character in a header's value.
func refusedInHeader(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }

// refusedHeader is why a header can't be set, or "".
func refusedHeader(name string, taken map[string]bool) string {
	key := http.CanonicalHeaderKey(name)
	switch {
	case !headerName.MatchString(name):
		return "is no header name (RFC 9110, 5.1)"
	case key == "Content-Length" || key == "Transfer-Encoding" || key == "Connection":
		return "is set by net/http itself"
	case taken[key]:
		return "is there twice: the case of letters means nothing in header names"
	}
	taken[key] = true
	return ""
}
