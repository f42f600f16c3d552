package storage_test

import (
	"strconv"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// TestDeletePrefix deletes whole segments: the keys of one user, and of nobody whose name begins alike or means something to
// a store.
func TestDeletePrefix(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		texts := values[string](t, s, time.Hour)
		visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
		brief := values[string](t, s, time.Minute)
		s.execute(t.Context(), func(x *rt.Exec) {
			users := []string{"ann", "anna", "an", "", "an*", "a?n", "[ann]", `a\nn`, "ann:1", "%", "Ann", "ä", ";", "ann;"}
			for _, user := range users {
				for i := range 3 {
					if err := texts.Set(x, storage.Key("sess", user, strconv.Itoa(i)), "v"); err != nil {
						t.Fatal(err)
					}
				}
				if _, err := visits.Increment(x, storage.Key("sess", user, "n")); err != nil {
					t.Fatal(err)
				}
			}
			if err := texts.Set(x, "sess:ann", "v"); err != nil { // no part of it follows
				t.Fatal(err)
			}
			for at, user := range users {
				if gone, err := texts.DeletePrefix(x, storage.Prefix("sess", user)); err != nil || gone.Deleted != 4 {
					t.Errorf("%q: deleted %+v, %v, want 4", user, gone, err)
				}
				if gone, err := texts.DeletePrefix(x, storage.Prefix("sess", user)); err != nil || gone.Deleted != 0 {
					t.Errorf("%q again: deleted %+v, %v", user, gone, err)
				}
				for _, other := range users[at+1:] {
					if item, err := texts.Get(x, storage.Key("sess", other, "2")); err != nil || !item.Found {
						t.Errorf("%q went with %q: %v", other, user, err)
					}
				}
			}
			if item, err := texts.Get(x, "sess:ann"); err != nil || !item.Found {
				t.Errorf("the prefix itself is gone: %v", err)
			}
			if err := brief.Set(x, "sess:bob:1", "v"); err != nil {
				t.Fatal(err)
			}
		})
		s.advance(2 * time.Minute)
		s.execute(t.Context(), func(x *rt.Exec) {
			if gone, err := texts.DeletePrefix(x, storage.Prefix("sess", "bob")); err != nil || gone.Deleted != 0 {
				t.Errorf("deleted %+v, %v of what has expired", gone, err)
			}
			if gone, err := texts.DeletePrefix(x, storage.Prefix("other")); err != nil || gone.Deleted != 0 {
				t.Errorf("deleted %+v, %v of what nobody stored", gone, err)
			}
		})
	})
}

// TestDeletePrefixOfMany deletes more than a store looks at, at a time.
func TestDeletePrefixOfMany(t *testing.T) {
	onEach(t, func(t *testing.T, s *store) {
		texts := values[string](t, s, time.Hour)
		s.execute(t.Context(), func(x *rt.Exec) {
			const many = 2500
			for i := range many {
				if err := texts.Set(x, storage.Key("s", strconv.Itoa(i%2), strconv.Itoa(i)), "v"); err != nil {
					t.Fatal(err)
				}
			}
			if gone, err := texts.DeletePrefix(x, storage.Prefix("s", "0")); err != nil || gone.Deleted != many/2 {
				t.Errorf("deleted %+v, %v", gone, err)
			}
			if gone, err := texts.DeletePrefix(x, storage.Prefix("s")); err != nil || gone.Deleted != many/2 {
				t.Errorf("deleted %+v, %v of the rest", gone, err)
			}
		})
	})
}
