package client

import (
	"net/http"
	"strings"
)

// Header is the headers of a response.
type Header http.Header

// At returns a header by its name in any case, nil when absent. One sent several times is joined by commas (RFC 9110,
// 5.3).
func (h Header) At(name string) *string {
	values := http.Header(h).Values(name)
	if len(values) == 0 {
		return nil
	}
	joined := strings.Join(values, ", ")
	return &joined
}
