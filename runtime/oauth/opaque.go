package oauth

import (
	"context"
	"crypto/sha256"
	"errors"
	"log/slog"
	"sync"
	"time"
)

const (
	confirmedTime = 30 * time.Second // how long a token that was confirmed is believed without asking again
	maxConfirmed  = 10_000           // tokens
)

// refusal is why a token that an endpoint was asked about was not confirmed.
type refusal string

func (r refusal) Error() string { return string(r) }

// confirmation is a token that an endpoint has confirmed.
type confirmation struct {
	who     identity
	expires time.Time // of the token; zero: nobody said
}

// opaque asks an endpoint about a token, unless it was confirmed just now. What was not confirmed is not remembered,
// and a provider that does not answer confirms nothing.
func (p *party) opaque(ctx context.Context, log *slog.Logger, token string, ask func(context.Context, string) (confirmation, error)) (identity, string) {
	if who, ok := p.confirmed.find(token, p.now()); ok {
		return who, ""
	}
	found, err := ask(ctx, token)
	var refused refusal
	switch {
	case errors.As(err, &refused):
		return identity{}, string(refused)
	case err != nil:
		p.failed(ctx, log, err)
		return identity{}, reasonProvider
	case !found.expires.IsZero() && !p.now().Before(found.expires):
		return identity{}, reasonExpired
	case found.who.sub == "":
		return identity{}, reasonMalformed
	}
	p.confirmed.keep(token, found, p.now())
	return found.who, ""
}

// confirmations are the tokens confirmed just now, by their hash: no token stays in memory.
type confirmations struct {
	mu    sync.Mutex
	known map[[sha256.Size]byte]confirmation
}

// find returns whose token it is, if it was confirmed just now.
func (c *confirmations) find(token string, now time.Time) (identity, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.known[sha256.Sum256([]byte(token))]
	return found.who, ok && now.Before(found.expires)
}

// keep remembers a token for a while, and not beyond its end. Where too many are remembered, those that are over are
// forgotten; where none is, the new one is not remembered.
func (c *confirmations) keep(token string, found confirmation, now time.Time) {
	until := now.Add(confirmedTime)
	if found.expires.IsZero() || until.Before(found.expires) {
		found.expires = until
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = map[[sha256.Size]byte]confirmation{}
	}
	if len(c.known) >= maxConfirmed {
		for hash, old := range c.known {
			if !now.Before(old.expires) {
				delete(c.known, hash)
			}
		}
	}
	if len(c.known) < maxConfirmed {
		c.known[sha256.Sum256([]byte(token))] = found
	}
}
