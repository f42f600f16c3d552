package client

import "net/http"

// sent is what the debug log shows of a call: no headers, which are where credentials are.
type sent struct {
	Method string `json:"method"`
	URL    string `json:"url"`
	Body   any    `json:"body,omitempty"`
}

// shown is what the debug log shows of a request. Of one that holds what no log may show, that is where it goes.
func (c *Config) shown(r *http.Request, body any) sent {
	if c.Hidden {
		return sent{Method: r.Method, URL: r.URL.Scheme + "://" + r.URL.Host + "/…"}
	}
	address := *r.URL
	address.User = nil
	return sent{Method: r.Method, URL: address.String(), Body: body}
}
