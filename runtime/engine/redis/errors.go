package redis

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/redis/go-redis/v9"

	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// explain says what an answer of the server means, and tells what may pass from what may not.
func explain(err error) error {
	if err == nil {
		return nil
	}
	var answer redis.Error
	if !errors.As(err, &answer) { // it comes from the connection, or from having none
		return &backend.UnavailableError{Err: err}
	}
	switch text := answer.Error(); {
	case strings.Contains(text, "would overflow"):
		return backend.ErrOverflow
	case strings.Contains(text, "not an integer"):
		return backend.ErrIsValue
	case strings.Contains(text, "WRONGTYPE"):
		return backend.ErrForeign
	case mayPass(text):
		return &backend.UnavailableError{Err: err}
	}
	return err
}

// mayPass knows the answers of a server that starts, loads, fails over or is out of room.
func mayPass(text string) bool {
	for _, prefix := range []string{"LOADING", "READONLY", "MASTERDOWN", "CLUSTERDOWN", "TRYAGAIN", "NOREPLICAS",
		"MISCONF", "OOM", "BUSY", "ERR max number of clients"} {
		if strings.HasPrefix(text, prefix) {
			return true
		}
	}
	return false
}

// clientLog has the client log as everything else does, instead of straight to standard error. It is for debugging:
// what matters to an execution comes as its error.
type clientLog struct{}

// Printf implements the logger of package redis.
func (clientLog) Printf(ctx context.Context, format string, args ...any) {
	slog.DebugContext(ctx, "the client of Redis", "says", fmt.Sprintf(format, args...))
}
