package fn

import (
	"net/http"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// HeaderValue returns s; one that no header can hold (RFC 9110, 5.5) is an error.
func HeaderValue(s string) (string, error) {
	if !isFieldValue(s) {
		return "", public.New("a header can't hold its line breaks or other control characters")
	}
	return s, nil
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

// CookieValue returns s; one that no cookie can hold is an error: net/http would drop the characters that do not fit.
func CookieValue(s string) (string, error) {
	if (&http.Cookie{Name: "a", Value: s}).Valid() != nil {
		return "", public.New("a cookie can't hold its control characters, quotes, semicolons, backslashes or letters outside of ASCII")
	}
	return s, nil
}
