package storage

import "strings"

// Key writes a key: a literal alone, or a literal prefix and values, with a ":" before each value. A ":" or "%" inside
// a value is escaped, so that different values never make the same key.
func Key(prefix string, values ...string) string {
	if len(values) == 0 {
		return prefix
	}
	size := len(prefix)
	for _, value := range values {
		size += 1 + len(value)
	}
	key := make([]byte, 0, size)
	key = append(key, prefix...)
	for _, value := range values {
		key = appendEscaped(append(key, ':'), value)
	}
	return string(key)
}

// Prefix writes what keys begin with that have the values after the literal prefix, and more: whole segments, so that
// those of "ann" are not those of "anna". It ends in a ":".
func Prefix(prefix string, values ...string) string { return Key(prefix, values...) + ":" }

func appendEscaped(key []byte, value string) []byte {
	if !strings.ContainsAny(value, ":%") {
		return append(key, value...)
	}
	for i := range len(value) {
		switch c := value[i]; c {
		case ':':
			key = append(key, "%3A"...)
		case '%':
			key = append(key, "%25"...)
		default:
			key = append(key, c)
		}
	}
	return key
}

// prefixOf returns the part of a key that an error may show: the values after it are the caller's.
func prefixOf(key string) string {
	prefix, _, found := strings.Cut(key, ":")
	if found {
		return prefix + ":…"
	}
	return prefix
}
