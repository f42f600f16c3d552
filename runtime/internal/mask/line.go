package mask

import (
	"slices"

	"github.com/flowc-dev/flowc/runtime/label"
)

// Replace returns the line with every match of the matchers masked. Nothing to mask costs no allocation and returns the
// line itself.
func (l Line) Replace(environment *Matcher, seen []*Matcher) []byte {
	parts := l.parts()
	found := l.inParts(l.spans(nil, environment), parts, environment)
	for _, m := range seen {
		found = l.inParts(l.spans(found, m), parts, m)
	}
	found = l.keys(found)
	if len(found) == 0 {
		return l.Text
	}
	return l.without(merged(found))
}

// spans adds what to mask by one matcher to found.
func (l Line) spans(found []span, m *Matcher) []span {
	if m == nil {
		return found
	}
	c := cursor{Line: l}
	for start, end := m.find(l.Text, 0); end != 0; start, end = m.find(l.Text, max(start+1, end-maxOverlap)) {
		found = c.add(found, start, end)
	}
	if !m.decodes {
		return found
	}
	c = cursor{Line: l}
	for _, place := range l.encoded(m) {
		found = c.add(found, place.start, place.end)
	}
	return found
}

// keys adds what to mask by its form alone to found: no label says that it is secret.
func (l Line) keys(found []span) []span {
	c := cursor{Line: l}
	for start, end := label.FindKey(l.Text, 0); end != 0; start, end = label.FindKey(l.Text, end) {
		found = c.add(found, start, end)
	}
	return found
}

// merged sorts spans and makes those that overlap one.
func merged(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return a.start - b.start })
	last := 0
	for _, s := range spans[1:] {
		if s.start <= spans[last].end {
			spans[last].end = max(spans[last].end, s.end)
			continue
		}
		last++
		spans[last] = s
	}
	return spans[:last+1]
}

func (l Line) without(spans []span) []byte {
	masked := make([]byte, 0, len(l.Text)+len(spans)*len(Text))
	done := 0
	for _, s := range spans {
		masked = append(masked, l.Text[done:s.start]...)
		if s.word {
			masked = append(append(append(masked, '"'), Text...), '"')
		} else {
			masked = append(masked, Text...)
		}
		done = s.end
	}
	return append(masked, l.Text[done:]...)
}
