package jwttest

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"math/big"
	"strings"
)

// asymmetric are the targets whose keys are public.
func asymmetric() []Target {
	ec, ed := ECKey(elliptic.P256()), EdKey()
	targets := []Target{
		{Name: "rs256", Algorithm: "RS256", Key: PublicPEM(RSAKey()), Good: Forge(`{"alg":"RS256"}`, GoodClaims, underPKCS1)},
		{Name: "ps256", Algorithm: "PS256", Key: PublicPEM(RSAKey()), Good: Forge(`{"alg":"PS256"}`, GoodClaims, underPSS(sha256.Size))},
		{Name: "es256", Algorithm: "ES256", Key: PublicPEM(ec), Good: Forge(`{"alg":"ES256"}`, GoodClaims, underECDSA(ec))},
		{Name: "eddsa", Algorithm: "EdDSA", Key: PublicPEM(ed), Good: Forge(`{"alg":"EdDSA"}`, GoodClaims, func(input string) []byte {
			return ed25519.Sign(ed, []byte(input))
		})},
	}
	for i := range targets {
		targets[i].Attacks = confusion(targets[i].Algorithm, targets[i].Key)
	}
	targets[1].Attacks = append(targets[1].Attacks, wrongSalts()...)
	targets[2].Attacks = append(targets[2].Attacks, zeroes()...)
	return targets
}

// confusion signs with what is public of an asymmetric key as if it were an HMAC secret.
func confusion(algorithm, key string) []Attack {
	var attacks []Attack
	for _, form := range []struct{ name, secret string }{{"PEM", key}, {"trimmed PEM", strings.TrimSpace(key)}, {"DER", string(pemBlock(key))}} {
		attacks = append(attacks,
			Attack{form.name + " as HS256", Forge(GoodHeader, GoodClaims, UnderHMAC(form.secret)), "wrong algorithm"},
			Attack{form.name + " mislabelled", Forge(`{"alg":"`+algorithm+`"}`, GoodClaims, UnderHMAC(form.secret)), "wrong signature"})
	}
	return append(attacks,
		Attack{"unsigned", Forge(`{"alg":"none"}`, GoodClaims, Signature()), "wrong algorithm"},
		Attack{"empty signature", Forge(`{"alg":"`+algorithm+`"}`, GoodClaims, Signature()), "wrong signature"})
}

// wrongSalts are PSS signatures whose salt is not as long as the hash.
func wrongSalts() []Attack {
	salted := func(length int) string { return Forge(`{"alg":"PS256"}`, GoodClaims, underPSS(length)) }
	return []Attack{
		{"salt of 16 bytes", salted(16), "wrong signature"},
		{"salt of 64 bytes", salted(64), "wrong signature"},
		{"longest salt", salted(rsa.PSSSaltLengthAuto), "wrong signature"},
	}
}

// zeroes are ECDSA signatures that careless code takes for good (CVE-2022-21449), and other forms.
func zeroes() []Attack {
	header := `{"alg":"ES256"}`
	return []Attack{
		{"r = s = 0", Forge(header, GoodClaims, Signature(make([]byte, 64)...)), "wrong signature"},
		{"empty", Forge(header, GoodClaims, Signature()), "wrong signature"},
		{"one byte short", Forge(header, GoodClaims, Signature(make([]byte, 63)...)), "wrong signature"},
		{"ASN.1 form", Forge(header, GoodClaims, Signature(0x30, 6, 2, 1, 0, 2, 1, 0)), "wrong signature"},
	}
}

func underPKCS1(input string) []byte {
	digest := sha256.Sum256([]byte(input))
	return must(rsa.SignPKCS1v15(rand.Reader, RSAKey(), crypto.SHA256, digest[:]))
}

func underPSS(salt int) func(string) []byte {
	return func(input string) []byte {
		digest := sha256.Sum256([]byte(input))
		return must(rsa.SignPSS(rand.Reader, RSAKey(), crypto.SHA256, digest[:], &rsa.PSSOptions{SaltLength: salt}))
	}
}

// underECDSA writes r and s one after the other, as RFC 7518, section 3.4, wants it.
func underECDSA(key *ecdsa.PrivateKey) func(string) []byte {
	return func(input string) []byte {
		digest := sha256.Sum256([]byte(input))
		r, s, err := ecdsa.Sign(rand.Reader, key, digest[:])
		must(r, err)
		return append(fixed(r), fixed(s)...)
	}
}

func fixed(n *big.Int) []byte { return n.FillBytes(make([]byte, 32)) }
