package jwt

import (
	"cmp"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/hmac"
	"crypto/rsa"
	"crypto/sha512"
	"errors"
	"fmt"
	"hash"
	"strings"
	"sync"

	golangjwt "github.com/golang-jwt/jwt/v5"

	rt "github.com/flowc-dev/flowc/runtime"
)

// key is a key bound to its one algorithm. It is safe for concurrent use.
type key interface {
	sign(input []byte) (signature []byte, err error)
	verify(input, signature []byte) bool
}

// signingKey is the key that text holds, or else the variable of that name; nil once the problem is reported. A missing
// variable is reported as that.
func signingKey(s *rt.Setup, algorithm, text, name string) key {
	return reportingKey(s, algorithm, text, name, privateKey)
}

// ownKeys are the algorithms of a Verifier, each with the key of c. A private key serves too: a workflow that signs and
// one that verifies may share a variable.
func ownKeys(s *rt.Setup, c VerifierConfig) []accepted {
	var all []accepted
	for _, name := range c.Algorithms {
		a, _ := algorithmNamed(name)
		a.name = name // of an unknown one too, which is reported
		one := accepted{algorithm: a}
		if c.Key != "" || c.KeyName != "" {
			one.key = reportingKey(s, name, c.Key, c.KeyName, publicKey)
		}
		all = append(all, one)
	}
	return all
}

// parser makes the key of an algorithm other than HMAC from PEM.
type parser func(a algorithm, text string) (key, error)

func reportingKey(s *rt.Setup, name, text, variable string, parse parser) key {
	if text == "" {
		text = s.Secret(variable)
	}
	a, ok := algorithmNamed(name)
	if !ok {
		s.Fail(fmt.Errorf("set up a JWT key of %s: unknown algorithm %q", variable, name))
		return nil
	}
	if text == "" {
		return nil
	}
	if a.family == familyHMAC {
		parse = newHMACKey
	}
	k, err := parse(a, text)
	if err != nil {
		s.Problem(variable, err.Error())
		return nil
	}
	return k
}

// hmacKey keeps states of the keyed hash, for making one costs more than using it.
type hmacKey struct {
	states sync.Pool // of *hmacState
}

type hmacState struct {
	hash.Hash
	sum [sha512.Size]byte
}

// newHMACKey wants a secret at least as long as the hash's output (RFC 7518, section 3.2). It refuses PEM: a public key
// is no secret, and HMAC under one is the attack that key confusion wants. White space around it does not count: nobody
// has to guess that.
func newHMACKey(a algorithm, secret string) (key, error) {
	if strings.Contains(secret, "-----BEGIN") {
		return nil, fmt.Errorf("holds a PEM key, where %s wants a secret", a.name)
	}
	if n := len(strings.TrimSpace(secret)); n < a.hash.Size() {
		return nil, fmt.Errorf("has %d bytes, where %s wants a secret of at least %d", n, a.name, a.hash.Size())
	}
	return &hmacKey{states: sync.Pool{New: func() any {
		return &hmacState{Hash: hmac.New(a.hash.New, []byte(secret))}
	}}}, nil
}

func (k *hmacKey) sign(input []byte) ([]byte, error) {
	state := k.states.Get().(*hmacState)
	defer k.states.Put(state)
	state.Reset()
	state.Write(input)
	return state.Sum(nil), nil
}

func (k *hmacKey) verify(input, signature []byte) bool {
	state := k.states.Get().(*hmacState)
	defer k.states.Put(state)
	state.Reset()
	state.Write(input)
	return hmac.Equal(state.Sum(state.sum[:0]), signature)
}

// asymmetricKey leaves the arithmetic to golang-jwt.
type asymmetricKey struct {
	method  golangjwt.SigningMethod
	private crypto.Signer // nil: only verifies
	public  crypto.PublicKey
}

// privateKey makes a key that signs and verifies.
func privateKey(a algorithm, text string) (key, error) {
	private, err := parsePrivate(text)
	if err != nil {
		return nil, fmt.Errorf("is no private key in PEM, as %s wants: %w", a.name, err)
	}
	if err := cmp.Or(fits(a, private.Public()), weakness(private.Public())); err != nil {
		return nil, err
	}
	return &asymmetricKey{method: a.method, private: private, public: private.Public()}, nil
}

// publicKey makes a key that verifies.
func publicKey(a algorithm, text string) (key, error) {
	public, err := parsePublic(text)
	if err != nil {
		return nil, fmt.Errorf("is no public key in PEM, as %s wants: %w", a.name, err)
	}
	if err := cmp.Or(fits(a, public), weakness(public)); err != nil {
		return nil, err
	}
	return &asymmetricKey{method: a.method, public: public}, nil
}

// minRSABits is the smallest RSA modulus allowed (RFC 7518, sections 3.3 and 3.5).
const minRSABits = 2048

// maxRSABits is the largest, as OpenSSL has it: under a larger one, each token that anybody sends costs what it likes.
const maxRSABits = 16384

// fits says why public is not a key of a.
func fits(a algorithm, public crypto.PublicKey) error {
	switch k := public.(type) {
	case *rsa.PublicKey:
		if a.family == familyRSA && k.N.BitLen() < minRSABits {
			return fmt.Errorf("is an RSA key of %d bits, where %s wants at least %d", k.N.BitLen(), a.name, minRSABits)
		}
		if a.family == familyRSA && k.N.BitLen() > maxRSABits {
			return fmt.Errorf("is an RSA key of %d bits, where %s takes at most %d", k.N.BitLen(), a.name, maxRSABits)
		}
		if a.family == familyRSA {
			return nil
		}
	case *ecdsa.PublicKey:
		if a.family == familyECDSA && k.Curve != a.curve {
			return fmt.Errorf("is on curve %s, where %s wants %s", k.Curve.Params().Name, a.name, a.curve.Params().Name)
		}
		if a.family == familyECDSA {
			return nil
		}
	case ed25519.PublicKey:
		if a.family == familyEdDSA {
			return nil
		}
	}
	return fmt.Errorf("is a key of another kind than %s wants", a.name)
}

var errNotPrivate = errors.New("the key only verifies")

func (k *asymmetricKey) sign(input []byte) ([]byte, error) {
	if k.private == nil {
		return nil, errNotPrivate
	}
	return k.method.Sign(string(input), k.private)
}

func (k *asymmetricKey) verify(input, signature []byte) bool {
	return k.method.Verify(string(input), signature, k.public) == nil
}
