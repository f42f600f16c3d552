package webhook

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// HMACInput is the input of HMAC.
type HMACInput struct {
	Secret         string `json:"secret" flowc:"secret"`                   // shared with the service
	PreviousSecret string `json:"previousSecret,omitempty" flowc:"secret"` // accepted too while the secret is being changed; may be empty
	Once           bool   `json:"once,omitempty"`                          // as of Input, for the body: the signature covers no id and no time
	Header         string `json:"header"`                                  // where the signature is
	Algorithm      string `json:"algorithm,omitempty"`                     // sha256 (default), sha1, sha384 or sha512
	Encoding       string `json:"encoding,omitempty"`                      // hex (default) or base64
}

// HMAC verifies a header that is the HMAC of the body, for services without a verifier of their own. "sha256=", or
// whatever the algorithm is, may stand before the signature. Nothing tells two deliveries with the same body apart, so
// that none is remembered unless Once says so.
func HMAC(_ context.Context, r *rt.WebhookRequest, in HMACInput) error {
	keys, err := keys(r, in.Secret, in.PreviousSecret)
	if err != nil {
		return err
	}
	scheme, err := in.scheme()
	if err != nil {
		return err
	}
	given, err := header(r, in.Header)
	if err != nil {
		return err
	}
	signature := decoded("", strings.TrimPrefix(given, scheme.name+"="), scheme.decode)
	if err := verify(scheme.macs, keys, [][]byte{signature}, r.Body); err != nil || !in.Once {
		return err
	}
	return once(r, string(r.Body))
}

// scheme is the hash of a signature, and the encoding that it is written in.
type scheme struct {
	name   string
	macs   *macs
	decode func(string) ([]byte, error)
}

func (in *HMACInput) scheme() (scheme, error) {
	s := scheme{name: in.Algorithm}
	switch in.Algorithm {
	case "", "sha256":
		s.name, s.macs = "sha256", withSHA256
	case "sha1": // broken as a hash, not as an HMAC (RFC 6194, 3.3)
		s.macs = withSHA1
	case "sha384":
		s.macs = withSHA384
	case "sha512":
		s.macs = withSHA512
	default:
		return scheme{}, fmt.Errorf("verifying a webhook: unknown algorithm %q", in.Algorithm)
	}
	switch in.Encoding {
	case "", "hex":
		s.decode = hex.DecodeString
	case "base64":
		s.decode = base64.StdEncoding.DecodeString
	default:
		return scheme{}, fmt.Errorf("verifying a webhook: unknown encoding %q", in.Encoding)
	}
	return s, nil
}
