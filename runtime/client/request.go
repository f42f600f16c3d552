package client

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// build makes the request to send. Its errors do not quote values, which may be secret.
func (c *Config) build(ctx context.Context, r Request) (*http.Request, error) {
	body, contentType, err := c.BodyType.write(r.Body)
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, c.Method, r.URL, body)
	if err != nil {
		return nil, c.blamed(fmt.Errorf("the URL does not parse: %w", withoutURL(err)))
	}
	if err := callable(request.URL); err != nil {
		return nil, c.blamed(err)
	}
	if err := addQuery(request.URL, r.Query); err != nil {
		return nil, err
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	return request, addHeaders(request, r.Header)
}

// addQuery adds the parameters of query to the target's. A space is %20: not every service reads a plus as one.
func addQuery(target *url.URL, query any) error {
	var added string
	switch query := query.(type) {
	case nil:
	case url.Values:
		added = query.Encode()
	default:
		text, err := formOf(query)
		if err != nil {
			return fmt.Errorf("the query: %w", err)
		}
		added = text
	}
	if added != "" {
		target.RawQuery = strings.TrimPrefix(target.RawQuery+"&"+strings.ReplaceAll(added, "+", "%20"), "&")
	}
	return nil
}

// blamed is err, of a host that can't be called: a 400 that names the field where the caller has chosen it.
func (c *Config) blamed(err error) error {
	if c.ChosenBy == "" {
		return err
	}
	return rt.BadInput(c.ChosenBy, err)
}

// callable is the error for a URL that can't be called.
func callable(target *url.URL) error {
	switch {
	case target.Scheme != "http" && target.Scheme != "https":
		return errors.New("the URL must begin with http:// or https://")
	case target.Hostname() == "":
		return errors.New("the URL has no host")
	}
	return nil
}

// withoutURL drops the URL that errors of net/http and net/url begin with: its path and query may hold secrets.
func withoutURL(err error) error {
	var quoting *url.Error
	if errors.As(err, &quoting) {
		return quoting.Err
	}
	return err
}

func addHeaders(request *http.Request, given http.Header) error {
	for name, values := range given {
		name = textproto.CanonicalMIMEHeaderKey(name)
		for _, value := range values {
			if strings.ContainsFunc(value, isControl) {
				return fmt.Errorf("the value of header %s holds a line break or another control character", name)
			}
		}
		switch {
		case len(values) == 0:
		case name == "Host":
			request.Host = values[0]
		case name == "Accept-Encoding": // set by hand, it would turn decompression off
		default:
			request.Header[name] = values
		}
	}
	return nil
}

// isControl tells what can't stand in a header's value (RFC 9110, 5.5).
func isControl(r rune) bool { return r < ' ' && r != '\t' || r == 0x7f }
