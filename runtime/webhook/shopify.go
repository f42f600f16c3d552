package webhook

import (
	"context"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Shopify verifies X-Shopify-Hmac-Sha256, the HMAC-SHA-256 of the body in base64 (shopify.dev, Deliver webhooks through
// HTTPS). The id of a delivery is X-Shopify-Webhook-Id, which the signature does not cover: once keeps out what Shopify
// sends twice, not somebody who has come by a delivery.
func Shopify(_ context.Context, r *rt.WebhookRequest, in Input) error {
	keys, err := keys(r, in.Secret, in.PreviousSecret)
	if err != nil {
		return err
	}
	given, err := header(r, "X-Shopify-Hmac-Sha256")
	if err != nil {
		return err
	}
	if err := base64SHA256.verify(keys, []string{given}, r.Body); err != nil || !wanted(r, in.Once) {
		return err
	}
	return onceByHeader(r, "X-Shopify-Webhook-Id", in.Once)
}
