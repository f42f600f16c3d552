package runtime

import (
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// mask is what a log shows in place of a secret.
const mask = "••••"

// secretSet holds values to mask in every line. It grows while workflows are set up and is read without a lock.
type secretSet struct {
	mu      sync.Mutex
	values  []string
	matcher atomic.Pointer[matcher]
}

// add masks values from now on; those shorter than minMasked are left out.
func (s *secretSet) add(values ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := len(s.values)
	for _, v := range values {
		if len(v) >= minMasked && !slices.Contains(s.values, v) {
			s.values = append(s.values, v)
		}
	}
	if len(s.values) > before {
		s.matcher.Store(newMatcher(s.values))
	}
}

// matcher finds many values in a text in one pass, in all their forms. A nil matcher finds nothing.
type matcher struct {
	filter  [filterBits / 64]uint64 // a bit for each hash of a first word: most positions are ruled out by it
	byStart map[uint64][]string     // by the first eight bytes; the longest first
}

const filterBits = 1 << 13

func newMatcher(values []string) *matcher {
	m := &matcher{byStart: map[uint64][]string{}}
	for _, value := range values {
		for _, form := range maskedForms(value) {
			m.add(form)
		}
	}
	return m
}

func (m *matcher) add(form string) {
	start := binary.LittleEndian.Uint64([]byte(form))
	if slices.Contains(m.byStart[start], form) {
		return
	}
	bit := filterBit(start)
	m.filter[bit/64] |= 1 << (bit % 64)
	forms := append(m.byStart[start], form)
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) })
	m.byStart[start] = forms
}

// filterBit spreads the eight bytes over the filter (Fibonacci hashing).
func filterBit(start uint64) uint64 { return start * 0x9e3779b97f4a7c15 >> 51 }

// find returns where the first match at or after from lies; end is 0 when there is none.
func (m *matcher) find(text []byte, from int) (start, end int) {
	for i := from; i+minMasked <= len(text); i++ {
		word := binary.LittleEndian.Uint64(text[i:])
		bit := filterBit(word)
		if m.filter[bit/64]&(1<<(bit%64)) == 0 {
			continue
		}
		for _, form := range m.byStart[word] {
			if strings.HasPrefix(string(text[i:min(len(text), i+len(form))]), form) {
				return i, i + len(form)
			}
		}
	}
	return 0, 0
}

// replace returns text with every match masked. Nothing to mask costs no allocation and returns text itself.
func (m *matcher) replace(text []byte) []byte {
	if m == nil {
		return text
	}
	start, end := m.find(text, 0)
	if end == 0 {
		return text
	}
	var masked []byte
	done := 0
	for end != 0 {
		masked = append(append(masked, text[done:start]...), mask...)
		done = end
		start, end = m.find(text, done)
	}
	return append(masked, text[done:]...)
}
