// Package apikey checks the API key of a request against a list of keys, each under a name.
//
// Generated code imports it, for Auth nodes of type apikey; nothing else does.
package apikey

import (
	"cmp"
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"net/http"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Why a key was refused.
const (
	reasonMissing = "missing key"
	reasonUnknown = "unknown key"
)

const defaultHeader = "X-API-Key"

// Config says which keys a Verifier accepts.
type Config struct {
	Header   string // that carries the key; empty means X-API-Key
	Keys     string // name:key or name:sha256:<hex>, separated by commas; empty: the value of KeysName
	KeysName string // the environment variable that Keys comes from; problems name it
}

// User is the owner of a key. When Valid is false, only Reason is set.
type User struct {
	Valid  bool   `json:"valid"`
	Reason string `json:"reason"` // why the key was refused; empty when it is valid
	Sub    string `json:"sub"`    // the name of the key
}

// Status is that of the answer to a caller who is not let through: 401, or 403 where only what he asks for is not his.
func (u User) Status() int64 { return rt.RefusalStatus(u.Reason) }

// Email is nil: a key has no e-mail. It, Name and Claims are there so that every kind of user is read alike.
func (User) Email() *string { return nil }

// Issuer is nil: nobody has issued a key that could name itself.
func (User) Issuer() *string { return nil }

// Name is nil; Sub is the name of the key.
func (User) Name() *string { return nil }

// Claims is null: a key claims nothing.
func (User) Claims() rt.Value { return rt.Value{} }

// Verifier checks keys. It is safe for concurrent use.
type Verifier struct {
	header    string // in canonical form
	keys      []key
	challenge string // of a 401, whoever gives it
}

// NewVerifier makes a Verifier. A malformed list is reported to s as a problem of c.KeysName; such a Verifier, like one
// without a list, refuses every key.
func NewVerifier(s *rt.Setup, c Config) *Verifier {
	c.Header = cmp.Or(c.Header, defaultHeader)
	v := &Verifier{header: http.CanonicalHeaderKey(c.Header), challenge: rt.KeyChallenge(c.Header)}
	if c.Keys == "" {
		c.Keys = s.Secret(c.KeysName)
	}
	if c.Keys == "" {
		return v // reported as missing
	}
	keys, err := parse(c.Keys)
	s.Mask(secrets(c.Keys)...)
	if err != nil {
		s.Problem(c.KeysName, err.Error())
		return v
	}
	if entry := short(c.Keys); entry > 0 {
		s.Weak(c.KeysName, fmt.Sprintf("%s: entry %d", rt.ShortSecret("a key"), entry))
	}
	v.keys = keys
	return v
}

// Check checks the key in the request's header.
func (v *Verifier) Check(x *rt.Exec) User {
	x.Challenge(v.challenge)
	user := v.decide(x)
	rt.Decided(x, user.Valid, user)
	return user
}

// decide refuses two headers: another party than this one may have believed the other.
func (v *Verifier) decide(x *rt.Exec) User {
	given := x.Request().Header[v.header]
	if len(given) == 0 || len(given) == 1 && given[0] == "" {
		return User{Reason: reasonMissing}
	}
	x.Saw(given...)
	if len(given) > 1 {
		return User{Reason: reasonUnknown}
	}
	name, ok := v.owner(given[0])
	if !ok {
		return User{Reason: reasonUnknown}
	}
	return User{Valid: true, Sub: name}
}

// owner finds the name of a key. It compares hashes, which are of one length, and always with all of them: the time it
// takes tells neither how much of a key is right nor which one it is.
func (v *Verifier) owner(given string) (name string, ok bool) {
	hash := sha256.Sum256([]byte(given))
	found := -1
	for i := range v.keys {
		equal := subtle.ConstantTimeCompare(hash[:], v.keys[i].hash[:])
		found = subtle.ConstantTimeSelect(equal, i, found)
	}
	if found < 0 {
		return "", false
	}
	return v.keys[found].name, true
}
