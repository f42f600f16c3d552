package webhook

import (
	"context"
	"encoding/hex"

	rt "github.com/flowc-dev/flowc/runtime"
)

// GitHub verifies X-Hub-Signature-256, the HMAC-SHA-256 of the body (docs.github.com, Validating webhook deliveries).
// The id of a delivery is X-GitHub-Delivery, which the signature does not cover: once keeps out what GitHub sends twice,
// not somebody who has come by a delivery.
func GitHub(_ context.Context, r *rt.WebhookRequest, in Input) error {
	keys, err := keys(r, in.Secret, in.PreviousSecret)
	if err != nil {
		return err
	}
	given, err := header(r, "X-Hub-Signature-256")
	if err != nil {
		return err
	}
	signature := decoded("sha256=", given, hex.DecodeString)
	if err := verify(withSHA256, keys, [][]byte{signature}, r.Body); err != nil || !wanted(r, in.Once) {
		return err
	}
	return onceByHeader(r, "X-GitHub-Delivery", in.Once)
}
