// Package clientcredentials has a program prove itself to other services with tokens that an authorization server gives
// it (RFC 6749, 4.4: client credentials).
//
// Generated code imports it, for API nodes; nothing else does.
package clientcredentials

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"
	"golang.org/x/oauth2/clientcredentials"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/client"
)

// Config says by whom tokens are given, and to whom.
type Config struct {
	TokenURL     string // of the authorization server's token endpoint
	ClientID     string
	ClientSecret string
	Scopes       string // what the token is for, with spaces between them; may be empty
	Audience     string // whom it is for, where the server wants to know; may be empty
}

// Source keeps a token until it ends. It is safe for concurrent use: however many wait for one, it is fetched once.
type Source struct {
	config clientcredentials.Config
	http   *http.Client
	now    func() time.Time

	mu      sync.Mutex
	token   *oauth2.Token // the last one; nil before
	pending *pending      // the fetch that runs; nil where none does
	closed  bool          // no fetch begins any more
}

// pending is a token that is being fetched.
type pending struct {
	stop  context.CancelFunc
	done  chan struct{} // closed once token and err are final
	token *oauth2.Token
	err   error
}

const (
	fetchTimeout = 10 * time.Second
	// early is how long before its end a token is not used any more: the call takes its time too.
	early = 10 * time.Second
)

// New returns the source of tokens with that configuration, which all API nodes of an app share. A URL that can't be
// called is reported to s.
func New(s *rt.Setup, c Config) *Source {
	address, err := url.Parse(c.TokenURL)
	if c.TokenURL != "" && (err != nil || address.Scheme != "http" && address.Scheme != "https" || address.Host == "") {
		s.Fail(fmt.Errorf("the address of the authorization server must begin with http:// or https://"))
	}
	source := c.source(s) // before, as it takes what the App shares itself
	shared, err := s.App().Resource("client credentials "+c.key(), func() (io.Closer, error) { return source, nil })
	if err != nil {
		s.Fail(err)
		return nil
	}
	return shared.(*Source)
}

// key tells configurations apart, and shows none of them.
func (c Config) key() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q", []string{c.TokenURL, c.ClientID, c.ClientSecret, c.Scopes, c.Audience}))
	return hex.EncodeToString(sum[:])
}

func (c Config) source(s *rt.Setup) *Source {
	source := &Source{
		config: clientcredentials.Config{TokenURL: c.TokenURL, ClientID: c.ClientID, ClientSecret: c.ClientSecret, Scopes: strings.Fields(c.Scopes)},
		http:   client.Direct(s, fetchTimeout), now: s.App().Now,
	}
	if c.Audience != "" {
		// Auth0 and others ask for an audience, RFC 8707 for a resource: a server ignores what it does not know.
		source.config.EndpointParams = url.Values{"audience": {c.Audience}, "resource": {c.Audience}}
	}
	return source
}

// Close ends the fetch that runs, and returns once it has: none begins after it.
func (s *Source) Close() error {
	s.mu.Lock()
	s.closed = true
	p := s.pending
	s.mu.Unlock()
	if p != nil {
		p.stop()
		<-p.done
	}
	return nil
}

// Authorization implements client.Authorizer.
func (s *Source) Authorization(ctx context.Context, x *rt.Exec, refused string) (string, error) {
	token, err := s.get(ctx, refused)
	if err != nil {
		return "", err
	}
	return client.Bearer(x, token.AccessToken), nil
}

// get returns the token that is kept, or the one that is fetched now.
func (s *Source) get(ctx context.Context, refused string) (*oauth2.Token, error) {
	s.mu.Lock()
	if s.isGood(refused) {
		defer s.mu.Unlock()
		return s.token, nil
	}
	if s.closed {
		defer s.mu.Unlock()
		return nil, &Error{err: context.Canceled, public: "the program is ending", temporary: true}
	}
	p := s.pending
	if p == nil {
		p = s.begin(ctx)
	}
	s.mu.Unlock()
	select {
	case <-p.done:
		return p.token, p.err
	case <-ctx.Done():
		return nil, &Error{err: ctx.Err(), public: "the authorization server did not answer in time", temporary: true}
	}
}

// isGood reports whether the token that is kept may be used; not the one that was refused.
func (s *Source) isGood(refused string) bool {
	t := s.token
	return t != nil && "Bearer "+t.AccessToken != refused && (t.Expiry.IsZero() || s.now().Add(early).Before(t.Expiry))
}

// begin begins a fetch for all who wait: that one of them leaves ends it for nobody. s.mu is held.
func (s *Source) begin(ctx context.Context) *pending {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), fetchTimeout)
	s.pending = &pending{stop: stop, done: make(chan struct{})}
	go s.fetch(ctx, s.pending)
	return s.pending
}

// fetch fetches the token of p.
func (s *Source) fetch(ctx context.Context, p *pending) {
	defer p.stop()
	began, real := s.now(), time.Now()
	p.token, p.err = s.config.Token(context.WithValue(ctx, oauth2.HTTPClient, s.http))
	if p.err == nil && !p.token.Expiry.IsZero() {
		p.token.Expiry = began.Add(p.token.Expiry.Sub(real)) // by the App's clock, where oauth2 goes by that of the machine
	}
	p.err = failed(p.err)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pending = nil
	if p.err == nil {
		s.token = p.token
	}
	close(p.done)
}
