package webhook

import (
	"context"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Slack verifies X-Slack-Signature, the HMAC-SHA-256 of "v0:TIME:BODY" where the time is X-Slack-Request-Timestamp
// (docs.slack.dev, Verifying requests from Slack). The id of a delivery is that of the event, in the body; a command or
// an interaction has none, and is known by its signature, which covers the time.
func Slack(_ context.Context, r *rt.WebhookRequest, in Input) error {
	keys, err := keys(r, in.Secret, in.PreviousSecret)
	if err != nil {
		return err
	}
	given, err := header(r, "X-Slack-Signature")
	if err != nil {
		return err
	}
	timestamp, err := header(r, "X-Slack-Request-Timestamp")
	if err != nil {
		return err
	}
	if err := hexSHA256.verify(keys, []string{behind("v0=", given)}, []byte("v0:"+timestamp+":"), r.Body); err != nil {
		return err
	}
	if err := verifyTime(r, timestamp); err != nil || !wanted(r, in.Once) {
		return err
	}
	return onceByBody(r, "event_id", timestamp)
}
