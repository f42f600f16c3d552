package client

import (
	"net/http"
	"strings"
)

// Header is the headers of a response.
type Header http.Header

// At returns a header by its name in any case, nil when absent. One sent several times is joined by commas (RFC 9110,
// 5.3). What is not UTF-8 in it, as in Latin-1, is replaced: it must not keep a workflow from writing JSON.
func (h Header) At(name string) *string {
	values := http.Header(h).Values(name)
	if len(values) == 0 {
		return nil
	}
	joined := strings.ToValidUTF8(strings.Join(values, ", "), "\uFFFD")
	return &joined
}
