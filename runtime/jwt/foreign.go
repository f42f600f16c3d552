package jwt

import (
	"sync"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

const (
	foreignPause = 10 * time.Second // from one issuer in the log to the next, as anybody can send one
	maxForeign   = 200              // characters of one
)

// Foreign logs issuers that tokens name and whose tokens are not wanted. Nothing has verified such a name: it helps
// whoever has configured another one. Its zero value is ready, and safe for concurrent use.
type Foreign struct {
	mu     sync.Mutex
	latest time.Time
}

// Log logs an issuer, unless another was logged just now.
func (f *Foreign) Log(x *rt.Exec, issuer string) {
	if !f.mayLog(x.Now()) {
		return
	}
	x.Logger().Info("token of another issuer refused", "claimed", x.Excerpt(issuer, maxForeign))
}

func (f *Foreign) mayLog(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if !f.latest.IsZero() && now.Sub(f.latest) < foreignPause {
		return false
	}
	f.latest = now
	return true
}
