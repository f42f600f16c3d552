package jwt

import (
	"crypto"
	"crypto/elliptic"
	"crypto/rsa"

	golangjwt "github.com/golang-jwt/jwt/v5"
)

// family is the type of key that some algorithms share.
type family int

const (
	familyHMAC family = iota + 1
	familyRSA
	familyECDSA
	familyEdDSA
)

// algorithm is a signature algorithm of RFC 7518, section 3, or of RFC 8037.
type algorithm struct {
	name   string
	family family
	hash   crypto.Hash             // of familyHMAC
	curve  elliptic.Curve          // of familyECDSA
	method golangjwt.SigningMethod // of all but familyHMAC
}

// algorithmNamed finds an algorithm by its exact name. There is no none.
func algorithmNamed(name string) (a algorithm, ok bool) {
	switch name {
	case "HS256":
		return algorithm{name: name, family: familyHMAC, hash: crypto.SHA256}, true
	case "HS384":
		return algorithm{name: name, family: familyHMAC, hash: crypto.SHA384}, true
	case "HS512":
		return algorithm{name: name, family: familyHMAC, hash: crypto.SHA512}, true
	case "RS256":
		return algorithm{name: name, family: familyRSA, method: golangjwt.SigningMethodRS256}, true
	case "RS384":
		return algorithm{name: name, family: familyRSA, method: golangjwt.SigningMethodRS384}, true
	case "RS512":
		return algorithm{name: name, family: familyRSA, method: golangjwt.SigningMethodRS512}, true
	case "PS256", "PS384", "PS512":
		return algorithm{name: name, family: familyRSA, method: strictPSS(name)}, true
	case "ES256":
		return algorithm{name: name, family: familyECDSA, curve: elliptic.P256(), method: golangjwt.SigningMethodES256}, true
	case "ES384":
		return algorithm{name: name, family: familyECDSA, curve: elliptic.P384(), method: golangjwt.SigningMethodES384}, true
	case "ES512":
		return algorithm{name: name, family: familyECDSA, curve: elliptic.P521(), method: golangjwt.SigningMethodES512}, true
	case "EdDSA", "Ed25519": // RFC 9864, section 2.2, names the curve
		return algorithm{name: name, family: familyEdDSA, method: golangjwt.SigningMethodEdDSA}, true
	}
	return algorithm{}, false
}

// strictPSS is a PSS method that wants a salt as long as the hash (RFC 7518, section 3.5), where the methods that
// golang-jwt offers verify a salt of any length.
func strictPSS(name string) golangjwt.SigningMethod {
	hashes := map[string]crypto.Hash{"PS256": crypto.SHA256, "PS384": crypto.SHA384, "PS512": crypto.SHA512}
	return &golangjwt.SigningMethodRSAPSS{
		SigningMethodRSA: &golangjwt.SigningMethodRSA{Name: name, Hash: hashes[name]},
		Options:          &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash},
	}
}
