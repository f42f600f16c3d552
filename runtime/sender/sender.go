// Package sender describes the services whose webhooks runtime/webhook verifies: how each signs what it sends. A
// service is a row of the table, beside its verifier, a function of the same name.
//
// It holds data alone. Node types and the command import it; no service links it.
package sender

import "slices"

// Sender is a service that signs the webhooks that it sends.
type Sender struct {
	Name    string   // of the function of runtime/webhook that verifies it: "GitHub"
	Words   []string // what people type who look for it, in small letters
	Signing Signing
	// Own is the function of runtime/webhook that reads a secret at start; "" is that of any shared secret.
	Own string
}

// Signing is how a sender signs, for who tries a webhook without that service. $BODY is what it sends, $NOW the time in
// seconds, and $SIGNATURE the signature: an HMAC (RFC 2104) as text.
type Signing struct {
	Key       string   // the input of the verifier that holds the secret
	Base64Key bool     // the key is what the secret holds in base64, behind whsec_
	Hash      string   // of the HMAC: sha1, sha256, sha384 or sha512; "" is sha256
	Signed    string   // what is signed: "$NOW.$BODY"
	Base64    bool     // the signature is written in base64, else in hexadecimal digits
	Headers   []string // what goes along: "Stripe-Signature: t=$NOW,v1=$SIGNATURE"
}

// Named returns the sender of a name, nil where there is none.
func Named(name string) *Sender {
	i := slices.IndexFunc(senders, func(s Sender) bool { return s.Name == name })
	if i < 0 {
		return nil
	}
	return &senders[i]
}

// All returns all senders, sorted by their names.
func All() []Sender { return slices.Clone(senders) }
