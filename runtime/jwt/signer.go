package jwt

import (
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
)

// SignerConfig fixes what the tokens of a Signer have in common.
type SignerConfig struct {
	Algorithm string        // named as in RFC 7518 and RFC 8037
	Key       string        // HMAC secret, or PEM of a private key; empty: the value of KeyName
	KeyName   string        // the environment variable that Key comes from; problems name it
	Issuer    string        // the iss claim; empty: none
	Audience  string        // the aud claim; empty: none
	ExpiresIn time.Duration // from signing to expiry; whole seconds count
	KeyID     string        // the kid of the header; empty: none
}

// Token is a token that was signed.
type Token struct {
	Token     string    `json:"token" flowc:"token"` // in compact form
	ExpiresAt time.Time `json:"expiresAt"`           // its exp claim, in UTC
	ID        string    `json:"id"`                  // its jti claim, 130 random bits
}

// Signer signs tokens with one key. It is safe for concurrent use.
type Signer struct {
	config SignerConfig
	key    key
	header string // encoded, with the dot that follows it
	now    func() time.Time
}

// NewSigner makes a Signer. A key that c.Algorithm cannot use is reported to s as a problem of c.KeyName.
func NewSigner(s *rt.Setup, c SignerConfig) *Signer {
	header := []byte(`{"alg":"` + c.Algorithm + `","typ":"JWT"`)
	header, err := appendText(header, `,"kid":`, c.KeyID)
	if err != nil {
		s.Fail(fmt.Errorf("set up a JWT key of %s: the key's id: %w", c.KeyName, err))
	}
	return &Signer{
		config: c,
		key:    signingKey(s, c.Algorithm, c.Key, c.KeyName),
		header: base64.RawURLEncoding.EncodeToString(append(header, '}')) + ".",
		now:    s.App().Now,
	}
}

var errNoKey = errors.New("the key is missing or malformed")

// Sign signs a token with the given claims, anything that is a JSON object, and with iat, exp and jti; iss and aud too
// where they are configured. None of these may be among the claims given.
func (s *Signer) Sign(x *rt.Exec, claims any) (Token, error) {
	if s.key == nil {
		return Token{}, fmt.Errorf("sign a JWT: %w", errNoKey)
	}
	issued := s.now().UTC().Truncate(time.Second)
	token := Token{ExpiresAt: issued.Add(s.config.ExpiresIn).Truncate(time.Second), ID: rand.Text()}
	payload, err := s.payload(claims, issued, token)
	if err != nil {
		return Token{}, fmt.Errorf("build the claims of a JWT: %w", err)
	}
	if token.Token, err = s.sign(payload); err != nil {
		return Token{}, fmt.Errorf("sign a JWT: %w", err)
	}
	x.Saw(token.Token)
	if x.Debug() {
		x.Values(token)
	}
	return token, nil
}

var (
	errNotObject = errors.New("they are not a JSON object")
	errTwice     = errors.New("one of them is also set by the node (iat, exp, jti, iss, aud)")
)

// payload is the claims' JSON with the node's own claims at its end.
func (s *Signer) payload(claims any, issued time.Time, token Token) ([]byte, error) {
	b, err := json.Marshal(claims, claimsJSON)
	if err != nil {
		return nil, err
	}
	if jsontext.Value(b).Kind() != '{' {
		return nil, errNotObject
	}
	if b = b[:len(b)-1]; len(b) > 1 {
		b = append(b, ',')
	}
	b = strconv.AppendInt(append(b, `"iat":`...), issued.Unix(), 10)
	b = strconv.AppendInt(append(b, `,"exp":`...), token.ExpiresAt.Unix(), 10)
	b = append(append(append(b, `,"jti":"`...), token.ID...), '"')
	if b, err = appendText(b, `,"iss":`, s.config.Issuer); err != nil {
		return nil, err
	}
	if b, err = appendText(b, `,"aud":`, s.config.Audience); err != nil {
		return nil, err
	}
	b = append(b, '}')
	if !jsontext.Value(b).IsValid() { // what was marshalled is valid, so a name is there twice
		return nil, errTwice
	}
	return b, nil
}

// claimsJSON is how claims are written. Made once, what it says of a type is looked up only once too.
var claimsJSON = json.WithMarshalers(json.MarshalToFunc(marshalDuration))

// marshalDuration writes a duration as workflows write it.
func marshalDuration(enc *jsontext.Encoder, d time.Duration) error {
	return enc.WriteToken(jsontext.String(fn.FormatDuration(d)))
}

// appendText appends a member, unless its value is empty.
func appendText(b []byte, name, value string) ([]byte, error) {
	if value == "" {
		return b, nil
	}
	return jsontext.AppendQuote(append(b, name...), value)
}

func (s *Signer) sign(payload []byte) (string, error) {
	length := base64.RawURLEncoding.EncodedLen
	b := make([]byte, 0, len(s.header)+length(len(payload))+1+length(64))
	b = base64.RawURLEncoding.AppendEncode(append(b, s.header...), payload)
	signature, err := s.key.sign(b)
	if err != nil {
		return "", err
	}
	b = base64.RawURLEncoding.AppendEncode(append(b, '.'), signature)
	return string(b), nil
}
