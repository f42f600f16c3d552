package jwt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/provider"
)

const (
	refetchPause = 10 * time.Second // from one fetch to the next, whatever tokens ask for
	maxSetAge    = time.Hour        // after which a set is fetched again: a key may have been withdrawn
)

// keySet is the set of keys that a provider publishes at a URL (RFC 7517), one a URL and app. It is fetched when a
// token first needs it and not at start, for a provider that is down must not keep the service down. A fetch that fails
// leaves the keys of the last one that worked.
type keySet struct {
	source
	app    *rt.App
	client *http.Client

	life    context.Context // of fetches: not that of a request, whose caller could end it for everybody
	stop    context.CancelFunc
	fetches sync.WaitGroup

	mu      sync.Mutex
	latest  *publication  // nil until a fetch has worked; replaced, never changed
	tried   time.Time     // when the last fetch began
	failed  error         // how the last fetch did
	left    string        // which keys of the last set that was read are not used, and why
	running chan struct{} // closed when the fetch under way has ended; nil when none is
}

// source is where a key set is.
type source struct {
	url    string         // "": the issuer's document about itself says it
	issuer string         // that is asked for that document
	hosts  provider.Hosts // that may be asked over plain http
}

// publication is the key set that one fetch has brought, and the time of it.
type publication struct {
	keys []publishedKey
	at   time.Time
}

// keySetOf is the set of a URL, shared by all verifiers of the app; nil once the problem is reported.
func keySetOf(s *rt.Setup, address string) *keySet {
	set, err := sharedKeySet(s.App(), address)
	if err != nil {
		s.Fail(fmt.Errorf("set up JWT keys: %w", err))
		return nil
	}
	return set
}

func sharedKeySet(app *rt.App, address string) (*keySet, error) {
	if u, err := url.Parse(address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("the JWKS URL %q is not one of http or https", address)
	}
	return resource(app, "jwks "+address, source{url: address})
}

// resource is the key set of a name, one an app.
func resource(app *rt.App, name string, from source) (*keySet, error) {
	shared, err := app.Resource(name, func() (io.Closer, error) {
		made := &keySet{source: from, app: app, client: newFetcher(app.Transport())}
		made.life, made.stop = context.WithCancel(context.Background())
		return made, nil
	})
	if err != nil {
		return nil, err
	}
	return shared.(*keySet), nil
}

// discoveredKeys is the set whose address an issuer's document about itself says; nil once the problem is reported.
func discoveredKeys(s *rt.Setup, issuer string) *keySet {
	set, err := resource(s.App(), "jwks of "+issuer, source{issuer: issuer, hosts: s.HTTPHosts()})
	if err != nil {
		s.Fail(fmt.Errorf("set up JWT keys: %w", err))
		return nil
	}
	return set
}

// Close ends a fetch under way and closes its connection.
func (s *keySet) Close() error {
	s.stop()
	s.fetches.Wait()
	s.client.CloseIdleConnections()
	return nil
}

// known returns the keys at hand, nil where there are none yet. Where they are old, it starts a fetch, and does not
// wait for it.
func (s *keySet) known() *publication {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.latest != nil && s.app.Now().Sub(s.latest.at) > maxSetAge {
		s.start()
	}
	return s.latest
}

// refreshed returns the keys after a fetch, unless the last one was just now. The error is that of the last fetch; the
// keys may be good even so.
func (s *keySet) refreshed(ctx context.Context) (*publication, error) {
	s.mu.Lock()
	running := s.start()
	s.mu.Unlock()
	if running != nil {
		select {
		case <-running:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.latest, s.failed
}

// start starts a fetch unless one is under way or has been in the last refetchPause. It returns what is closed when the
// fetch has ended, nil when there is none. s.mu is held.
func (s *keySet) start() (running <-chan struct{}) {
	now := s.app.Now()
	if s.running != nil {
		return s.running
	}
	if !s.tried.IsZero() && now.Sub(s.tried) < refetchPause || s.life.Err() != nil {
		return nil
	}
	s.tried = now
	s.running = make(chan struct{})
	s.fetches.Go(s.refresh)
	return s.running
}

func (s *keySet) refresh() {
	keys, left, err := s.fetch()
	if err != nil && !errors.Is(err, context.Canceled) {
		s.app.Logger().Warn("keys of a JWT provider not fetched", "url", cmp.Or(s.url, s.issuer), "error", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.failed = err; err == nil {
		s.latest = &publication{keys: keys, at: s.app.Now()}
		s.tell(leftOut(left))
	}
	close(s.running)
	s.running = nil
}

func (s *keySet) fetch() (keys []publishedKey, left []string, err error) {
	address := s.url
	if address == "" {
		if address, err = s.discover(); err != nil {
			return nil, nil, fmt.Errorf("the document of the issuer: %w", err)
		}
	}
	set, err := fetchSet(s.life, s.client, address)
	if err != nil {
		return nil, nil, err
	}
	return readSet(set)
}

var errOtherIssuer = errors.New("it says that it is another issuer than the one asked for")

// discover asks the issuer where its keys are (OpenID Connect Discovery, section 4).
func (s *keySet) discover() (address string, err error) {
	text, err := fetchSet(s.life, s.client, strings.TrimRight(s.issuer, "/")+"/.well-known/openid-configuration")
	if err != nil {
		return "", err
	}
	var said struct {
		Issuer string `json:"issuer"`
		Keys   string `json:"jwks_uri"`
	}
	if err := json.Unmarshal(text, &said); err != nil {
		return "", err
	}
	if said.Issuer != s.issuer {
		return "", errOtherIssuer
	}
	if problem := provider.EndpointProblem(s.issuer, said.Keys, s.hosts); problem != "" {
		return "", fmt.Errorf("its jwks_uri %s", problem)
	}
	return said.Keys, nil
}

// tell logs which keys are not used, once as long as these are the same: anybody can have the set fetched again. s.mu
// is held.
func (s *keySet) tell(left string) {
	if left != "" && left != s.left {
		s.app.Logger().Warn("keys of a JWT provider not used", "url", cmp.Or(s.url, s.issuer), "error", left)
	}
	s.left = left
}
