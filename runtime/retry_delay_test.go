package runtime

import (
	"context"
	"errors"
	"testing"
	"time"
)

// TestDelays draws delays between 0 and what they have doubled to, whatever the attempt: none is longer than it may be, none is always
// the same, and there is one after thousands of attempts, too.
func TestDelays(t *testing.T) {
	for _, tt := range []struct {
		policy  RetryPolicy
		attempt int
		most    time.Duration
	}{
		{RetryPolicy{Delay: time.Second, Exponential: true}, 1, time.Second},
		{RetryPolicy{Delay: time.Second, Exponential: true}, 4, 8 * time.Second},
		{RetryPolicy{Delay: time.Second, Exponential: true, MaxDelay: 3 * time.Second}, 3, 3 * time.Second},
		{RetryPolicy{Delay: time.Second, Exponential: true, MaxDelay: 3 * time.Second}, 5000, 3 * time.Second},
		{RetryPolicy{Delay: time.Second, Exponential: true}, 5000, maxDuration},
	} {
		least, longest := maxDuration, time.Duration(0)
		for range 200 {
			d := tt.policy.delay(tt.attempt)
			least, longest = min(least, d), max(longest, d)
		}
		if least < 0 || longest >= tt.most || longest < tt.most/2 || least > tt.most/2 {
			t.Errorf("%+v, attempt %d: from %v to %v, want up to %v", tt.policy, tt.attempt, least, longest, tt.most)
		}
	}
}

// TestDeadlineOfWhoHasLeft is seen by who asks for the error alone, and waits for nothing.
func TestDeadlineOfWhoHasLeft(t *testing.T) {
	parent, leave := context.WithCancel(t.Context())
	d := &deadline{parent: parent, at: time.Now().Add(time.Hour)}
	if err := d.Err(); err != nil {
		t.Fatal(err)
	}
	leave()
	if err := d.Err(); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
