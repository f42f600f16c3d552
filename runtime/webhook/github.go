package webhook

import (
	"context"

	rt "github.com/flowc-dev/flowc/runtime"
)

// GitHub verifies X-Hub-Signature-256, the HMAC-SHA-256 of the body (docs.github.com, Validating webhook deliveries). A
// delivery is known by its body and X-GitHub-Event. A ping and a repository_dispatch may say the same time and again:
// they are known by X-GitHub-Delivery too, which the signature does not cover.
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
	names := []string{"X-Github-Event"}
	if event := r.Header["X-Github-Event"]; len(event) == 1 && (event[0] == "ping" || event[0] == "repository_dispatch") {
		names = append(names, "X-Github-Delivery")
	}
	return onceByHeaders(r, names...)
}
