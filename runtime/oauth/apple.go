package oauth

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Signer is the key that an application proves itself with at Apple, in place of a client secret.
type Signer struct {
	Team string // that the application is of
	Key  string // the key's name at Apple
	PEM  string // the private key; a line break may be written \n
}

const (
	secretTime  = time.Hour       // that a client secret is good for
	secretSpare = 5 * time.Minute // before its end, another one is made
)

// signedSecret makes client secrets, each for an hour.
type signedSecret struct {
	signer         Signer
	client, issuer string
	key            *ecdsa.PrivateKey
	mu             sync.Mutex
	secret         string
	until          time.Time
}

var errNoKey = errors.New("must be a private key for ES256 in PEM, as Apple's .p8 files hold one")

// newSignedSecret reads the key.
func newSignedSecret(signer Signer, client, issuer string) (*signedSecret, error) {
	block, _ := pem.Decode([]byte(strings.ReplaceAll(signer.PEM, `\n`, "\n")))
	if block == nil {
		return nil, errNoKey
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	key, ok := parsed.(*ecdsa.PrivateKey)
	if err != nil || !ok || key.Curve != elliptic.P256() {
		return nil, errNoKey
	}
	return &signedSecret{signer: signer, client: client, issuer: issuer, key: key}, nil
}

// at returns a client secret that is good now.
func (s *signedSecret) at(now time.Time) (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.secret != "" && now.Add(secretSpare).Before(s.until) && now.After(s.until.Add(-secretTime-secretSpare)) {
		return s.secret, nil
	}
	until := now.Add(secretTime)
	header, errHeader := json.Marshal(map[string]any{"alg": "ES256", "kid": s.signer.Key})
	claims, errClaims := json.Marshal(map[string]any{
		"iss": s.signer.Team, "iat": now.Unix(), "exp": until.Unix(), "aud": s.issuer, "sub": s.client,
	})
	if err := errors.Join(errHeader, errClaims); err != nil {
		return "", fmt.Errorf("write a client secret: %w", err)
	}
	signed := base64.RawURLEncoding.EncodeToString(header) + "." + base64.RawURLEncoding.EncodeToString(claims)
	sum := sha256.Sum256([]byte(signed))
	r, v, err := ecdsa.Sign(rand.Reader, s.key, sum[:])
	if err != nil {
		return "", fmt.Errorf("sign a client secret: %w", err)
	}
	signature := make([]byte, 64)
	r.FillBytes(signature[:32])
	v.FillBytes(signature[32:])
	s.secret, s.until = signed+"."+base64.RawURLEncoding.EncodeToString(signature), until
	return s.secret, nil
}

// proof returns what the application proves itself with now.
func (p *party) proof(x *rt.Exec) (string, error) {
	if p.signed == nil {
		return p.config.ClientSecret, nil
	}
	secret, err := p.signed.at(p.now())
	x.Saw(secret)
	return secret, err
}

// postsBack reports whether the provider has browsers post the end of a login.
func (p *party) postsBack() bool { return p.config.Provider == Apple }

// namePosted is the name in the form at the end of a user's first login. It is the caller's word: nobody has signed it.
func namePosted(x *rt.Exec) *string {
	var user struct {
		Name struct {
			First string `json:"firstName"`
			Last  string `json:"lastName"`
		} `json:"name"`
	}
	if json.Unmarshal([]byte(x.Request().PostForm.Get("user")), &user) != nil {
		return nil
	}
	name := strings.TrimSpace(user.Name.First + " " + user.Name.Last)
	if name == "" {
		return nil
	}
	return &name
}
