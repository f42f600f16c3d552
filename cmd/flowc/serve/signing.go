package serve

import (
	"crypto/hmac"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"strings"

	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
	"github.com/flowc-dev/flowc/runtime/sender"
)

// signer is a service that signs the webhooks that it sends.
type signer struct {
	secret string // the variable of the secret that it signs with
	how    *sender.Signing
}

// signerOf is who a step verifies a webhook to come from, or nil.
func signerOf(s *ir.Step) *signer {
	t := s.Node.Template
	if !s.Node.Known() || t.Crypto.Signing == nil {
		return nil
	}
	how := t.Crypto.Signing(ir.NewPass(s))
	for _, secret := range facts.Secrets(s) {
		if how != nil && secret.Name == how.Key {
			return &signer{secret: secret.Variable, how: how}
		}
	}
	return nil
}

// signed makes commands of a curl line that send body with its signature.
func (s *signer) signed(curl, body string) string {
	sign := fmt.Sprintf(`SIGNATURE=$(printf %%s "%s" | openssl dgst -%s %s %s)`, s.how.Signed, s.how.Hash, s.key(), s.encoding())
	for _, header := range s.how.Headers {
		curl += fmt.Sprintf(` -H "%s"`, header)
	}
	curl += ` -H 'Content-Type: application/json' -d "$BODY"`
	return strings.Join([]string{"NOW=$(date +%s); BODY=" + Quote(body), sign, curl}, "\n  ")
}

// key are the arguments of openssl that name the key.
func (s *signer) key() string {
	if s.how.Base64Key {
		bytes := fmt.Sprintf(`$(printf %%s "${%s#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \n')`, s.secret)
		return "-mac HMAC -macopt hexkey:" + bytes
	}
	return fmt.Sprintf(`-hmac "$%s"`, s.secret)
}

// encoding makes text of the signature: openssl writes digits behind a name, or with -binary bytes.
func (s *signer) encoding() string {
	if s.how.Base64 {
		return "-binary | openssl base64 -A"
	}
	return "| sed 's/^.* //'"
}

// headers are what a request is sent with whose body is signed.
func (s *signer) headers(secret, body, now string) (map[string]string, error) {
	signature, err := s.signature(secret, expand(s.how.Signed, now, body, ""))
	if err != nil {
		return nil, err
	}
	headers := map[string]string{}
	for _, header := range s.how.Headers {
		name, value, _ := strings.Cut(expand(header, now, body, signature), ": ")
		headers[name] = value
	}
	return headers, nil
}

func (s *signer) signature(secret, text string) (string, error) {
	key := []byte(secret)
	if s.how.Base64Key {
		var err error
		if key, err = base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")); err != nil {
			return "", fmt.Errorf("%s is not whsec_ and base64", s.secret)
		}
	}
	mac := hmac.New(hashes[s.how.Hash], key)
	mac.Write([]byte(text))
	if s.how.Base64 {
		return base64.StdEncoding.EncodeToString(mac.Sum(nil)), nil
	}
	return hex.EncodeToString(mac.Sum(nil)), nil
}

// hashes are those that a sender.Signing may name.
var hashes = map[string]func() hash.Hash{"sha1": sha1.New, "sha256": sha256.New, "sha384": sha512.New384, "sha512": sha512.New}

// expand puts values in the place of the variables of a sender.Signing.
func expand(text, now, body, signature string) string {
	return os.Expand(text, func(name string) string {
		return map[string]string{"NOW": now, "BODY": body, "SIGNATURE": signature}[name]
	})
}
