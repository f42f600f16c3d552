package runtime

import (
	"strconv"
	"sync/atomic"
)

// lengthValues are the values of Content-Length for short answers, as most are, each made when it is first needed. They
// must not change.
type lengthValues [1 << 12]atomic.Pointer[[1]string]

func (l *lengthValues) of(length int) []string {
	if length >= len(l) {
		return []string{strconv.Itoa(length)}
	}
	value := l[length].Load()
	if value == nil {
		value = &[1]string{strconv.Itoa(length)}
		l[length].Store(value)
	}
	return value[:]
}
