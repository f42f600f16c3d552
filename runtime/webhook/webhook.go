// Package webhook verifies that a webhook comes from the service that it claims to come from: GitHub, Stripe, Slack,
// Shopify, whoever follows Standard Webhooks, or signs with a plain HMAC. Its functions are verifiers for Code nodes.
//
// Generated code imports it, for Code nodes that name webhook.Func; nothing else.
package webhook

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Input is the input of the verifiers of services.
type Input struct {
	Secret         string `json:"secret" flowc:"secret"`                   // shared with the service
	PreviousSecret string `json:"previousSecret,omitempty" flowc:"secret"` // accepted too while the secret is being changed; may be empty
	// Once lets a delivery be worked on once; nil is true. A delivery that was answered 2xx is known for 7 days: seen
	// again, it takes the output replayed. One that is being worked on, for twice webhookTimeout at most, is a 409 with
	// Retry-After. After any other end, a crash too, the service may try again.
	Once *bool `json:"once,omitempty"`
}

// The reasons of rejections.
const (
	missingSignature = "missing signature"
	wrongSignature   = "wrong signature"
	expired          = "expired"
)

// tolerance is the largest distance of a timestamp from now, either way: what Stripe, Slack and Standard Webhooks
// recommend.
const tolerance = 300 * time.Second

// header returns a header that the signature depends on, by its name in canonical form. Sent twice, it would leave open
// which of the two is meant.
func header(r *rt.WebhookRequest, name string) (string, error) {
	switch values := r.Header[name]; {
	case len(values) == 0 || values[0] == "":
		return "", rt.Reject(missingSignature)
	case len(values) > 1:
		return "", rt.Reject(wrongSignature)
	default:
		return values[0], nil
	}
}

// behind returns the signature that follows prefix. Where there is none it is empty, which is nobody's signature.
func behind(prefix, text string) string {
	signature, ok := strings.CutPrefix(text, prefix)
	if !ok {
		return ""
	}
	return signature
}

var errNoSecret = errors.New("verifying a webhook: the secret is empty")

// secrets are those that a signature may be made with. An empty one is none: it would let everybody in.
type secrets [2]string

// keys returns the secrets of a verifier as they are written.
func keys(r *rt.WebhookRequest, secret, previous string) (secrets, error) {
	keys := secrets{secret, previous}
	if secret == "" {
		return keys, errNoSecret
	}
	return keys, strong(r, keys)
}

// strong is the error for a key that can be guessed. The start has looked at those that variables hold, and not at
// those that an expression makes of them, or that are stored.
func strong(r *rt.WebhookRequest, keys secrets) error {
	for _, key := range keys {
		if key == "" {
			continue
		}
		if err := r.CheckSecret(key); err != nil {
			return fmt.Errorf("verifying a webhook: %w", err)
		}
	}
	return nil
}

// verify rejects the request unless one of the signatures is the HMAC of message, in parts, under one of the keys.
func (s *scheme) verify(keys secrets, signatures []string, message ...[]byte) error {
	k := s.take()
	defer s.give(k)
	found := false
	for _, key := range keys {
		if key == "" {
			continue
		}
		mac := s.of(k, key)
		for _, part := range message {
			mac.Write(part)
		}
		k.sum = mac.Sum(k.sum[:0])
		for _, text := range signatures {
			found = k.signed(text, s.decode) || found
		}
	}
	if !found {
		return rt.Reject(wrongSignature)
	}
	return nil
}

// verifyTime rejects a request that was signed too long ago, or ahead of time. The timestamp, in seconds since 1970, is
// part of what is signed, and is looked at only once the signature is known to be right.
func verifyTime(r *rt.WebhookRequest, timestamp string) error {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return rt.Reject(wrongSignature)
	}
	if r.Now().Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return rt.Reject(expired)
	}
	return nil
}
