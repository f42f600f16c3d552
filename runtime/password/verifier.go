package password

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

const reasonWrong = "wrong password"

// Match says whether a password is the one that was hashed.
type Match struct {
	Valid       bool   `json:"valid"`
	NeedsRehash bool   `json:"needsRehash"` // when Valid: the stored hash is of another algorithm than the parameters, or weaker
	Reason      string `json:"reason"`      // "wrong password" unless Valid
}

// Status is that of the answer to a password that is not Valid: 401.
func (Match) Status() int64 { return http.StatusUnauthorized }

// Verifier verifies passwords against stored hashes of either algorithm. It is safe for concurrent use.
type Verifier struct {
	params Params
	absent stored // what an unknown user's password is compared with
	slots  *slots
}

// NewVerifier makes a Verifier. Parameters out of range are reported to s. They say what an unknown user costs, and
// what a hash must have so as not to need a new one.
func NewVerifier(s *rt.Setup, p Params) *Verifier {
	p = checked(s, p)
	return &Verifier{params: p, absent: absentHash(p), slots: slotsOf(s)}
}

// Verify compares the password given with a stored hash. An empty stored hash, that of an unknown user, takes the time
// of a real one and never matches. A stored hash of any other form than $2a$, $2b$, $2y$ or $argon2id$, or one whose
// parameters are beyond the ceilings, is an error: the fault is in the database, not in the password.
func (v *Verifier) Verify(x *rt.Exec, stored, given string) (Match, error) {
	x.Saw(stored, given)
	hash, known := v.absent, stored != ""
	if known {
		var err error
		if hash, err = parse(stored); err != nil {
			return Match{}, fmt.Errorf("read a stored password hash: %w", err)
		}
	}
	release, err := v.slots.acquire(x.Context(), hash.memory())
	if err != nil {
		return Match{}, fmt.Errorf("wait to verify a password: %w", err)
	}
	defer release()
	match := Match{Reason: reasonWrong}
	if equal := hash.matches(given); equal && known {
		match = Match{Valid: true, NeedsRehash: hash.weakerThan(v.params)}
	}
	rt.Decided(x, match.Valid, match)
	return match, nil
}

// stored is a stored hash whose form and parameters are acceptable.
type stored interface {
	memory() uint32            // what comparing takes, in KiB
	matches(given string) bool // in a time that depends on the stored hash alone
	weakerThan(wanted Params) bool
}

var errFormat = errors.New("it is neither bcrypt ($2a$, $2b$, $2y$) nor argon2id ($argon2id$)")

func parse(text string) (stored, error) {
	switch {
	case strings.HasPrefix(text, "$argon2id$"):
		return parseArgon2id(text)
	case strings.HasPrefix(text, "$2a$"), strings.HasPrefix(text, "$2b$"), strings.HasPrefix(text, "$2y$"):
		return parseBcrypt(text)
	}
	return nil, errFormat
}

// absentHash is a hash of p that belongs to no password. Its digest is not the image of anything known, and Verify
// does not believe a match anyway.
func absentHash(p Params) stored {
	if p.algorithm == algorithmArgon2id {
		return &argon2Hash{params: p.argon2, salt: make([]byte, saltBytes), digest: make([]byte, digestBytes)}
	}
	return absentBcrypt(p.cost)
}
