package webhook

import (
	"context"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Stripe verifies Stripe-Signature, "t=TIME,v1=HEX,…": HMACs-SHA-256 of "TIME.BODY", one for each of the endpoint's
// secrets (docs.stripe.com, Verify webhook signatures manually). The id of a delivery is that of the event, in the
// body.
func Stripe(_ context.Context, r *rt.WebhookRequest, in Input) error {
	keys, err := keys(r, in.Secret, in.PreviousSecret)
	if err != nil {
		return err
	}
	given, err := header(r, "Stripe-Signature")
	if err != nil {
		return err
	}
	timestamp, signatures := stripeHeader(given)
	if timestamp == "" || len(signatures) == 0 {
		return rt.Reject(missingSignature)
	}
	if err := hexSHA256.verify(keys, signatures, []byte(timestamp+"."), r.Body); err != nil {
		return err
	}
	if err := verifyTime(r, timestamp); err != nil || !wanted(r, in.Once) {
		return err
	}
	return onceByBody(r, "id", timestamp)
}

// stripeHeader passes over other schemes than v1. Of several times the first counts: it is the one that is verified, so
// it does not matter which.
func stripeHeader(text string) (timestamp string, signatures []string) {
	for item := range strings.SplitSeq(text, ",") {
		name, value, _ := strings.Cut(item, "=")
		switch {
		case name == "t" && timestamp == "":
			timestamp = value
		case name == "v1":
			signatures = append(signatures, value)
		}
	}
	return timestamp, signatures
}
