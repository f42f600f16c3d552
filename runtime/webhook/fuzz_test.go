package webhook_test

import (
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/webhook"
)

// FuzzVerify sends headers of any kind. A verifier must answer with one of the four reasons, and accept only what holds
// the one right signature of the body, which nobody without the key can find.
func FuzzVerify(f *testing.F) {
	all := services()
	receivers := make([]*receiver, len(all))
	for i, s := range all {
		receivers[i] = newReceiver(f, time.Unix(now, 0), given(s.verify, webhook.Input{Secret: key, PreviousSecret: otherKey}))
		h := s.sign("whsec_bm9ib2R5J3Mga2V5", body, now)
		f.Add(uint(i), h.Get(s.signature), "msg_1", "1500000000", body)
		f.Add(uint(i), h.Get(s.signature)+","+h.Get(s.signature), "", "-1", "")
	}
	f.Add(uint(0), "sha256=", "t=,v1=", "99999999999999999999", "=")
	f.Fuzz(func(t *testing.T, which uint, signature, id, at, body string) {
		i := which % uint(len(all))
		m := message{headers(all[i].signature, signature), body}
		for n, name := range all[i].others {
			m.header.Set(name, []string{at, id}[n%2])
		}
		switch got := receivers[i].send(t, "/a", m); got {
		case "missing signature", "wrong signature":
		default:
			t.Errorf("%s with signature %q: %q", all[i].name, signature, got)
		}
	})
}
