package oauth

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"time"

	"github.com/go-json-experiment/json"
)

// pending is a login under way, as the browser keeps it for us: sealed, so that it can neither read nor change it.
type pending struct {
	State    string `json:"s"`
	Nonce    string `json:"n"`
	Verifier string `json:"v"` // of PKCE (RFC 7636)
	Redirect string `json:"r"` // where the provider sends the browser back to
	Issuer   string `json:"i"`
	Expires  int64  `json:"e"` // seconds since 1970
}

const (
	loginTime = 10 * time.Minute // for the user, at the provider
	maxSealed = 4 << 10          // bytes; browsers keep no larger cookies
)

// sealer seals and opens pending logins under a key that all replicas derive from the client's secret.
type sealer struct{ aead cipher.AEAD }

// newSealer derives the key (RFC 5869). Its purpose and the client are part of it.
func newSealer(secret, clientID string) (sealer, error) {
	key, err := hkdf.Key(sha256.New, []byte(secret), nil, "flowc oauth login v1 "+clientID, 32)
	if err != nil {
		return sealer{}, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return sealer{}, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return sealer{aead: aead}, err
}

// seal encrypts and authenticates p, for a cookie of that name only.
func (s sealer) seal(p pending, cookie string) (string, error) {
	text, err := json.Marshal(p)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(s.aead.Seal(nil, nil, text, []byte(cookie))), nil
}

// open returns what was sealed for a cookie of that name, unless it is not ours, was changed, or is over.
func (s sealer) open(sealed, cookie string, now time.Time) (p pending, ok bool) {
	if len(sealed) > maxSealed {
		return pending{}, false
	}
	text, err := base64.RawURLEncoding.Strict().DecodeString(sealed)
	if err != nil {
		return pending{}, false
	}
	text, err = s.aead.Open(nil, nil, text, []byte(cookie))
	if err != nil || json.Unmarshal(text, &p) != nil {
		return pending{}, false
	}
	return p, p.State != "" && now.Unix() < p.Expires
}

// cookieName is what the names of the cookies begin with for the logins that come back to a redirect URI. The prefix
// makes browsers refuse one that came from another host or without encryption (RFC 6265bis); it asks for https.
func cookieName(redirect, clientID string, secure bool) string {
	hash := sha256.Sum256([]byte(clientID + "\n" + redirect))
	name := "flowc-login-" + hex.EncodeToString(hash[:4]) + "-"
	if secure {
		name = "__Host-" + name
	}
	return name
}

// newPending begins a login.
func newPending(redirect, issuer, verifier string, now time.Time) pending {
	return pending{
		State: rand.Text(), Nonce: rand.Text(), Verifier: verifier,
		Redirect: redirect, Issuer: issuer, Expires: now.Add(loginTime).Unix(),
	}
}
