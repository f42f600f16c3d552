package templates

import (
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
			p.Report(Problem{Code: diag.FC203, Field: field, Key: name, Message: "\"" + name + "\" " + why})
		}
	}
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
