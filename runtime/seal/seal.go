// Package seal encrypts texts under a secret of the environment.
package seal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"

	rt "github.com/flowc-dev/flowc/runtime"
)

// minSecret is how many bytes a secret has at least: as many as the key that is derived from it.
const minSecret = 32

// purpose tells the key from others that are derived from the same secret.
const purpose = "flowc encrypt 1"

// Key encrypts and decrypts.
type Key struct{ aead cipher.AEAD }

// New derives the key of a variable (HKDF, RFC 5869). One that is missing, or shorter than 32 bytes, is a problem of s.
func New(s *rt.Setup, variable string) *Key {
	secret := s.Secret(variable)
	if secret != "" && len(secret) < minSecret {
		s.Problem(variable, fmt.Sprintf("is %d bytes long: encrypt wants %d or more", len(secret), minSecret))
	}
	aead, err := derive(secret)
	if err != nil {
		s.Problem(variable, err.Error())
	}
	return &Key{aead}
}

func derive(secret string) (cipher.AEAD, error) {
	key, err := hkdf.Key(sha256.New, []byte(secret), nil, purpose, 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCMWithRandomNonce(block)
}

// Encrypt returns text encrypted with AES-256-GCM under a random nonce, which comes first, in the base64 of URLs.
func (k *Key) Encrypt(text string) string {
	return base64.RawURLEncoding.EncodeToString(k.aead.Seal(nil, nil, []byte(text), nil))
}

var errNotSealed = errors.New("the text was not encrypted with this secret")

// Decrypt returns the text that Encrypt was given. The log masks it.
func (k *Key) Decrypt(x *rt.Exec, sealed string) (string, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(sealed)
	if err != nil || len(sealed) != base64.RawURLEncoding.EncodedLen(len(raw)) { // line breaks are passed over
		return "", errNotSealed
	}
	text, err := k.aead.Open(nil, nil, raw, nil)
	if err != nil {
		return "", errNotSealed
	}
	x.Saw(string(text))
	return string(text), nil
}
