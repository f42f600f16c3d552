package statement

import (
	"slices"
)

// Violates returns the keys that a statement may violate, each once; sure is not set where there may be others.
func (s *Statement) Violates() (keys []Key, sure bool) {
	sure = s.Unproved == "" && (len(s.Changes) > 0 || !s.Writes)
	for _, c := range s.Changes {
		sure = sure && !c.Unsure
		for _, k := range c.Keys {
			if !slices.ContainsFunc(keys, k.is) {
				keys = append(keys, k)
			}
		}
	}
	return keys, sure
}
