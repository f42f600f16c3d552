package runtime

import "crypto/rand"

// executionID is the id of an execution: 26 letters and digits of base32, which nobody guesses, as rand.Text makes them. As a
// text it costs an allocation, which only who keeps it pays.
type executionID [26]byte

const idLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// make makes it.
func (id *executionID) make() {
	_, _ = rand.Read(id[:]) // it never fails
	for i, b := range id {
		id[i] = idLetters[b%32]
	}
}

// String is the id for who keeps it.
func (id *executionID) String() string { return string(id[:]) }
