package webhook_test

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/webhook"
)

// replayed is the 200 for what was worked on before.
const replayed = "200"

func TestOnce(t *testing.T) {
	for _, s := range services() {
		t.Run(s.name, func(t *testing.T) {
			r := newReceiver(t, time.Unix(now, 0), given(s.verify, webhook.Input{Secret: key}))
			first := message{s.sign(key, body, now), body}
			forged := message{s.sign(otherKey, body, now), body}
			for _, step := range []struct {
				what, path string
				message
				want string
			}{
				{"a forgery, which must not use up the id", "/a", forged, "wrong signature"},
				{"first", "/a", first, accepted},
				{"again", "/a", first, replayed},
				{"tried again by the service", "/a", message{s.sign(key, body, now+60), body}, replayed},
				{"a forgery of what is known", "/a", forged, "wrong signature"},
				{"at another Webhook", "/b", first, accepted},
				{"at one with a wildcard", "/of/ada", first, accepted},
				{"at another path of that one", "/of/eve", first, replayed},
				{"at another spelling of that one", "/of/%65ve", first, replayed},
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
		{"GitHub, another id", webhook.GitHub, github("push", "a"), github("push", "b"), replayed},
		{"GitHub, no id", webhook.GitHub, github("push", "a"), github("push", ""), replayed},
		{"GitHub, another event", webhook.GitHub, github("push", "a"), github("create", "a"), accepted},
		{"GitHub, another body", webhook.GitHub, github("push", "a"), message{signGitHub(key, "{}", now), "{}"}.with("X-GitHub-Event", "push"), accepted},
		{"GitHub, without an event", webhook.GitHub, github("", "a"), github("", "b"), replayed},
		{"GitHub ping, another id", webhook.GitHub, github("ping", "a"), github("ping", "b"), accepted},
		{"GitHub ping, again", webhook.GitHub, github("ping", "a"), github("ping", "a"), replayed},
		{"GitHub ping without id, again", webhook.GitHub, github("ping", ""), github("ping", ""), replayed},
		{"GitHub dispatch, another id", webhook.GitHub, github("repository_dispatch", "a"), github("repository_dispatch", "b"), accepted},
		{"GitHub without id, asked for", asked(webhook.GitHub), github("push", ""), github("push", ""), replayed},
		{"Shopify, another id", webhook.Shopify, shopify("orders/create", "a.myshopify.com", "a"), shopify("orders/create", "a.myshopify.com", "b"), replayed},
		{"Shopify, another topic", webhook.Shopify, shopify("orders/create", "a.myshopify.com", "a"), shopify("orders/updated", "a.myshopify.com", "a"), accepted},
		{"Shopify, another shop", webhook.Shopify, shopify("orders/create", "a.myshopify.com", "a"), shopify("orders/create", "b.myshopify.com", "a"), accepted},
		{"Shopify without id, asked for", asked(webhook.Shopify), shopify("orders/create", "a.myshopify.com", ""), shopify("orders/create", "a.myshopify.com", ""), replayed},
		{"Stripe", webhook.Stripe, message{signStripe(key, `{"id":"a"}`, now), `{"id":"a"}`}, message{signStripe(key, `{"id":"b"}`, now), `{"id":"b"}`}, accepted},
		{"Stripe, same event", webhook.Stripe, message{signStripe(key, `{"id":"a"}`, now), `{"id":"a"}`}, message{signStripe(key, `{"id":"a","x":1}`, now), `{"id":"a","x":1}`}, replayed},
		{"Stripe, empty id", webhook.Stripe, message{signStripe(key, `{"id":""}`, now), `{"id":""}`}, message{signStripe(key, `{"id":"","x":1}`, now), `{"id":"","x":1}`}, accepted},
		{"Stripe, no id, at another time", webhook.Stripe, message{signStripe(key, "{}", now), "{}"}, message{signStripe(key, "{}", now+1), "{}"}, accepted},
		{"Slack command", webhook.Slack, message{signSlack(key, "trigger_id=1", now), "trigger_id=1"}, message{signSlack(key, "trigger_id=2", now), "trigger_id=2"}, accepted},
		{"Slack command, again later", webhook.Slack, message{signSlack(key, "text=1", now), "text=1"}, message{signSlack(key, "text=1", now+1), "text=1"}, accepted},
		{"Slack command, replayed", webhook.Slack, message{signSlack(key, "trigger_id=1", now), "trigger_id=1"}, message{signSlack(key, "trigger_id=1", now), "trigger_id=1"}, replayed},
		{"Standard", webhook.Standard, message{signStandard("Webhook-", "a", key, body, now), body}, message{signStandard("Webhook-", "b", key, body, now), body}, accepted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := newReceiver(t, time.Unix(now, 0), given(tt.verify, webhook.Input{Secret: key}))
			if got := r.send(t, "/a", tt.first); got != accepted {
				t.Fatalf("first: got %q", got)
			}
			if got := r.send(t, "/a", tt.second); got != tt.want {
				t.Errorf("second: got %q, want %q", got, tt.want)
			}
		})
	}
}

// github is a delivery of GitHub, without what is "".
func github(event, id string) message {
	return message{signGitHub(key, body, now), body}.with("X-GitHub-Event", event).with("X-GitHub-Delivery", id)
}

// shopify is a delivery of Shopify, without what is "".
func shopify(topic, shop, id string) message {
	m := message{signShopify(key, body, now), body}
	return m.with("X-Shopify-Topic", topic).with("X-Shopify-Shop-Domain", shop).with("X-Shopify-Webhook-Id", id)
}

// asked is a verifier that is told to remember deliveries.
func asked(f function) function {
	return func(ctx context.Context, r *rt.WebhookRequest, in webhook.Input) error {
		in.Once = new(true)
		return f(ctx, r, in)
	}
}

// TestOnceIsOff has senders that are to be heard however often.
func TestOnceIsOff(t *testing.T) {
	for _, s := range services() {
		r := newReceiver(t, time.Unix(now, 0), given(s.verify, webhook.Input{Secret: key, Once: new(false)}))
		for range 2 {
			if got := r.send(t, "/a", message{s.sign(key, body, now), body}); got != accepted {
				t.Errorf("%s: got %q", s.name, got)
			}
		}
	}
}

// TestOnceForHMAC knows deliveries by their body, but only where it is asked to: nothing that is signed tells two apart.
func TestOnceForHMAC(t *testing.T) {
	for _, once := range []bool{false, true} {
		r := newReceiver(t, time.Unix(now, 0), hmacWith(webhook.HMACInput{Secret: key, Header: "X-Signature", Once: once}))
		again := accepted
		if once {
			again = replayed
		}
		for _, step := range []struct{ body, want string }{{"a", accepted}, {"a", again}, {"b", accepted}} {
			if got := r.send(t, "/a", message{signHMAC(key, step.body, now), step.body}); got != step.want {
				t.Errorf("once %v, body %s: got %q, want %q", once, step.body, got, step.want)
			}
		}
	}
}

// TestOnceForgetsWhatFailed answers deliveries with what is no success, after which the service tries again.
func TestOnceForgetsWhatFailed(t *testing.T) {
	for _, s := range services() {
		for status, failure := range map[string]error{
			"500": errors.New("the database is down"), "404": rt.Fail(404, "no such order"), "503": rt.Fail(503, "later"),
		} {
			verify := given(s.verify, webhook.Input{Secret: key})
			r := newReceiver(t, time.Unix(now, 0), func(x *rt.Exec, r *rt.WebhookRequest) error {
				return cmp.Or(verify(x, r), failure)
			})
			m := message{s.sign(key, body, now), body}
			if got := r.send(t, "/a", m); got != status {
				t.Fatalf("%s: got %q, want %q", s.name, got, status)
			}
			failure = nil
			for _, want := range []string{accepted, replayed} {
				if got := r.send(t, "/a", m); got != want {
					t.Errorf("%s after a %s: got %q, want %q", s.name, status, got, want)
				}
			}
		}
	}
}

// TestOnceWhileItIsWorkedOn delivers again from within the execution of the first.
func TestOnceWhileItIsWorkedOn(t *testing.T) {
	for _, s := range services() {
		m := message{s.sign(key, body, now), body}
		verify := given(s.verify, webhook.Input{Secret: key})
		var r *receiver
		inner := true
		r = newReceiver(t, time.Unix(now, 0), func(x *rt.Exec, req *rt.WebhookRequest) error {
			err := verify(x, req)
			if inner && err == nil {
				inner = false
				w := r.answer("/a", m)
				if w.Code != http.StatusConflict || w.Header().Get("Retry-After") != "60" {
					t.Errorf("%s: answered %d with Retry-After %q, want 409 and twice the 30s of the Webhook", s.name, w.Code, w.Header().Get("Retry-After"))
				}
			}
			return err
		})
		for _, want := range []string{accepted, replayed} {
			if got := r.send(t, "/a", m); got != want {
				t.Errorf("%s: got %q, want %q", s.name, got, want)
			}
		}
	}
}

// A request made by hand has no execution, and so no storage; where once is asked for, that must not look like a first
// delivery.
func TestOnceNeedsAnExecution(t *testing.T) {
	for _, s := range services() {
		r := &rt.WebhookRequest{Header: s.sign(key, body, time.Now().Unix()), Body: []byte(body)}
		if err := s.verify(t.Context(), r, webhook.Input{Secret: key}); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
		err := s.verify(t.Context(), r, webhook.Input{Secret: key, Once: new(true)})
		if _, rejected := rt.Rejected(err); err == nil || rejected || rt.IsReplayed(err) {
			t.Errorf("%s, once: %v", s.name, err)
		}
	}
}
