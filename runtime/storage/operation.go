package storage

import (
	"context"
	"errors"
	"fmt"

	"github.com/flowc-dev/flowc/runtime/storage/backend"
)

// operationError is the cause of a failed operation of an execution.
type operationError struct {
	what, key string // the key's prefix
	err       error
}

func (e *operationError) Error() string {
	return fmt.Sprintf("%s %q in Local Storage: %v", e.what, e.key, e.err)
}

func (e *operationError) Unwrap() error { return e.err }

// Public says why without the words of the store, which quote keys and host names.
func (e *operationError) Public() string {
	var unavailable *backend.UnavailableError
	switch {
	case errors.As(e.err, &unavailable):
		return "Local Storage is unavailable"
	case errors.Is(e.err, context.DeadlineExceeded):
		return "Local Storage did not answer in time"
	}
	return "Local Storage can't do this"
}
