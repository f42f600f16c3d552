package client

import "net/http"

// The record of a call in the debug log is without headers, for those hold credentials.
type (
	called struct {
		Method string `json:"method"`
		URL    string `json:"url"`
	}
	sent struct {
		Method string `json:"method"`
		URL    string `json:"url"`
		Body   any    `json:"body"`
	}
)

// unshown stands for a body that no log may show, which is not a body of null.
type unshown struct{}

// Masked is what the log has in its place.
func (unshown) Masked() any { return "••••" }

// shown returns the debug log's record of a request: of one that holds a value that no log may show, its method and
// host alone.
func (c *Config) shown(r *http.Request, body any) any {
	address := *r.URL
	address.User = nil
	text := address.String()
	if c.Hidden {
		text = r.URL.Scheme + "://" + r.URL.Host + "/…"
	}
	switch {
	case body == nil:
		return called{r.Method, text}
	case c.Hidden:
		return sent{r.Method, text, unshown{}}
	}
	return sent{r.Method, text, body}
}
