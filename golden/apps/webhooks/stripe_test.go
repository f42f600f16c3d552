package main

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const stripePath = "/webhooks/s4t6r2i7p5e3n6y4d2c7v5b3k6"

const stripePaid = `{
  "id": "evt_1P", "object": "event", "type": "payment_intent.succeeded",
  "data": {"object": {"id": "pi_3M", "object": "payment_intent", "amount_received": 109950, "currency": "eur"}}
}`

// signStripe signs as Stripe does (docs.stripe.com, Verify webhook signatures manually).
func signStripe(secret string, at time.Time, body string) string {
	return fmt.Sprintf("t=%d,v1=%s,v0=ignored", at.Unix(), mac(secret, fmt.Sprintf("%d.%s", at.Unix(), body)))
}

func (s *server) send(t *testing.T, body, signature string) answer {
	t.Helper()
	return s.post(t, stripePath, body, "Stripe-Signature", signature)
}

func TestStripe(t *testing.T) {
	t.Parallel()
	s := start(t)
	for _, body := range []string{
		stripePaid,
		strings.NewReplacer("evt_1P", "evt_2P", "pi_3M", "pi_4M", "eur", "jpy").Replace(stripePaid),
		`{"id": "evt_3P", "type": "customer.created", "data": {"object": {"id": "cus_9s"}}}`,
	} {
		if a := s.send(t, body, signStripe(stripeSecret, s.now, body)); a.status != 202 || !strings.HasPrefix(fmt.Sprint(a.body["event"]), "evt_") {
			t.Errorf("an event is answered %d %s, want 202 and its id", a.status, a.text)
		}
	}
	want(t, s.rows(t, "SELECT event || ' ' || intent || ' ' || amount || ' ' || currency FROM payments ORDER BY event"),
		"evt_1P pi_3M 1099.50 EUR", "evt_2P pi_4M 109950 JPY")
	want(t, s.rows(t, "SELECT event || ' ' || type FROM unhandled"), "evt_3P customer.created")
}

func TestStripeRefuses(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		sign   func(now time.Time) string
		reason string
	}{
		{"tampered", func(now time.Time) string {
			return signStripe(stripeSecret, now, strings.Replace(stripePaid, "109950", "1", 1))
		}, "wrong signature"},
		{"wrongly keyed", func(now time.Time) string { return signStripe("whsec_guess", now, stripePaid) }, "wrong signature"},
		{"stale", func(now time.Time) string { return signStripe(stripeSecret, now.Add(-301*time.Second), stripePaid) }, "expired"},
		{"from the future", func(now time.Time) string { return signStripe(stripeSecret, now.Add(301*time.Second), stripePaid) }, "expired"},
		{"another time than signed", func(now time.Time) string {
			old := signStripe(stripeSecret, now.Add(-time.Hour), stripePaid)
			_, rest, _ := strings.Cut(old, ",")
			return fmt.Sprintf("t=%d,%s", now.Unix(), rest)
		}, "wrong signature"},
		{"unsigned", func(time.Time) string { return "" }, "missing signature"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := start(t)
			if a := s.send(t, stripePaid, tt.sign(s.now)); a.status != 401 || a.body["error"] != tt.reason {
				t.Errorf("answered %d %s, want 401 with %q", a.status, a.text, tt.reason)
			}
			want(t, s.trails(t), "in verify:invalid no")
			want(t, s.rows(t, "SELECT event FROM payments"))
		})
	}
}

// An event comes a second time whenever Stripe has not seen the answer to the first: the payment counts once.
func TestStripeReplay(t *testing.T) {
	t.Parallel()
	s := start(t)
	statuses := []int{}
	for range 2 {
		statuses = append(statuses, s.send(t, stripePaid, signStripe(stripeSecret, s.now, stripePaid)).status)
	}
	if statuses[0] != 202 || statuses[1] != 200 {
		t.Errorf("answered %v, want 202 and 200", statuses)
	}
	want(t, s.rows(t, "SELECT event FROM payments"), "evt_1P")
}

// What Stripe is not told to have been taken, it sends again.
func TestStripeTriesAgain(t *testing.T) {
	t.Parallel()
	s := start(t)
	for range 2 {
		bad := strings.Replace(stripePaid, `"type": "payment_intent.succeeded"`, `"type": 7`, 1)
		if a := s.send(t, bad, signStripe(stripeSecret, s.now, bad)); a.status != 400 {
			t.Errorf("an event without a type is answered %d %s, want 400", a.status, a.text)
		}
	}
	if a := s.send(t, stripePaid, signStripe(stripeSecret, s.now, stripePaid)); a.status != 202 {
		t.Errorf("the same event, mended, is answered %d %s, want 202", a.status, a.text)
	}
	want(t, s.rows(t, "SELECT event FROM payments"), "evt_1P")
}

// What is signed and makes no sense is the sender's mistake, and is told so.
func TestStripeMalformed(t *testing.T) {
	t.Parallel()
	for _, body := range []string{`{"id": "evt_1P"`, `{"id": "evt_1P", "type": "x"}`, `{"id": 7, "type": "x", "data": {}}`} {
		s := start(t)
		if a := s.send(t, body, signStripe(stripeSecret, s.now, body)); a.status != 400 {
			t.Errorf("%s is answered %d %s, want 400", body, a.status, a.text)
		}
		if trails := s.trails(t); len(trails) != 1 || strings.Contains(trails[0], "ok") {
			t.Errorf("executions ran %v, want one that did not come to ok", trails)
		}
	}
}
