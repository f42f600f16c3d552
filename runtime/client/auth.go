package client

import (
	"context"
	"encoding/base64"
	"io"
	"net/http"

	rt "github.com/flowc-dev/flowc/runtime"
)

// An Authorizer has what calls prove themselves with where that has to be fetched first. It is safe for concurrent use.
type Authorizer interface {
	// Authorization is the value of the header Authorization; refused is the one that the service has just answered with a
	// 401, "" at first. What it gives no log of x shows.
	Authorization(ctx context.Context, x *rt.Exec, refused string) (string, error)
}

// Basic is the value of the header Authorization for a name and a password (RFC 7617). The log of x shows none of it.
func Basic(x *rt.Exec, username, password string) string {
	both := base64.StdEncoding.EncodeToString([]byte(username + ":" + password))
	x.Saw(password, both)
	return "Basic " + both
}

// Bearer is the value of the header Authorization for a token (RFC 6750). The log of x does not show it.
func Bearer(x *rt.Exec, token string) string {
	x.Saw(token)
	return "Bearer " + token
}

// exchange sends a request and returns it with the answer. What has to be fetched for it is fetched, and anew once the
// service does not take it any more: then the request is sent once more.
func (c *Client[T]) exchange(ctx context.Context, x *rt.Exec, r Request, within limit) (*http.Request, *http.Response, error) {
	request, err := c.prepare(ctx, x, r, "")
	if err != nil {
		return nil, nil, err
	}
	answer, err := c.http.Do(request)
	if err == nil && answer.StatusCode == http.StatusUnauthorized && c.config.Auth != nil {
		_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxUnread)) // leaves the connection to the next request
		answer.Body.Close()
		if request, err = c.prepare(ctx, x, r, request.Header.Get("Authorization")); err != nil {
			return nil, nil, err
		}
		answer, err = c.http.Do(request)
	}
	if err != nil {
		return nil, nil, c.failed(request, within.named(x, err))
	}
	return request, answer, nil
}

// maxUnread is how much of an answer that nobody reads is read, in bytes, so that its connection can be used again.
const maxUnread = 64 << 10
