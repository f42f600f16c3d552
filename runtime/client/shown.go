package client

import "net/http"

// sent is the record of a call in the debug log: without headers, for those hold credentials.
type sent struct {
	Method string `json:"method"`
	URL    string `json:"url"`
	Body   any    `json:"body,omitempty"`
}

// shown returns the debug log's record of a request: of one that holds a value that no log may show, its method and host alone.
func (c *Config) shown(r *http.Request, body any) sent {
	if c.Hidden {
		return sent{Method: r.Method, URL: r.URL.Scheme + "://" + r.URL.Host + "/…"}
	}
	address := *r.URL
	address.User = nil
	return sent{Method: r.Method, URL: address.String(), Body: body}
}
