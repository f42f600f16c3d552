package webhook

import (
	"errors"
	"fmt"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// remembered is how long a delivery's id is refused: longer than any service tries to deliver again.
const remembered = 7 * 24 * time.Hour

// onceByHeader is once for an id that a header holds.
func onceByHeader(r *rt.WebhookRequest, name string) error {
	id, err := header(r, name)
	if err != nil {
		return err
	}
	return once(r, id)
}

// onceByBody is once for an id that a member of the body holds. Without one the delivery is known by what was sent.
func onceByBody(r *rt.WebhookRequest, name string) error {
	if x := r.Exec(); x != nil {
		if id, err := x.Body().At(name).Text(); err == nil && id != "" {
			return once(r, id)
		}
	}
	return once(r, contentID(r))
}

// contentID stands in for the id of a delivery that has none.
func contentID(r *rt.WebhookRequest) string { return rt.SHA256(string(r.Body)) }

// once rejects a delivery to this Webhook whose id has been seen before, unless its execution failed: then the service is
// right to try again. It comes last: an id is only remembered of what is known to come from the service. The id is hashed
// because its length is the sender's choice. The Webhook is known by its pattern: where that has a wildcard, the path of
// the request is the sender's choice too, and no signature covers it.
func once(r *rt.WebhookRequest, id string) error {
	x := r.Exec()
	if x == nil {
		return errors.New("verifying a webhook: only an execution can remember deliveries")
	}
	key := storage.Key("flowc.webhook", x.Pattern(), rt.SHA256(id))
	first, err := storage.Once(x, key, remembered)
	if err != nil {
		return fmt.Errorf("remembering the delivery of a webhook: %w", err)
	}
	if !first {
		return rt.Reject(replayed)
	}
	x.AfterFailure(func(x *rt.Exec) error { return forget(x, key) })
	return nil
}

// forget lets the service try a delivery again, because this execution has failed.
func forget(x *rt.Exec, key string) error {
	return storage.NewStore[bool](x.App().Setup(), storage.StoreConfig{}).Delete(x, key)
}
