package runtime

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// rateLimits holds the headers of an answer about the rate limits that the execution has met.
type rateLimits struct {
	retryAfter     time.Duration // for a 429 or a 503
	policies, left []string
}

// RetryAfter says when a caller may come again who is answered with a 429 or a 503, whichever Response does that.
func (x *Exec) RetryAfter(d time.Duration) {
	x.answer.limited.retryAfter = max(x.answer.limited.retryAfter, d)
}

// RateLimit adds the headers RateLimit-Policy and RateLimit to the answer, whichever it is, for one limit
// (draft-ietf-httpapi-ratelimit-headers-10). Of one that is met again, as in a For each, it tells what is left last.
func (x *Exec) RateLimit(policy, left string) { x.answer.limited.met(policy, left) }

func (l *rateLimits) met(policy, left string) {
	if i := slices.Index(l.policies, policy); i >= 0 {
		l.left[i] = left
		return
	}
	l.policies, l.left = append(l.policies, policy), append(l.left, left)
}

// add adds what was met beside.
func (l *rateLimits) add(m *rateLimits) {
	l.retryAfter = max(l.retryAfter, m.retryAfter)
	for i, policy := range m.policies {
		l.met(policy, m.left[i])
	}
}

// set sets the headers. What the workflow has set itself stays.
func (l *rateLimits) set(h http.Header, status int) {
	later := status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
	if later && l.retryAfter > 0 && h.Get("Retry-After") == "" {
		h.Set("Retry-After", strconv.FormatInt(int64((l.retryAfter+time.Second-1)/time.Second), 10))
	}
	if len(l.policies) > 0 {
		setUnlessSet(h, "RateLimit-Policy", l.policies)
		setUnlessSet(h, "RateLimit", l.left)
	}
}

func setUnlessSet(h http.Header, name string, values []string) {
	if h.Get(name) == "" {
		h.Set(name, strings.Join(values, ", "))
	}
}
