package webhook

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
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
	name, scheme, err := in.scheme()
	if err != nil {
		return err
	}
	given, err := header(r, http.CanonicalHeaderKey(in.Header))
	if err != nil {
		return err
	}
	if err := scheme.verify(keys, []string{strings.TrimPrefix(given, name+"=")}, r.Body); err != nil || !in.Once {
		return err
	}
	return once(r, signedBody(r))
}

// scheme returns that of the signature, and what its hash is called before it.
func (in *HMACInput) scheme() (name string, s scheme, err error) {
	name = in.Algorithm
	switch in.Algorithm {
	case "", "sha256":
		name, s.macs = "sha256", withSHA256
	case "sha1": // broken as a hash, not as an HMAC (RFC 6194, 3.3)
		s.macs = withSHA1
	case "sha384":
		s.macs = withSHA384
	case "sha512":
		s.macs = withSHA512
	default:
		return name, s, fmt.Errorf("verifying a webhook: unknown algorithm %q", in.Algorithm)
	}
	switch in.Encoding {
	case "", "hex":
		s.decode = hex.AppendDecode
	case "base64":
		s.decode = base64.StdEncoding.AppendDecode
	default:
		return name, s, fmt.Errorf("verifying a webhook: unknown encoding %q", in.Encoding)
	}
	return name, s, nil
}
