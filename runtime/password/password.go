// Package password hashes passwords and verifies them against stored hashes, bcrypt and argon2id.
//
// Generated code imports it, for Hash nodes; nothing else does.
package password

import (
	"fmt"
	"net/http"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/internal/rounds"
)

// Params says how new passwords are hashed. Make one with Bcrypt or Argon2id.
type Params struct {
	algorithm algorithm
	cost      int // bcrypt: binary logarithm of the rounds
	argon2    argon2Params
}

type algorithm int

const (
	algorithmBcrypt algorithm = iota + 1
	algorithmArgon2id
)

// Bcrypt means bcrypt with the given cost, 4 to 16: each step doubles the time, and 12 takes about 0.2 s.
func Bcrypt(cost int) Params {
	return Params{algorithm: algorithmBcrypt, cost: cost}
}

// Argon2id means argon2id with the given passes, 1 to 10, over 19 MiB in one lane: with 2, the least that OWASP
// advises.
func Argon2id(passes int) Params {
	return Params{algorithm: algorithmArgon2id, argon2: argon2Params{memory: 19456, passes: uint32(passes), lanes: 1}}
}

// check says what is wrong with p. A cost that bcrypt finds too small it would silently replace by its own default.
func (p Params) check() error {
	switch {
	case p.algorithm == algorithmBcrypt && (p.cost < minCost || p.cost > maxCost):
		return fmt.Errorf("bcrypt cost %d is not %d to %d", p.cost, minCost, maxCost)
	case p.algorithm == algorithmArgon2id:
		return p.argon2.check()
	case p.algorithm != algorithmBcrypt:
		return fmt.Errorf("no algorithm: use Bcrypt or Argon2id")
	}
	return nil
}

// Hasher hashes passwords. It is safe for concurrent use.
type Hasher struct {
	params Params
	slots  *slots
}

// Hashed is a password's hash.
type Hashed struct {
	Hash string `json:"hash" flowc:"hash"` // $2a$… of bcrypt, or $argon2id$… in PHC form
}

// NewHasher makes a Hasher. Parameters out of range are reported to s.
func NewHasher(s *rt.Setup, p Params) *Hasher {
	return &Hasher{params: checked(s, p), slots: slotsOf(s)}
}

// Hash hashes plain under a fresh salt. It fails with status 400 where bcrypt would ignore what is beyond its 72 bytes.
func (h *Hasher) Hash(x *rt.Exec, plain string) (Hashed, error) {
	x.Saw(plain)
	if h.params.algorithm == algorithmBcrypt && len(plain) > bcryptBytes {
		return Hashed{}, rt.Fail(http.StatusBadRequest, "the password is longer than 72 bytes")
	}
	release, err := h.slots.acquire(x.Context(), h.params.memory())
	if err != nil {
		return Hashed{}, fmt.Errorf("wait to hash a password: %w", err)
	}
	defer release()
	hash, err := h.params.hash(plain)
	if err != nil {
		return Hashed{}, fmt.Errorf("hash a password: %w", err)
	}
	x.Saw(hash)
	hashed := Hashed{Hash: hash}
	if x.Debug() {
		x.Values(hashed)
	}
	return hashed, nil
}

// checked returns the parameters that an App hashes by: p, or in tests that ask for it, p in the fewest rounds. What is
// out of range is reported to s either way.
func checked(s *rt.Setup, p Params) Params {
	if err := p.check(); err != nil {
		s.Fail(fmt.Errorf("set up password hashing: %w", err))
	}
	if rounds.Reduced(s.App()) {
		return p.fewest()
	}
	return p
}

// fewest is p with the fewest rounds, and the least memory, that its algorithm has.
func (p Params) fewest() Params {
	p.cost = minCost
	p.argon2 = argon2Params{memory: minLaneMemory, passes: 1, lanes: 1}
	return p
}

func (p Params) hash(plain string) (string, error) {
	if p.algorithm == algorithmArgon2id {
		return hashArgon2id(plain, p.argon2), nil
	}
	return hashBcrypt(plain, p.cost)
}

// memory is how much one hash takes, in KiB.
func (p Params) memory() uint32 {
	if p.algorithm == algorithmArgon2id {
		return p.argon2.memory
	}
	return bcryptMemory
}
