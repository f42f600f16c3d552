package mask

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// Text is the text that a log shows in place of a secret.
const Text = "••••"

// Set holds values to mask in every line. It grows while workflows are set up and is read without a lock.
type Set struct {
	mu      sync.Mutex
	values  []string
	Matcher atomic.Pointer[Matcher]
}

// Add masks values from now on; those shorter than MinLength are left out.
func (s *Set) Add(values ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.values)
	for _, v := range values {
		if len(v) >= MinLength && !slices.Contains(s.values, v) {
			s.values = append(s.values, v)
		}
	}
	if len(s.values) > before {
		s.Matcher.Store(NewMatcher(s.values))
	}
}

// Matcher finds many values in a text in one pass, in all their forms. It looks at the end of a window of MinLength
// bytes; a block that no form has there tells how far the window may move at once (Wu and Manber, A fast algorithm for
// multi-pattern searching, 1994), which is most of the window nearly always. A nil matcher finds nothing.
type Matcher struct {
	moves   []uint8             // by the hash of a block: how far the window may move; 0: a form may begin here
	shift   uint                // of a hash to an index of moves
	byStart map[uint64][]string // by the first eight bytes; sorted
	decodes bool                // the forms are not all: lines are decoded too
}

const (
	blockSize = 4 // bytes at the end of a window
	maxMove   = MinLength - blockSize + 1
)

// NewMatcher returns a matcher of these values, in all their forms.
func NewMatcher(values []string) *Matcher {
	length := 0
	for _, value := range values {
		length += len(value)
	}
	formsOf := maskedForms
	if length > maxEncoded {
		formsOf = escapedForms
	}
	var forms []string
	for _, value := range values {
		forms = append(forms, formsOf(value)...)
	}
	m := newFormMatcher(forms)
	m.decodes = length > maxEncoded
	return m
}

// newFormMatcher makes a matcher of forms, each of MinLength bytes at least.
func newFormMatcher(forms []string) *Matcher {
	m := &Matcher{byStart: make(map[uint64][]string, len(forms))}
	size := bits.Len(uint(16 * maxMove * len(forms))) // one entry in sixteen is taken at most
	size = min(max(size, 8), 16)
	m.moves, m.shift = make([]uint8, 1<<size), uint(32-size)
	for i := range m.moves {
		m.moves[i] = maxMove
	}
	slices.Sort(forms)
	for _, form := range slices.Compact(forms) {
		m.add(form)
	}
	return m
}

func (m *Matcher) add(form string) {
	start := binary.LittleEndian.Uint64([]byte(form[:MinLength]))
	for left := range maxMove { // bytes between a block and the end of the window
		block := uint32(start >> (8 * (MinLength - blockSize - left)))
		at := m.index(block)
		m.moves[at] = min(m.moves[at], uint8(left))
	}
	m.byStart[start] = append(m.byStart[start], form)
}

// index spreads blocks over moves (Fibonacci hashing).
func (m *Matcher) index(block uint32) uint32 { return block * 0x9e3779b1 >> (m.shift & 31) }

// find returns where the first match at or after from lies, the longest of those that begin there; end is 0 when there
// is none. It looks at the ends of windows that lie maxMove apart: each place where a form may begin has its window's
// end among them, and no step waits for what the one before has found.
func (m *Matcher) find(text []byte, from int) (start, end int) {
	for i := from; i+MinLength <= len(text); i += maxMove {
		if m.moves[m.index(binary.LittleEndian.Uint32(text[i+MinLength-blockSize:]))] == maxMove {
			continue
		}
		if start, end = m.within(text, i, min(i+maxMove, len(text)-MinLength+1)); end > 0 {
			return start, end
		}
	}
	return 0, 0
}

// within is find for matches that begin at or after from and before limit.
func (m *Matcher) within(text []byte, from, limit int) (start, end int) {
	for i := from; i < limit; {
		word := binary.LittleEndian.Uint64(text[i:])
		if move := m.moves[m.index(uint32(word>>(8*(MinLength-blockSize))))]; move > 0 {
			i += int(move)
			continue
		}
		if length := longestAt(m.byStart[word], text[i:]); length > 0 {
			return i, i + length
		}
		i++
	}
	return 0, 0
}

// fewForms is the number of forms with one beginning up to which they are compared one by one.
const fewForms = 16

// longestAt returns the length of the longest form that text begins with, 0 when there is none. The forms are sorted.
func longestAt(forms []string, text []byte) int {
	if len(forms) > fewForms {
		return longestOfMany(forms, text)
	}
	longest := 0
	for _, form := range forms {
		if len(form) > longest && len(form) <= len(text) && string(text[:len(form)]) == form {
			longest = len(form)
		}
	}
	return longest
}

// longestOfMany is longestAt for as many values as a caller may think up. What text begins with can't come after it in
// the order; nor can it after what text and the form before it have in common, unless it is that form.
func longestOfMany(forms []string, text []byte) int {
	for {
		at, found := slices.BinarySearchFunc(forms, text, compare)
		if found {
			return len(text)
		}
		if at == 0 {
			return 0
		}
		before := forms[at-1]
		common := commonLength(before, text)
		if common == len(before) {
			return common
		}
		text = text[:common]
	}
}

// compare orders a form and a text. It looks no farther than it has to, however long the text is.
func compare(form string, text []byte) int {
	if n := commonLength(form, text); n < len(form) && n < len(text) {
		return int(form[n]) - int(text[n])
	}
	return len(form) - len(text)
}

func commonLength(form string, text []byte) int {
	n := 0
	for n < len(form) && n < len(text) && form[n] == text[n] {
		n++
	}
	return n
}
