package storage_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
)

func TestOnce(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		var firsts atomic.Int64
		s.concurrently(t, 20, func(x *rt.Exec) {
			first, err := storage.Once(x, "flowc.webhook:1", time.Hour)
			if err != nil {
				t.Error(err)
			}
			if first {
				firsts.Add(1)
			}
		})
		if firsts.Load() != 1 {
			t.Errorf("%d are the first", firsts.Load())
		}
		s.execute(t.Context(), func(x *rt.Exec) {
			if first, err := storage.Once(x, "flowc.webhook:2", time.Hour); err != nil || !first {
				t.Errorf("another key: %v, %v", first, err)
			}
			s.advance(time.Hour)
			if first, err := storage.Once(x, "flowc.webhook:1", time.Hour); err != nil || !first {
				t.Errorf("once it has expired: %v, %v", first, err)
			}
		})
	})
}

func TestOpen(t *testing.T) {
	s := openStore(t, "canary:")
	storage.Open(s.setup)
	if err := s.setup.Err(); err == nil || !strings.Contains(err.Error(), "STORAGE_URL") {
		t.Errorf("%v", err)
	}
	s.execute(t.Context(), func(x *rt.Exec) {
		if first, err := storage.Once(x, "k", time.Hour); err == nil || first {
			t.Errorf("%v, %v", first, err)
		}
	})
}
