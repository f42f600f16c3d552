package webhook_test

import (
	"encoding/hex"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/webhook"
)

// now is what the receivers' clocks say.
const now = 1_500_000_000

const (
	body     = `{"id":"evt_1","event_id":"Ev1","amount":100}`
	key      = "whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=" // in the form that Standard Webhooks wants; for others it is a text
	otherKey = "whsec_b3RoZXItb3RoZXItb3RoZXItb3RoZXI="
)

// attempt is a request to a verifier, and what becomes of it.
type attempt struct {
	name string
	in   webhook.Input
	message
	want string
}

func TestVerifiers(t *testing.T) {
	for _, s := range services() {
		attempts := s.always()
		if s.timed {
			attempts = append(attempts, s.atTimes()...)
		}
		for _, a := range attempts {
			t.Run(s.name+"/"+a.name, func(t *testing.T) {
				if got := newReceiver(t, time.Unix(now, 0), given(s.verify, a.in)).send(t, "/a", a.message); got != a.want {
					t.Errorf("got %q, want %q", got, a.want)
				}
			})
		}
	}
}

// always is what each verifier is tried with.
func (s service) always() []attempt {
	right := webhook.Input{Secret: key}
	valid := message{s.sign(key, body, now), body}
	signature := valid.header.Get(s.signature)
	double := valid.with("X-Other", "")
	double.header.Add(s.signature, signature)
	attempts := []attempt{
		{"valid", right, valid, accepted},
		{"tampered body", right, message{valid.header, strings.Replace(body, "100", "999", 1)}, "wrong signature"},
		{"longer body", right, message{valid.header, body + " "}, "wrong signature"},
		{"no body", right, message{valid.header, ""}, "wrong signature"},
		{"another's key", right, message{s.sign(otherKey, body, now), body}, "wrong signature"},
		{"the key that is not set", right, message{s.sign("", body, now), body}, "wrong signature"},
		{"no signature", right, valid.with(s.signature, ""), "missing signature"},
		{"shorter signature", right, valid.with(s.signature, signature[:len(signature)-8]), "wrong signature"},
		{"longer signature", right, valid.with(s.signature, signature+"~"), "wrong signature"},
		{"signature twice", right, double, "wrong signature"},
		{"rotated, new key", webhook.Input{Secret: key, PreviousSecret: otherKey}, valid, accepted},
		{"rotated, old key", webhook.Input{Secret: otherKey, PreviousSecret: key}, valid, accepted},
		{"rotated, neither", webhook.Input{Secret: otherKey, PreviousSecret: otherKey}, valid, "wrong signature"},
		{"no secret", webhook.Input{}, valid, "500"},
		{"no secret but the old one", webhook.Input{PreviousSecret: key}, valid, "500"},
	}
	if s.hex {
		at := len(signature) - 64
		attempts = append(attempts, attempt{"upper case", right, valid.with(s.signature, signature[:at]+strings.ToUpper(signature[at:])), accepted})
	}
	for _, name := range s.others {
		attempts = append(attempts,
			attempt{"no " + name, right, valid.with(name, ""), "missing signature"},
			attempt{"another " + name, right, valid.with(name, "1500000001"), "wrong signature"},
		)
	}
	return attempts
}

// atTimes is what verifiers of a time are tried with besides.
func (s service) atTimes() []attempt {
	var attempts []attempt
	for offset, want := range map[int64]string{
		-301: "expired", -300: accepted, 300: accepted, 301: "expired", -now: "expired", 1 << 62: "expired",
	} {
		attempts = append(attempts, attempt{
			fmt.Sprintf("signed at %+d", offset), webhook.Input{Secret: key}, message{s.sign(key, body, now+offset), body}, want,
		})
	}
	stale := message{s.sign(key, body, now-9999), body + " "}
	return append(attempts, attempt{"stale and tampered", webhook.Input{Secret: key}, stale, "wrong signature"})
}

// TestStripeKnowsOneScheme signs rightly under names of other schemes: v0 is of Stripe's tests, and a weaker one could come.
func TestStripeKnowsOneScheme(t *testing.T) {
	r := newReceiver(t, time.Unix(now, 0), given(webhook.Stripe, webhook.Input{Secret: key}))
	right := message{signStripe(key, body, now), body}
	signed := right.header.Get("Stripe-Signature")
	for _, scheme := range []string{"v0=", "V1=", "v2=", "v1a=", "v=", " v1="} {
		other := strings.Replace(strings.Replace(signed, "v0=00,", "", 1), "v1=", scheme, 1)
		if got := r.send(t, "/a", right.with("Stripe-Signature", other)); got != "missing signature" {
			t.Errorf("%s: got %q", scheme, got)
		}
		wrong := other + ",v1=" + strings.Repeat("0", 64)
		if got := r.send(t, "/a", right.with("Stripe-Signature", wrong)); got != "wrong signature" {
			t.Errorf("%s beside a wrong one: got %q", scheme, got)
		}
	}
}

// TestStandardKnowsOneScheme signs rightly under names of other schemes: v1a is of public keys, and a weaker one could come.
func TestStandardKnowsOneScheme(t *testing.T) {
	r := newReceiver(t, time.Unix(now, 0), given(webhook.Standard, webhook.Input{Secret: key}))
	right := message{signStandard("Webhook-", "msg_1", key, body, now), body}
	signed := right.header.Get("Webhook-Signature")
	for _, scheme := range []string{"v0,", "V1,", "v2,", "v1a,", ","} {
		other := strings.Replace(signed, "v1a,AA== v1,", scheme, 1)
		if got := r.send(t, "/a", right.with("Webhook-Signature", other)); got != "missing signature" {
			t.Errorf("%s: got %q", scheme, got)
		}
	}
}

// TestTimesThatAreNone signs a time that nobody can read: it must not count as now.
func TestTimesThatAreNone(t *testing.T) {
	for _, at := range []string{"soon", "1500000000.5", "0x59682f00", "1500000000 ", "99999999999999999999"} {
		stripe := headers("Stripe-Signature", "t="+at+",v1="+hex.EncodeToString(mac(key, at+"."+body)))
		slack := headers("X-Slack-Request-Timestamp", at, "X-Slack-Signature", "v0="+hex.EncodeToString(mac(key, "v0:"+at+":"+body)))
		for name, s := range map[string]struct {
			verify function
			header http.Header
		}{"Stripe": {webhook.Stripe, stripe}, "Slack": {webhook.Slack, slack}} {
			r := newReceiver(t, time.Unix(now, 0), given(s.verify, webhook.Input{Secret: key}))
			if got := r.send(t, "/a", message{s.header, body}); got != "wrong signature" {
				t.Errorf("%s at %q: got %q", name, at, got)
			}
		}
	}
}

// TestGitHubNamesItsScheme wants sha256= before a signature, as GitHub writes it.
func TestGitHubNamesItsScheme(t *testing.T) {
	right := message{signGitHub(key, body, now), body}
	digits := strings.TrimPrefix(right.header.Get("X-Hub-Signature-256"), "sha256=")
	for _, given := range []string{digits, "sha1=" + digits, "SHA256=" + digits, "sha256:" + digits, "sha256==" + digits, "sha256=" + digits + "zz"} {
		r := newReceiver(t, time.Unix(now, 0), gitHub)
		if got := r.send(t, "/a", right.with("X-Hub-Signature-256", given)); got != "wrong signature" {
			t.Errorf("%s: got %q", given, got)
		}
	}
}

func gitHub(x *rt.Exec, r *rt.WebhookRequest) error {
	return webhook.GitHub(x.Context(), r, webhook.Input{Secret: key})
}

// TestStandardRefusesShiftedParts moves the border between id, time and body, which leaves what is signed the same.
func TestStandardRefusesShiftedParts(t *testing.T) {
	r := newReceiver(t, time.Unix(now, 0), given(webhook.Standard, webhook.Input{Secret: key}))
	m := message{signStandard("Webhook-", "msg_1", key, "1500000000.body", now-9999), "body"}
	m = m.with("Webhook-Id", "msg_1.1499990001").with("Webhook-Timestamp", "1500000000")
	if got := r.send(t, "/a", m); got != "wrong signature" {
		t.Errorf("got %q", got)
	}
}

func TestSettingsThatAreWrong(t *testing.T) {
	m := message{signHMAC(key, body, now), body}
	for _, in := range []webhook.HMACInput{
		{Secret: key, Header: "X-Signature", Algorithm: "md5"},
		{Secret: key, Header: "X-Signature", Encoding: "base32"},
	} {
		if got := newReceiver(t, time.Unix(now, 0), hmacWith(in)).send(t, "/a", m); got != "500" {
			t.Errorf("%+v: got %q", in, got)
		}
	}
	m = message{signStandard("Webhook-", "msg_1", key, body, now), body}
	for _, secret := range []string{"whsec_", "whsec_not base64", "whpk_c2VjcmV0"} {
		if got := newReceiver(t, time.Unix(now, 0), given(webhook.Standard, webhook.Input{Secret: secret})).send(t, "/a", m); got != "500" {
			t.Errorf("secret %q: got %q", secret, got)
		}
	}
}
