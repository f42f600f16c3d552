package templates

import (
	"fmt"
	"time"

	"github.com/flowc-dev/flowc/runtime/sender"
)

// CryptoSpec is what a node signs, verifies and hashes.
type CryptoSpec struct {
	// Signs is the token that the node signs, nil where it signs none. It may be nil.
	Signs func(Pass) *Signed
	// Signing is how the sender of a Webhook signs, where the node verifies it; nil where that is not known. It may be
	// nil.
	Signing func(Pass) *sender.Signing
	// Hashes is how the node hashes passwords, or checks them against hashes. It may be nil.
	Hashes func(Pass) Hashing
	// Costly is set where the node takes long on purpose.
	Costly bool
}

// Signed is a token as a node signs it. A verifier distinguishes it from other tokens by these fields alone.
type Signed struct {
	Secret    string // the variable that holds the key
	Algorithm string
	Audience  string // "" is anybody; a literal or {{env.NAME}}
	Lifetime  time.Duration
}

// Hashing is how passwords are hashed.
type Hashing struct {
	Verifies  bool // the node checks a password, else it makes a hash
	Algorithm string
	Rounds    int64
}

// String is how people name it: "bcrypt with 12 rounds".
func (h Hashing) String() string { return fmt.Sprintf("%s with %d rounds", h.Algorithm, h.Rounds) }
