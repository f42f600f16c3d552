// Package client calls other services over HTTP, within limits of time and size, and keeps a caller from choosing an
// address that only this machine can reach.
//
// Generated code imports it, for API nodes, and runtime/oauth; nothing else does.
package client

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/strict"
)

const (
	defaultTimeout     = 10 * time.Second
	defaultMaxResponse = 10 << 20
)

// Config fixes how a Client calls.
type Config struct {
	Method          string        // empty means GET
	BodyType        BodyType      // how a request's body is written
	Timeout         time.Duration // for the whole call, the response's body included; 0 means 10 s, and in a Retry no more than the attempt's share
	MaxResponse     int64         // of the response's body, in bytes, decompressed; 0 means 10 MiB
	FollowRedirects bool          // otherwise a redirect is a failure with its status
	Guarded         bool          // the host comes from run-time data: private addresses are refused
	ChosenBy        string        // the field of the request that the host comes from: one that can't be called is its fault
	Hidden          bool          // the URL, the query or the body holds what no log may show
	Auth            Authorizer    // what calls prove themselves with, where that has to be fetched; else nil
	Refused         *Refusals     // how the body of a refusal is read; nil where a refusal is a failure as any other
}

// Query holds the parameters of a URL by name: scalars, lists, whose items are a parameter each, and null, which is
// left out.
type Query map[string]any

// Request is the method, URL, headers and body of one call.
type Request struct {
	URL    string      // absolute, of http or https
	Header http.Header // names in any case; Accept-Encoding is the transport's own
	Query  any         // added to the query that URL has: url.Values or Query; nil adds none
	Body   any         // what Config.BodyType says; nil sends none
}

// Response is the answer to a call, its status being 200 to 299.
type Response[T any] struct {
	Status  int64  `json:"status"`
	Headers Header `json:"headers"`
	Body    T      `json:"body"`
}

// Client makes calls of one kind. It is safe for concurrent use.
//
// T is a struct of the body's fields, by json tag: a response must have each of them, save those that are pointers. It
// is rt.Value for a body of unknown shape.
type Client[T any] struct {
	config Config
	http   *http.Client
	bodies *strict.Reader[T]
	now    func() time.Time
}

// New makes a Client. All clients of an app share its connections, which App.Close closes.
func New[T any](s *rt.Setup, c Config) *Client[T] {
	if c.Method == "" {
		c.Method = http.MethodGet
	}
	if c.MaxResponse == 0 {
		c.MaxResponse = defaultMaxResponse
	}
	return &Client[T]{
		config: c,
		http:   &http.Client{Transport: transportOf(s, c.Guarded), CheckRedirect: redirects(c.FollowRedirects)},
		bodies: strict.NewReader[T](),
		now:    s.App().Now,
	}
}

// Send makes a call. Whatever keeps it from a response of status 200 to 299 with a body that is a T is an error: an
// *Error once there was something to send.
func (c *Client[T]) Send(x *rt.Exec, r Request) (Response[T], error) {
	limit := c.limit(x)
	ctx, cancel := context.WithTimeout(x.Context(), limit.within)
	defer cancel()
	request, answer, err := c.exchange(ctx, x, r, limit)
	if err != nil {
		return Response[T]{}, err
	}
	defer answer.Body.Close()
	sawCookies(x, answer)
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return Response[T]{}, c.unwanted(x, request, answer, limit)
	}
	response, err := c.read(answer)
	if err != nil {
		return Response[T]{}, c.unusable(request, answer, limit.named(x, err))
	}
	x.SawIn(reflect.ValueOf(&response.Body), false)
	if x.Debug() {
		x.Values(response)
	}
	return response, nil
}

// prepare makes a request that is ready to be sent; refused is what the service has not taken as its Authorization.
func (c *Client[T]) prepare(ctx context.Context, x *rt.Exec, r Request, refused string) (*http.Request, error) {
	request, err := c.config.build(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("build a request: %w", err)
	}
	if c.config.Auth != nil {
		authorization, err := c.config.Auth.Authorization(ctx, x, refused)
		if err != nil {
			return nil, err
		}
		request.Header.Set("Authorization", authorization)
	}
	if x.Debug() {
		x.Inputs(c.config.shown(request, r.Body))
	}
	x.App().Sending(ctx, request.Header)
	return request, nil
}

func (c *Client[T]) read(answer *http.Response) (Response[T], error) {
	response := Response[T]{Status: int64(answer.StatusCode), Headers: Header(answer.Header)}
	body, err := readBody(answer, c.config.MaxResponse)
	if err != nil {
		return response, err
	}
	return response, c.decode(body, answer, &response.Body)
}

// decode reads the body as a T, a response to HEAD having none.
func (c *Client[T]) decode(body []byte, answer *http.Response, into *T) (err error) {
	if answer.Request.Method == http.MethodHead {
		return nil
	}
	return decode(c.bodies, body, answer.Header.Get("Content-Type"), into)
}

// decode reads the body of a response as a T.
func decode[T any](bodies *strict.Reader[T], body []byte, contentType string, into *T) (err error) {
	if untyped, ok := any(into).(*rt.Value); ok {
		*untyped, err = valueOf(body, contentType)
	} else if body, err = text(body, contentType); err == nil {
		*into, err = bodies.Read(body)
	}
	if err != nil {
		return fmt.Errorf("the body of the response: %w", err)
	}
	return nil
}
