package code

import (
	"net/http"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/webhook"
)

// TestHMACTakes holds the words that lint lets through to those that webhook.HMAC knows: of these it refuses a signature, as any
// caller's, and at others it fails.
func TestHMACTakes(t *testing.T) {
	verify := func(algorithm, encoding string) error {
		r := &rt.WebhookRequest{Header: http.Header{"X-Signature": {"00"}}, Body: []byte("body")}
		return webhook.HMAC(t.Context(), r, webhook.HMACInput{Secret: "secret", Header: "X-Signature", Algorithm: algorithm, Encoding: encoding})
	}
	wrong := verify("", "").Error()
	for _, algorithm := range algorithms {
		for _, encoding := range encodings {
			if err := verify(algorithm, encoding); err == nil || err.Error() != wrong {
				t.Errorf("%s in %s: %v, want %s", algorithm, encoding, err, wrong)
			}
		}
	}
	for _, other := range []string{"md5", "SHA256", "hexadecimal"} {
		if err := verify(other, ""); err == nil || err.Error() == wrong {
			t.Errorf("algorithm %s: %v, want a failure", other, err)
		}
		if err := verify("", other); err == nil || err.Error() == wrong {
			t.Errorf("encoding %s: %v, want a failure", other, err)
		}
	}
}
