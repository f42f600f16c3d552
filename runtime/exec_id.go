package runtime

import (
	"crypto/rand"
	"sync"
)

// executionID is the id of an execution: 26 letters and digits of base32, which nobody guesses, as rand.Text makes
// them. As a text it costs an allocation, which only who keeps it pays.
type executionID [26]byte

const idLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// randomBytes are for the next ids: to ask for those of many costs little more than to ask for those of one.
type randomBytes struct {
	bytes [16 * len(executionID{})]byte
	left  int // of them, at the end
}

var randoms = sync.Pool{New: func() any { return new(randomBytes) }}

// make makes it.
func (id *executionID) make() {
	random := randoms.Get().(*randomBytes)
	if random.left == 0 {
		_, _ = rand.Read(random.bytes[:]) // it never fails
		random.left = len(random.bytes)
	}
	for i, b := range random.bytes[len(random.bytes)-random.left:][:len(id)] {
		id[i] = idLetters[b%32]
	}
	random.left -= len(id)
	randoms.Put(random)
}

// String is the id for who keeps it.
func (id *executionID) String() string { return string(id[:]) }
