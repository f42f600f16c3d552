package webhook

import (
	"context"

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
	if err := hexSHA256.verify(keys, []string{behind("sha256=", given)}, r.Body); err != nil || !wanted(r, in.Once) {
		return err
	}
	return onceByHeader(r, "X-Github-Delivery", in.Once)
}
