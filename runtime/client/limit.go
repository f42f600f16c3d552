package client

import (
	"context"
	"errors"
	"fmt"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// limit is the longest time of a call, beside the execution that it is part of.
type limit struct {
	within time.Duration
	name   string // what sets it, as people know it
}

// limit is the client's own. Where its workflow has not set one, an attempt of a Retry leaves time to those after it.
func (c *Client[T]) limit(x *rt.Exec) limit {
	if c.config.Timeout > 0 {
		return limit{c.config.Timeout, "apiTimeout"}
	}
	if left, limited := x.AttemptLeft(); limited && left < defaultTimeout {
		return limit{left, "what the attempt had left of its share"}
	}
	return limit{defaultTimeout, "the default of apiTimeout"}
}

// named is err, with the limit where that has ended the call.
func (l limit) named(x *rt.Exec, err error) error {
	if !errors.Is(err, context.DeadlineExceeded) || x.Context().Err() != nil { // the log says what has ended the execution
		return err
	}
	return fmt.Errorf("no answer within %v, %s: %w", l.within.Round(time.Millisecond), l.name, withoutURL(err))
}
