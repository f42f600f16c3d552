package jwt

import (
	"bytes"
	"encoding/base64"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// maxToken is the longest token that is looked at, in bytes.
const maxToken = 16 << 10

// token is one whose form is right. Nothing in it is to be believed before rules.check.
type token struct {
	signed    []byte // header and payload as they were sent: what the signature is over
	signature []byte
	algorithm string
	keyID     string // kid; empty when the header has none
	typ       string // one of the types below; empty when the header has none
	signer    string // signer and client, which load balancers write
	client    string
	payload   []byte // the claims' JSON
	claims    claims
}

// scratch holds the memory in which tokens are parsed, to be used again.
type scratch struct {
	token   []byte
	decoded []byte
	name    []byte
	json    bytes.Buffer
	decoder *jsontext.Decoder
}

func newScratch() *scratch {
	return &scratch{decoder: new(jsontext.Decoder)}
}

// parse takes a token apart. It refuses whatever two parsers could read differently. What it returns is in s, until the
// next call. claims.forAudience says whether aud names one of audiences. typ is a type that is accepted besides the
// usual ones; padded, whether parts may end in "=".
func (s *scratch) parse(text string, audiences []string, typ string, padded bool) (t token, ok bool) {
	if len(text) > maxToken || strings.Count(text, ".") != 2 || strings.ContainsAny(text, "\r\n") {
		return token{}, false // base64 of the standard library skips line breaks, even when strict
	}
	s.token = append(s.token[:0], text...)
	s.decoded = s.decoded[:0]

	dot := bytes.IndexByte(s.token, '.')
	lastDot := bytes.LastIndexByte(s.token, '.')
	parts := [...][]byte{s.token[:dot], s.token[dot+1 : lastDot], s.token[lastDot+1:]}
	for i := range parts {
		if padded {
			parts[i] = bytes.TrimRight(parts[i], "=")
		}
	}
	header, okHeader := s.decode(parts[0])
	payload, okPayload := s.decode(parts[1])
	signature, okSignature := s.decode(parts[2])
	if !okHeader || !okPayload || !okSignature {
		return token{}, false
	}

	t = token{signed: s.token[:lastDot], signature: signature, payload: payload}
	if ok = s.readHeader(header, &t, typ); !ok {
		return token{}, false
	}
	if t.claims, ok = s.readClaims(payload, audiences); !ok {
		return token{}, false
	}
	return t, true
}

// decode decodes one part: base64url, unpadded, its last character canonical (RFC 7515, section 2).
func (s *scratch) decode(part []byte) (decoded []byte, ok bool) {
	start := len(s.decoded)
	all, err := base64.RawURLEncoding.Strict().AppendDecode(s.decoded, part)
	if err != nil {
		return nil, false
	}
	s.decoded = all
	return all[start:len(all):len(all)], true
}

// readHeader reads the algorithm, the key and the type that the header names. Keys that a token brings along (jwk, jku,
// x5c, x5u) are not looked at: it is for the verifier to say whose keys count. crit and b64 ask for a meaning that this
// package does not have.
func (s *scratch) readHeader(header []byte, t *token, typ string) (ok bool) {
	ok = s.members(header, func(name []byte, value jsontext.Value) bool {
		switch string(name) {
		case "alg":
			t.algorithm, ok = text(value)
			return ok && t.algorithm != ""
		case "kid":
			t.keyID, ok = text(value)
			return ok
		case "typ":
			t.typ, ok = tokenType(value, typ)
			return ok
		case "signer":
			t.signer, _ = text(value)
		case "client":
			t.client, _ = text(value)
		case "crit", "b64":
			return false
		}
		return true
	})
	return ok && t.algorithm != ""
}

// The types of tokens that are accepted, as typ usually names them.
const (
	typeJWT    = "JWT"
	typeAccess = "at+jwt"
)

// tokenType is the type that value says. It is a media type, which is the same in every case, and "application/" is
// meant where no slash is written (RFC 7515, section 4.1.9).
func tokenType(value jsontext.Value, further string) (typ string, ok bool) {
	const prefix = "application/"
	name, ok := text(value)
	if len(name) > len(prefix) && strings.EqualFold(name[:len(prefix)], prefix) {
		name = name[len(prefix):]
	}
	switch {
	case strings.EqualFold(name, typeJWT):
		return typeJWT, ok
	case strings.EqualFold(name, typeAccess):
		return typeAccess, ok
	case further != "" && strings.EqualFold(name, further):
		return further, ok
	}
	return "", false
}

// valueOf is payload, which is in a scratch, as a value that outlives it.
func valueOf(payload []byte) (v rt.Value, ok bool) {
	err := json.Unmarshal(payload, &v)
	return v, err == nil
}
