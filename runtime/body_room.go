package runtime

import (
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
)

// bodyRoom is the memory that the bodies of all requests may take at once, with what is decoded of them.
type bodyRoom struct {
	taken atomic.Int64 // bytes
	limit int64
}

var errTooMuch = errors.New("as many bytes of bodies are in memory as may")

// tooMuch is the 503 for a caller whose body there is no room for.
func tooMuch() error {
	return &Error{Status: http.StatusServiceUnavailable, Detail: "too many large requests at once", RetryAfter: retryLater, Err: errTooMuch}
}

// bodyShare is the part of a bodyRoom, in bytes, that one execution has taken. A value that its caller sent may be
// converted wherever it has come to, and so knows the share, also when the execution is over: then it counts for
// nobody, or for the next one that has the share. A nil share counts nothing.
type bodyShare struct {
	room  *bodyRoom
	mu    sync.Mutex
	taken int64 // bytes
	open  bool  // while an execution has it
}

func (s *bodyShare) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.open = true
}

// take takes room for n bytes, or gives some back where n is negative.
func (s *bodyShare) take(n int64) error {
	if s == nil || n == 0 {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.open {
		return nil
	}
	s.taken += n
	if s.room.taken.Add(n) > s.room.limit && n > 0 {
		return tooMuch()
	}
	return nil
}

// give ends what take has begun.
func (s *bodyShare) give(n int64) { _ = s.take(-n) }

// count is take for memory that is taken whether or not there is room for it; others then have to wait.
func (s *bodyShare) count(n int) { _ = s.take(int64(n)) }

// end gives all of the share back.
func (s *bodyShare) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.room.taken.Add(-s.taken)
	s.taken, s.open = 0, false
}

// MessageRoom is the share of the memory for bodies that a request takes which no execution has read: a message of
// another protocol.
type MessageRoom struct{ share bodyShare }

// Take takes room for n bytes. The error is the 503 for a caller whose message there is none for.
func (r *MessageRoom) Take(n int) error { return r.share.take(int64(n)) }

// Close gives back what was taken.
func (r *MessageRoom) Close() { r.share.end() }

// What values cost beside their own bytes, in bytes: a little less than they do.
const (
	costOfBlock  = 16 // of memory that a value has for itself
	costOfMember = 48 // of an object's key while its keys are told apart, or of a map
)

// tally is the number of bytes decoded since the share was told. It is told of some kilobytes at once, as the share is
// of memory that all requests write to.
type tally struct {
	share *bodyShare
	bytes int64
}

// maxTally is the most bytes that are decoded before the share is told.
const maxTally = 4 << 10

// add counts memory that a decoder allocates, before it does.
func (t *tally) add(bytes int) error {
	t.bytes += int64(bytes)
	if t.bytes < maxTally {
		return nil
	}
	return t.settle()
}

// settle tells the share.
func (t *tally) settle() error {
	n := t.bytes
	t.bytes = 0
	return t.share.take(n)
}
