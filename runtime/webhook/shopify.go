package webhook

import (
	"context"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Shopify verifies X-Shopify-Hmac-Sha256, the HMAC-SHA-256 of the body in base64 (shopify.dev, Deliver webhooks through
// HTTPS). A delivery is known by its body, X-Shopify-Topic and X-Shopify-Shop-Domain: the signature covers no id.
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
	return onceByHeaders(r, "X-Shopify-Topic", "X-Shopify-Shop-Domain")
}
