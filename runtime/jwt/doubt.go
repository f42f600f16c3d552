package jwt

import (
	"sync"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Doubted returns the reason to refuse a token, where nodes of an execution look at it one after the other:
// ReasonProvider once the keys of one could not be had, as the token may be good there.
func Doubted(x *rt.Exec, token, reason string) string {
	doubts := x.Once("tokens whose keys could not be had", func() any { return &sync.Map{} }).(*sync.Map)
	if reason == ReasonProvider {
		doubts.Store(token, true)
		return reason
	}
	if _, there := doubts.Load(token); there {
		return ReasonProvider
	}
	return reason
}
