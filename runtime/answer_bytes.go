package runtime

import (
	"net/url"
	"strings"
	"unicode"
)

// Bytes answers with bytes as they are.
func (x *Exec) Bytes(status int, body []byte) error {
	if x.debug {
		x.at.visit.showAnswer(sizedAnswer{Status: status, Bytes: len(body)})
	}
	return x.send(status, "application/octet-stream", body)
}

// Attachment is a Content-Disposition by which a browser saves the body under a name (RFC 6266). A name is no path: its
// slashes and control characters become "_".
func Attachment(name string) string {
	name = strings.Map(func(r rune) rune {
		if r == '/' || r == '\\' || unicode.IsControl(r) {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
	name = strings.Trim(name, " .")
	if name == "" {
		return "attachment"
	}
	plain := strings.Map(func(r rune) rune {
		if r > unicode.MaxASCII || r == '"' || r == '%' {
			return '_'
		}
		return r
	}, name)
	if plain == name {
		return `attachment; filename="` + name + `"`
	}
	return `attachment; filename="` + plain + `"; filename*=UTF-8''` + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
}
