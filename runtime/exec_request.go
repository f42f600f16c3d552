package runtime

import (
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Request returns the request being answered. Its body is Decode's to read.
func (x *Exec) Request() *http.Request { return x.r }

// ID returns the execution id: at least 128 random bits. The log and problem answers have it, unless the program around
// names executions itself, by [WithExecutionID].
func (x *Exec) ID() string {
	if x.id == "" {
		x.id = x.run.id.String()
	}
	return x.id
}

// Now is the time by the App's clock, in UTC: what now() of an expression is.
func (x *Exec) Now() time.Time { return x.app.clock().UTC() }

// Method returns the request's method.
func (x *Exec) Method() string { return x.r.Method }

// Path returns the request's path, unescaped; what is not UTF-8 in it is replaced.
func (x *Exec) Path() string { return validText(x.r.URL.Path) }

// Pattern returns the path of the entry point as net/http's mux knows it, without the method.
func (x *Exec) Pattern() string { return x.entry.Path }

// IP returns the address of the caller: that of the peer, or where the peer is one of TRUSTED_PROXIES, the right-most
// of X-Forwarded-For that is none of them. Other headers of proxies are never believed.
func (x *Exec) IP() string {
	peer := hostOf(x.r.RemoteAddr)
	if len(x.app.proxies) == 0 {
		return peer
	}
	return x.app.proxies.caller(peer, x.r.Header.Values("X-Forwarded-For"))
}

// Header returns a header, nil when absent. One sent several times is joined by commas (RFC 9110, 5.3). What is not
// UTF-8 in it is replaced.
func (x *Exec) Header(name string) *string {
	sent := x.header(name)
	if sent == nil {
		return nil
	}
	text := validText(*sent)
	return &text
}

// header is Header as it was sent.
func (x *Exec) header(name string) *string {
	values := x.headerValues(name)
	switch len(values) {
	case 0:
		return nil
	case 1:
		return &values[0]
	}
	joined := strings.Join(values, ", ")
	return &joined
}

// headerValues includes Host, which net/http moves out of the headers.
func (x *Exec) headerValues(name string) []string {
	if strings.EqualFold(name, "Host") && x.r.Host != "" {
		return []string{x.r.Host}
	}
	return x.r.Header.Values(name)
}

// Query returns the first value of a query parameter, nil when absent. What is not UTF-8 in it is replaced.
func (x *Exec) Query(name string) *string {
	values := x.queryValues()[name]
	if len(values) == 0 {
		return nil
	}
	text := validText(values[0])
	return &text
}

// validText replaces what is not UTF-8. A declared field refuses that; where nothing is declared, it must not fail the
// node that writes it as JSON or SQL.
func validText(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// queryValues returns what of the query string parses; queryErr tells whether all of it did.
func (x *Exec) queryValues() url.Values {
	if x.query == nil {
		x.query, x.queryErr = url.ParseQuery(x.r.URL.RawQuery)
	}
	return x.query
}

// Cookie returns the value of a cookie, nil when absent. It is masked in the log.
func (x *Exec) Cookie(name string) *string {
	cookie, err := x.r.Cookie(name)
	if err != nil {
		x.Saw("") // who has it is answered otherwise
		return nil
	}
	x.Saw(cookie.Value)
	return &cookie.Value
}
