package webhook

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/fn"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// remembered is how long a delivery that was worked on is known: longer than any service tries to deliver again.
const remembered = 7 * 24 * time.Hour

// defaultLease is how long the work on a delivery may take where the request tells no deadline.
const defaultLease = time.Minute

var errNoExecution = errors.New("verifying a webhook: only an execution can remember deliveries")

// wanted says whether deliveries are to be remembered. Unless it is said, they are; a
// request that did not come through a Webhook, as in a test, has nowhere to remember them.
func wanted(r *rt.WebhookRequest, once *bool) bool {
	if once == nil {
		return r.Exec() != nil
	}
	return *once
}

// onceByHeaders is once for a sender that signs the body alone: a delivery is known by that, and by the headers that
// say what it is of. An id in a header is of no use: whoever has come by a delivery can give it another one. The names
// are in canonical form.
func onceByHeaders(r *rt.WebhookRequest, names ...string) error {
	var id strings.Builder
	for _, name := range names {
		id.WriteString(strings.Join(r.Header[name], ",") + "\n")
	}
	return once(r, id.String()+signedBody(r))
}

// onceByBody is once for an id that a member of the body holds. Without one the delivery is known by what was signed,
// which holds its time: two of them are never alike.
func onceByBody(r *rt.WebhookRequest, name, timestamp string) error {
	if x := r.Exec(); x != nil {
		if id, err := x.Body().At(name).Text(); err == nil && id != "" {
			return once(r, id)
		}
	}
	return once(r, "signed "+timestamp+"."+signedBody(r))
}

// signedBody stands for the body in an id.
func signedBody(r *rt.WebhookRequest) string {
	sum := sha256.Sum256(r.Body)
	return hex.EncodeToString(sum[:])
}

// once lets a delivery to this Webhook be worked on once. It comes last: only what is known to come from the service is
// remembered. The id is hashed because its length is the sender's choice. The Webhook is known by its pattern: where
// that has a wildcard, the path of the request is the sender's choice too, and no signature covers it.
func once(r *rt.WebhookRequest, id string) error {
	x := r.Exec()
	if x == nil {
		return errNoExecution
	}
	key := storage.Key("flowc.webhook", x.Pattern(), fn.SHA256(id))
	delivery, progress, left, err := storage.Begin(x, key, lease(r))
	switch {
	case err != nil:
		err = fmt.Errorf("remembering the delivery of a webhook: %w", err)
	case progress == storage.Done:
		return rt.Replayed()
	case progress == storage.Begun:
		return busy(left)
	}
	x.WhenAnswered(func(ctx context.Context, status int) error { return conclude(ctx, delivery, status) })
	return err
}

// lease is how long a delivery stays begun whose execution ends without a word, as a process does that is killed. An
// execution has its time until the answer, which may be what it still waits for when that is over.
func lease(r *rt.WebhookRequest) time.Duration {
	if timeout := r.Timeout(); timeout > 0 {
		return 2 * timeout
	}
	return defaultLease
}

// busy is the answer to a delivery that another execution works on.
func busy(left time.Duration) error {
	return &rt.Error{Status: http.StatusConflict, Detail: "this delivery is being worked on", RetryAfter: max(left, time.Second)}
}

// conclude remembers a delivery for good where the sender is told of success, and else lets him try again.
func conclude(ctx context.Context, d *storage.Delivery, status int) error {
	if status >= http.StatusOK && status < http.StatusMultipleChoices {
		return d.Done(ctx, remembered)
	}
	return d.Forget(ctx)
}
