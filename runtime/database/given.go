package database

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// ErrBusy is that of a given pool which had no connection free in time.
var ErrBusy = errors.New("no connection of the pool was free in time")

// busyRetry is when who found no connection free may try again.
const busyRetry = time.Second

// busy is the failure of an execution that waited for a connection in vain, whatever its deadline says.
func busy(err error) error {
	return &rt.Error{Status: http.StatusServiceUnavailable, RetryAfter: busyRetry, Err: &unavailableError{err}}
}

// openGiven returns the database of a pool of the program around, which configures, migrates and closes it.
func openGiven(s *rt.Setup, env string, pool PostgresPool) *handle {
	app, told := s.App(), &sync.Once{}
	h := &handle{engine: postgresEngine{pool: pool, given: true}, writer: pool, readers: pool, second: second{given: true, room: roomOf(pool)}}
	h.sessions = func(ctx context.Context) error {
		zone, err := h.fit(ctx, env)
		if err == nil && zone != "UTC" {
			told.Do(func() {
				app.Logger().Info("sessions have a time zone of their own: CURRENT_TIMESTAMP in a TIMESTAMP is of that",
					"variable", env, "zone", zone)
			})
		}
		return err
	}
	return h
}

// fit returns the time zone of sessions, or an error where they write times in a way that flowc does not read.
func (h *handle) fit(ctx context.Context, env string) (zone string, err error) {
	const ask = "SELECT current_setting('DateStyle'), current_setting('IntervalStyle'), current_setting('TimeZone')"
	var dates, intervals string
	if err := queryRow(ctx, h.readers, ask, nil, &dates, &intervals, &zone); err != nil {
		return "", fmt.Errorf("look at the sessions of %s: %w", env, classify(ctx, err))
	}
	if !strings.HasPrefix(dates, "ISO") {
		return "", fmt.Errorf("the sessions of %s have DateStyle %s: flowc reads ISO", env, dates)
	}
	if intervals != "postgres" {
		return "", fmt.Errorf("the sessions of %s have IntervalStyle %s: flowc reads postgres", env, intervals)
	}
	return zone, nil
}
