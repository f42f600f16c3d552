package jwt

import (
	"context"
	"crypto"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"sync"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/provider"
)

// maxBalancerKeys is how many keys of load balancers are kept, and how many names of keys that do not exist.
const maxBalancerKeys = 16

// balancerKeys are the keys that load balancers of a region sign with, one a region and app. Each has an address of its
// own, and is fetched when a token first names it, at most one in refetchPause: anybody can name any.
type balancerKeys struct {
	region string
	app    *rt.App
	client *http.Client

	life    context.Context // of fetches: not that of a request, whose caller could end it for everybody
	stop    context.CancelFunc
	fetches sync.WaitGroup

	mu      sync.Mutex
	known   []balancerKey // the latest last
	unknown []string      // kids that are not published, the latest last
	tried   time.Time     // when the last fetch began
	failed  error         // why the last one has brought nothing, where it may bring something later
	running chan struct{} // closed when the fetch under way has ended; nil when none is
}

type balancerKey struct {
	id     string
	public crypto.PublicKey
}

// balancersOf sets the load balancers whose tokens are accepted: all of one region.
func (r *rules) balancersOf(s *rt.Setup, arns []string) {
	r.balancers = append([]string{}, given(arns)...)
	region := ""
	for _, arn := range r.balancers {
		if region != "" && provider.Region(arn) != region {
			s.Fail(errors.New("set up tokens of load balancers: they are of several regions"))
			return
		}
		region = provider.Region(arn)
	}
	shared, err := s.App().Resource("balancers of "+region, func() (io.Closer, error) {
		made := &balancerKeys{region: region, app: s.App(), client: newFetcher(s.App().Transport())}
		made.life, made.stop = context.WithCancel(context.Background())
		return made, nil
	})
	if err != nil {
		s.Fail(fmt.Errorf("set up tokens of load balancers: %w", err))
		return
	}
	r.balancerKeys = shared.(*balancerKeys)
}

// Close ends a fetch under way and closes its connection.
func (b *balancerKeys) Close() error {
	b.stop()
	b.fetches.Wait()
	b.client.CloseIdleConnections()
	return nil
}

// check returns why a token is not signed by one of the load balancers, or "".
func (b *balancerKeys) check(ctx context.Context, t *token, a *accepted) string {
	if b == nil || provider.BalancerKey(b.region, t.keyID) == "" {
		return reasonSignature
	}
	public, err := b.get(ctx, t.keyID)
	switch {
	case err != nil:
		return ReasonProvider
	case public == nil || fits(a.algorithm, public) != nil:
		return reasonSignature
	}
	if key := (&asymmetricKey{method: a.method, public: public}); !key.verify(t.signed, t.signature) {
		return reasonSignature
	}
	return ""
}

// get returns the key of a kid, nil where there is none. The error says why that can't be known now.
func (b *balancerKeys) get(ctx context.Context, kid string) (crypto.PublicKey, error) {
	for range 2 { // the second time behind a fetch
		b.mu.Lock()
		public, decided := b.find(kid)
		running := b.running
		if !decided && running == nil {
			running = b.start(kid)
		}
		failed := b.failed
		b.mu.Unlock()
		if decided {
			return public, nil
		}
		if running == nil {
			return nil, failed
		}
		select {
		case <-running:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	public, _ := b.find(kid)
	return public, b.failed
}

// find reports whether a kid is known, or known not to be published. b.mu is held.
func (b *balancerKeys) find(kid string) (public crypto.PublicKey, decided bool) {
	if i := slices.IndexFunc(b.known, func(k balancerKey) bool { return k.id == kid }); i >= 0 {
		return b.known[i].public, true
	}
	return nil, slices.Contains(b.unknown, kid)
}

// start starts the fetch of a key, unless there has been one in the last refetchPause. b.mu is held.
func (b *balancerKeys) start(kid string) chan struct{} {
	now := b.app.Now()
	if !b.tried.IsZero() && now.Sub(b.tried) < refetchPause || b.life.Err() != nil {
		return nil
	}
	b.tried = now
	b.running = make(chan struct{})
	b.fetches.Go(func() { b.fetch(kid) })
	return b.running
}

func (b *balancerKeys) fetch(kid string) {
	text, err := fetchSet(b.life, b.client, provider.BalancerKey(b.region, kid))
	var public crypto.PublicKey
	if err == nil {
		public, err = parsePublic(string(text))
	}
	var status statusError
	absent := errors.As(err, &status) && status >= http.StatusBadRequest && status < http.StatusInternalServerError
	if err != nil && !absent && !errors.Is(err, context.Canceled) {
		b.app.Logger().Warn("key of a load balancer not fetched", "region", b.region, "error", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	switch b.failed = nil; {
	case err == nil:
		b.known = latest(append(b.known, balancerKey{kid, public}))
	case absent:
		b.unknown = latest(append(b.unknown, kid))
	default:
		b.failed = err
	}
	close(b.running)
	b.running = nil
}

// latest are the last maxBalancerKeys of a list.
func latest[T any](list []T) []T { return list[max(0, len(list)-maxBalancerKeys):] }
