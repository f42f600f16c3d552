package storage

import (
	"context"
	"errors"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// Store keeps values of type T under keys, as JSON. It is safe for concurrent use.
type Store[T any] struct {
	storage *handle
	config  StoreConfig
	codec   codec[T]
}

// StoreConfig says how a Store keeps values.
type StoreConfig struct {
	TTL    time.Duration // how long a value lives from Set and SetIfAbsent on; at least a millisecond where these are used
	Labels string        // of the values as a whole, as in a flowc tag; where there are any, the log masks the values
}

// Item is the value that Get or Take found, if there was one.
type Item[T any] struct {
	Found bool `json:"found"`
	Value T    `json:"value"` // the zero T where nothing was found
}

// Stored is the effect of SetIfAbsent.
type Stored struct {
	Stored bool `json:"stored"` // false: something was there, and still is
}

var errNoTTL = errors.New("the store has no time to live")

// NewStore opens the Local Storage of STORAGE_URL; a URL that is malformed, or a file that can't be opened, is reported
// to s.
func NewStore[T any](s *rt.Setup, c StoreConfig) *Store[T] {
	return &Store[T]{storage: open(s), config: c, codec: newCodec[T](c.Labels)}
}

// Get returns the value of key. A counter, or a value that is no T, is an error.
func (s *Store[T]) Get(x *rt.Exec, key string) (Item[T], error) {
	return s.read(x, "get", key, backend.Store.Get)
}

// Take is Get and Delete in one step: of concurrent calls, one finds the value. A value that is no T is gone too; a
// counter stays.
func (s *Store[T]) Take(x *rt.Exec, key string) (Item[T], error) {
	return s.read(x, "take", key, backend.Store.Take)
}

type reading func(b backend.Store, ctx context.Context, key string) (text string, found bool, err error)

func (s *Store[T]) read(x *rt.Exec, what, key string, from reading) (Item[T], error) {
	var item Item[T]
	err := s.storage.do(x, what, key, func(ctx context.Context, b backend.Store) error {
		text, found, err := from(b, ctx, key)
		if err != nil || !found {
			return err
		}
		item.Found = true
		item.Value, err = s.codec.decode(text)
		return err
	})
	if err != nil {
		return Item[T]{}, err
	}
	if !item.Found {
		x.LogOutput("missing")
		return item, nil
	}
	x.LogOutput("found")
	s.codec.mask(x, &item)
	return item, nil
}

// Set stores value under key for the TTL, in place of whatever was there.
func (s *Store[T]) Set(x *rt.Exec, key string, value T) error {
	return s.write(x, "set", key, value, func(ctx context.Context, b backend.Store, text string) error {
		return b.Set(ctx, key, text, s.config.TTL)
	})
}

// SetIfAbsent stores value under key for the TTL, unless something is there: of concurrent calls, one stores.
func (s *Store[T]) SetIfAbsent(x *rt.Exec, key string, value T) (Stored, error) {
	var stored Stored
	err := s.write(x, "set", key, value, func(ctx context.Context, b backend.Store, text string) (err error) {
		stored.Stored, err = b.SetIfAbsent(ctx, key, text, s.config.TTL)
		return err
	})
	if err != nil {
		return Stored{}, err
	}
	if stored.Stored {
		x.LogOutput("stored")
	} else {
		x.LogOutput("exists")
	}
	if x.Debug() {
		x.Values(stored)
	}
	return stored, nil
}

func (s *Store[T]) write(x *rt.Exec, what, key string, value T, to func(context.Context, backend.Store, string) error) error {
	return s.storage.do(x, what, key, func(ctx context.Context, b backend.Store) error {
		if s.config.TTL < time.Millisecond {
			return errNoTTL
		}
		text, err := s.codec.encode(value)
		if err != nil {
			return err
		}
		return to(ctx, b, text)
	})
}

// Delete deletes what is stored under key, a counter too. Where there is nothing, it does nothing.
func (s *Store[T]) Delete(x *rt.Exec, key string) error {
	return s.storage.do(x, "delete", key, func(ctx context.Context, b backend.Store) error { return b.Delete(ctx, key) })
}

// Deleted is the effect of DeletePrefix.
type Deleted struct {
	Deleted int64 `json:"deleted"` // how many keys there were
}

// DeletePrefix deletes what is stored under all keys that begin with prefix, which [Prefix] writes; counters too. What
// is stored while it runs may stay.
func (s *Store[T]) DeletePrefix(x *rt.Exec, prefix string) (Deleted, error) {
	var deleted Deleted
	err := s.storage.do(x, "delete", prefix, func(ctx context.Context, b backend.Store) (err error) {
		deleted.Deleted, err = b.DeletePrefix(ctx, prefix)
		return err
	})
	if err != nil {
		return Deleted{}, err
	}
	if x.Debug() {
		x.Values(deleted)
	}
	return deleted, nil
}
