package sqlite

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// busyAtOnce is SQLITE_BUSY_SNAPSHOT: of the kinds for which SQLite does not wait, whatever its busy_timeout is.
const busyAtOnce = busy | 2<<8

var errBusy = errors.New("database is locked")

// registerBusy has errBusy taken for SQLITE_BUSY until the test ends.
func registerBusy(t *testing.T) {
	t.Helper()
	before := engine
	t.Cleanup(func() { engine = before })
	Register(Engine{Code: func(err error) int {
		if errors.Is(err, errBusy) {
			return busyAtOnce
		}
		return 0
	}})
}

// What SQLite fails at once is tried again and again, and not by all that a processor can do.
func TestPatiently(t *testing.T) {
	registerBusy(t)
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct{ context, limit time.Duration }{{time.Hour, patience}, {pause / 2, pause / 2}} {
			ctx, cancel := context.WithTimeout(t.Context(), c.context)
			defer cancel()
			began, tries := time.Now(), 0
			err := Patiently(ctx, func() error {
				if tries++; tries > 10_000 { // where nothing pauses, no time passes here
					t.Fatal("it is tried without a pause")
				}
				return errBusy
			})
			if took := time.Since(began); !errors.Is(err, errBusy) || took < c.limit || took > c.limit+pause {
				t.Errorf("may take %s: %v after %s and %d tries", c.limit, err, took, tries)
			}
		}
	})
}

func TestPatientlyUntilItIsDone(t *testing.T) {
	registerBusy(t)
	for _, want := range []error{nil, errors.New("no such table")} {
		tries := 0
		err := Patiently(t.Context(), func() error {
			if tries++; tries < 3 {
				return errBusy
			}
			return want
		})
		if !errors.Is(err, want) || tries != 3 {
			t.Errorf("%v after %d tries, want %v", err, tries, want)
		}
	}
}
