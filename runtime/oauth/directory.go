package oauth

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/provider"
)

const (
	directoryPause  = time.Second // from one fetch to the next, however many callers need it
	maxDirectoryAge = time.Hour   // after which it is fetched again: endpoints move
)

// directory keeps what an issuer says about itself, one an issuer and app. It is fetched when a caller first needs it,
// and again when it is old or an endpoint has failed. A fetch that fails leaves what the last one brought.
type directory struct {
	provider Provider
	issuer   string
	document string // about the issuer
	hosts    provider.Hosts
	app      *rt.App
	http     *http.Client

	life    context.Context // of fetches: not that of a request, whose caller could end it for everybody
	stop    context.CancelFunc
	fetches sync.WaitGroup

	mu      sync.Mutex
	known   *metadata     // replaced, never changed; nil before the first
	fetched time.Time     // when known was
	tried   time.Time     // when the last fetch began
	failed  error         // how the last fetch did
	doubted bool          // an endpoint has failed since
	running chan struct{} // closed when the fetch under way has ended; nil when none is
}

// directoryOf is the directory of a party's issuer, shared by all verifiers of the app.
func directoryOf(s *rt.Setup, p *party) *directory {
	of, document := p.config.Provider, p.config.Discovery
	if document == "" {
		document = strings.TrimRight(p.issuer, "/") + "/.well-known/openid-configuration"
	}
	shared, err := s.App().Resource("oauth "+string(of)+" "+p.issuer+" "+document, func() (io.Closer, error) {
		life, stop := context.WithCancel(context.Background())
		return &directory{provider: of, issuer: p.issuer, document: document, hosts: p.hosts, app: s.App(), http: p.http, life: life, stop: stop}, nil
	})
	if err != nil {
		s.Fail(fmt.Errorf("set up the provider %s: %w", of, err))
		return nil
	}
	return shared.(*directory)
}

// Close ends a fetch under way.
func (d *directory) Close() error {
	d.stop()
	d.fetches.Wait()
	return nil
}

var errUnknown = errors.New("it is not configured")

// get returns what the issuer says about itself. It waits for a fetch where nothing is known, or an endpoint has
// failed; where what is known is only old, it starts one and goes on. The error is that of the last fetch.
func (d *directory) get(ctx context.Context) (*metadata, error) {
	if d == nil {
		return nil, errUnknown
	}
	d.mu.Lock()
	known, doubted := d.known, d.doubted
	fresh := known != nil && !doubted && d.app.Now().Sub(d.fetched) < maxDirectoryAge
	var running <-chan struct{}
	if !fresh {
		running = d.start()
	}
	d.mu.Unlock()
	if running != nil && (known == nil || doubted) {
		select {
		case <-running:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.known == nil {
		return nil, d.failed
	}
	return d.known, nil
}

// doubt has what is known fetched again before it is used next.
func (d *directory) doubt() {
	if d == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.doubted = true
}

// start starts a fetch unless one is under way or has been just now. It returns what is closed when the fetch has
// ended, nil when there is none. d.mu is held.
func (d *directory) start() (running <-chan struct{}) {
	now := d.app.Now()
	if d.running != nil {
		return d.running
	}
	if !d.tried.IsZero() && now.Sub(d.tried) < directoryPause || d.life.Err() != nil {
		return nil
	}
	d.tried = now
	d.running = make(chan struct{})
	d.fetches.Go(d.refresh)
	return d.running
}

func (d *directory) refresh() {
	known, err := d.fetch()
	if err != nil && !errors.Is(err, context.Canceled) {
		d.app.Logger().Warn("what an identity provider says about itself was not fetched", "issuer", d.issuer, "error", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.failed = err; err == nil {
		d.known, d.fetched, d.doubted = known, d.app.Now(), false
	}
	close(d.running)
	d.running = nil
}

func (d *directory) fetch() (*metadata, error) {
	request, err := http.NewRequestWithContext(d.life, http.MethodGet, d.document, nil)
	if err != nil {
		return nil, fmt.Errorf("build the request: %w", withoutURL(err))
	}
	answer, err := ask(d.http, request)
	if err != nil {
		return nil, err
	}
	return readMetadata(d.provider, d.issuer, d.hosts, answer)
}
