package webhook_test

import (
	"cmp"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/webhook"
)

func TestOnce(t *testing.T) {
	for _, s := range services() {
		t.Run(s.name, func(t *testing.T) {
			r := newReceiver(t, time.Unix(now, 0), given(s.verify, webhook.Input{Secret: key, Once: true}))
			first := message{s.sign(key, body, now), body}
			forged := message{s.sign(otherKey, body, now), body}
			for _, step := range []struct {
				what, path string
				message
				want string
			}{
				{"a forgery, which must not use up the id", "/a", forged, "wrong signature"},
				{"first", "/a", first, accepted},
				{"again", "/a", first, "replayed"},
				{"tried again by the service", "/a", message{s.sign(key, body, now+60), body}, "replayed"},
				{"at another Webhook", "/b", first, accepted},
				{"at one with a wildcard", "/of/ada", first, accepted},
				{"at another path of that one", "/of/eve", first, "replayed"},
				{"at another spelling of that one", "/of/%65ve", first, "replayed"},
			} {
				if got := r.send(t, step.path, step.message); got != step.want {
					t.Errorf("%s: got %q, want %q", step.what, got, step.want)
				}
			}
		})
	}
}

func TestOnceTellsDeliveriesApart(t *testing.T) {
	for _, tt := range []struct {
		name          string
		verify        function
		first, second message
		want          string
	}{
		{"GitHub", webhook.GitHub, message{signGitHub(key, body, now), body}, message{signGitHub(key, body, now), body}.with("X-GitHub-Delivery", "other"), accepted},
		{"GitHub without id", webhook.GitHub, message{signGitHub(key, body, now), body}, message{signGitHub(key, body, now), body}.with("X-GitHub-Delivery", ""), "missing signature"},
		{"Shopify", webhook.Shopify, message{signShopify(key, body, now), body}, message{signShopify(key, body, now), body}.with("X-Shopify-Webhook-Id", "other"), accepted},
		{"Stripe", webhook.Stripe, message{signStripe(key, `{"id":"a"}`, now), `{"id":"a"}`}, message{signStripe(key, `{"id":"b"}`, now), `{"id":"b"}`}, accepted},
		{"Stripe, same event", webhook.Stripe, message{signStripe(key, `{"id":"a"}`, now), `{"id":"a"}`}, message{signStripe(key, `{"id":"a","x":1}`, now), `{"id":"a","x":1}`}, "replayed"},
		{"Stripe, empty id", webhook.Stripe, message{signStripe(key, `{"id":""}`, now), `{"id":""}`}, message{signStripe(key, `{"id":"","x":1}`, now), `{"id":"","x":1}`}, accepted},
		{"Slack command", webhook.Slack, message{signSlack(key, "trigger_id=1", now), "trigger_id=1"}, message{signSlack(key, "trigger_id=2", now), "trigger_id=2"}, accepted},
		{"Slack command, replayed", webhook.Slack, message{signSlack(key, "trigger_id=1", now), "trigger_id=1"}, message{signSlack(key, "trigger_id=1", now), "trigger_id=1"}, "replayed"},
		{"Standard", webhook.Standard, message{signStandard("Webhook-", "a", key, body, now), body}, message{signStandard("Webhook-", "b", key, body, now), body}, accepted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newReceiver(t, time.Unix(now, 0), given(tt.verify, webhook.Input{Secret: key, Once: true}))
			if got := r.send(t, "/a", tt.first); got != accepted {
				t.Fatalf("first: got %q", got)
			}
			if got := r.send(t, "/a", tt.second); got != tt.want {
				t.Errorf("second: got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestOnceLetsFailuresBeTriedAgain answers the first delivery with a 500.
func TestOnceLetsFailuresBeTriedAgain(t *testing.T) {
	for _, s := range services() {
		synctest.Test(t, func(t *testing.T) {
			failure := errors.New("the database is down")
			verify := given(s.verify, webhook.Input{Secret: key, Once: true})
			r := newReceiver(t, time.Unix(now, 0), func(x *rt.Exec, r *rt.WebhookRequest) error {
				return cmp.Or(verify(x, r), failure)
			})
			m := message{s.sign(key, body, now), body}
			if got := r.send(t, "/a", m); got != "500" {
				t.Fatalf("%s: got %q", s.name, got)
			}
			synctest.Wait() // what follows the answer is done
			failure = nil
			for _, want := range []string{accepted, "replayed"} {
				if got := r.send(t, "/a", m); got != want {
					t.Errorf("%s: got %q, want %q", s.name, got, want)
				}
			}
		})
	}
}

// A request made by hand has no execution, and so no storage; that must not look like a first delivery.
func TestOnceNeedsAnExecution(t *testing.T) {
	for _, s := range services() {
		r := &rt.WebhookRequest{Header: s.sign(key, body, time.Now().Unix()), Body: []byte(body)}
		if err := s.verify(t.Context(), r, webhook.Input{Secret: key}); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		err := s.verify(t.Context(), r, webhook.Input{Secret: key, Once: true})
		if _, rejected := rt.Rejected(err); err == nil || rejected {
			t.Errorf("%s, once: %v", s.name, err)
		}
	}
}
