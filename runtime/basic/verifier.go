// Package basic checks the user and password of HTTP's Basic authentication (RFC 7617) against a list of bcrypt hashes.
//
// Generated code imports it, for Auth nodes of type basic; nothing else does.
package basic

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"

	"golang.org/x/crypto/bcrypt"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/password"
)

// Why credentials were refused.
const (
	reasonMissing = "missing credentials"
	reasonWrong   = "wrong credentials"
)

// Config says whom a Verifier accepts.
type Config struct {
	Users     string // user:hash as `htpasswd -B` writes it, by line breaks or commas; empty: the value of UsersName
	UsersName string // the environment variable that Users comes from; problems name it
	Realm     string // of the challenge of a 401
}

// User is the owner of the credentials. When Valid is false, only Reason is set.
type User struct {
	Valid  bool   `json:"valid"`
	Reason string `json:"reason"` // why the credentials were refused; empty when they are valid
	Sub    string `json:"sub"`    // the user's name
}

// Status is that of the answer to a caller who is not let through: 401, or 403 where only what he asks for is not his.
func (u User) Status() int64 { return rt.RefusalStatus(u.Reason) }

// Email is nil: the list has no e-mails. It, Name and Claims are there so that every kind of user is read alike.
func (User) Email() *string { return nil }

// Issuer is nil: nobody has issued a password that could name itself.
func (User) Issuer() *string { return nil }

// Name is nil; Sub is what the user goes by.
func (User) Name() *string { return nil }

// Claims is null: a password claims nothing.
func (User) Claims() rt.Value { return rt.Value{} }

// Verifier checks credentials. It is safe for concurrent use.
type Verifier struct {
	users     map[string]string // hash by user
	passwords *password.Verifier
	challenge string
}

// NewVerifier makes a Verifier. A malformed list is reported to s as a problem of c.UsersName; such a Verifier, like
// one without a list, refuses everybody.
func NewVerifier(s *rt.Setup, c Config) *Verifier {
	var list users
	if c.Users == "" {
		c.Users = s.Secret(c.UsersName)
	}
	if c.Users != "" { // an empty one is reported as missing
		s.Mask(secrets(c.Users)...)
		var err error
		if list, err = parse(c.Users); err != nil {
			s.Problem(c.UsersName, err.Error())
		}
	}
	return &Verifier{
		users:     list.hashes,
		passwords: password.NewVerifier(s, password.Bcrypt(max(list.cost, bcrypt.MinCost))),
		challenge: "Basic realm=" + strconv.Quote(c.Realm) + `, charset="UTF-8"`,
	}
}

// Check checks the credentials of the request's Authorization header. It also sets the challenge (RFC 7617, section 2)
// that a 401 will carry, whoever gives it: also where these credentials are right, but not good enough.
func (v *Verifier) Check(x *rt.Exec) User {
	user := v.decide(x)
	x.Challenge(v.challenge)
	rt.Decided(x, user.Valid, user)
	return user
}

// decide compares the password of an unknown user too, with a hash that matches nothing and costs what the costliest
// of the list does. Where all hashes have one cost, as they should, the time does not tell who is known.
func (v *Verifier) decide(x *rt.Exec) User {
	name, given, reason := credentials(x.Request())
	if reason != "" {
		return User{Reason: reason}
	}
	match, err := v.passwords.Verify(x, v.users[name], given)
	if err != nil && !errors.Is(x.Context().Err(), context.Canceled) { // the deadline is past
		x.Logger().Warn("credentials not checked", "error", err)
	}
	if err != nil || !match.Valid {
		return User{Reason: reasonWrong}
	}
	return User{Valid: true, Sub: name}
}

// credentials finds the user and password of a request, or the reason why there are none. Of two headers, another
// party than this one may believe the other: neither is believed.
func credentials(r *http.Request) (name, given, reason string) {
	headers := r.Header["Authorization"]
	if len(headers) > 1 {
		return "", "", reasonWrong
	}
	name, given, ok := r.BasicAuth()
	if ok {
		return name, given, ""
	}
	if len(headers) == 1 {
		if scheme, _, _ := strings.Cut(headers[0], " "); strings.EqualFold(scheme, "Basic") {
			return "", "", reasonWrong
		}
	}
	return "", "", reasonMissing
}
