package webhook_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/webhook"
)

// TestManySecrets signs with more secrets than stay keyed, at the same time: each opens what was signed with it, and nothing else.
func TestManySecrets(t *testing.T) {
	const secrets = 20
	receivers, messages := make([]*receiver, secrets), make([]message, secrets)
	for i := range secrets {
		secret := fmt.Sprintf("a secret of the customer %d", i)
		receivers[i] = newReceiver(t, time.Unix(now, 0), given(webhook.GitHub, webhook.Input{Secret: secret, Once: new(false)}))
		messages[i] = message{signGitHub(secret, body, now), body}
	}
	var senders sync.WaitGroup
	for sender := range 4 {
		senders.Go(func() {
			for n := range 10 * secrets {
				i := (n + sender*5) % secrets
				if got := receivers[i].send(t, "/a", messages[i]); got != accepted {
					t.Errorf("secret %d: got %q", i, got)
				}
				if got := receivers[i].send(t, "/a", messages[(i+1)%secrets]); got != "wrong signature" {
					t.Errorf("secret %d, signed with the next: got %q", i, got)
				}
			}
		})
	}
	senders.Wait()
}
