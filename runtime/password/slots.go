package password

import (
	"context"
	"fmt"
	"io"
	"runtime"

	rt "github.com/flowc-dev/flowc/runtime"
)

// bigMemory is the most memory of a hash, in KiB, that does not count as one of the few that take more.
const bigMemory = 64 << 10

// slots limits how many hashes an app computes at a time: as many as there are processors, for more would only take
// memory, and of those that take much memory one, so that stored parameters cannot exhaust it.
type slots struct {
	all chan struct{}
	big chan struct{}
}

// slotsOf are the slots of the app, shared by all of its hashers and verifiers.
func slotsOf(s *rt.Setup) *slots {
	shared, err := s.App().Resource("password", func() (io.Closer, error) {
		return &slots{all: make(chan struct{}, runtime.GOMAXPROCS(0)), big: make(chan struct{}, 1)}, nil
	})
	if err != nil {
		s.Fail(fmt.Errorf("set up password hashing: %w", err))
		return nil
	}
	return shared.(*slots)
}

// Close has nothing to close; a resource of an app wants it.
func (s *slots) Close() error { return nil }

// acquire waits for a turn to compute a hash that takes the given memory, in KiB. It fails when ctx is done first.
func (s *slots) acquire(ctx context.Context, memory uint32) (release func(), err error) {
	if memory <= bigMemory {
		return take(ctx, s.all)
	}
	releaseBig, err := take(ctx, s.big) // before a slot, so as not to keep one from others while waiting
	if err != nil {
		return nil, err
	}
	releaseSlot, err := take(ctx, s.all)
	if err != nil {
		releaseBig()
		return nil, err
	}
	return func() { releaseSlot(); releaseBig() }, nil
}

func take(ctx context.Context, turns chan struct{}) (release func(), err error) {
	if ctx.Err() != nil { // select would choose either
		return nil, ctx.Err()
	}
	select {
	case turns <- struct{}{}:
		return func() { <-turns }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
