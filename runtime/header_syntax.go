package runtime

import (
	"net/http"
	"strings"
)

// HeaderValue returns s; one that no header can hold (RFC 9110, 5.5) is an error.
func HeaderValue(s string) (string, error) {
	if !isFieldValue(s) {
		return "", wrongValue("a header can't hold its line breaks or other control characters")
	}
	return s, nil
}

// CookieValue returns s; one that no cookie can hold is an error: net/http would drop the characters that do not fit.
func CookieValue(s string) (string, error) {
	if (&http.Cookie{Name: "a", Value: s}).Valid() != nil {
		return "", wrongValue("a cookie can't hold its control characters, quotes, semicolons, backslashes or letters outside of ASCII")
	}
	return s, nil
}

// isToken says whether s is a token of RFC 9110, 5.6.2: the name of a header or a cookie.
func isToken(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		c := s[i]
		alphanumeric := '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !alphanumeric && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return true
}

// isFieldValue says whether s can be sent as the value of a header: no control character but the tab.
func isFieldValue(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
