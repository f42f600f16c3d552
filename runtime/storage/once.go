package storage

import (
	"context"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Once says whether key is new, and marks it for ttl: of concurrent calls, one is the first. It uses the Local Storage
// of STORAGE_URL without a node of its own, as webhooks do for the ids of deliveries; Open opens that at start.
func Once(x *rt.Exec, key string, ttl time.Duration) (first bool, err error) {
	h := shared(x.App())
	err = h.do(x, "mark", key, func(ctx context.Context, b backend) (err error) {
		first, err = b.setIfAbsent(ctx, key, "true", ttl)
		return err
	})
	return first && err == nil, err
}

// Open opens the Local Storage of STORAGE_URL for Once, so that a URL that is malformed, or a file that can't be
// opened, is reported to s instead of failing the first execution.
func Open(s *rt.Setup) { open(s) }
