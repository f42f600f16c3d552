package system_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// sender is a service that signs what it sends, and the function that verifies it.
type sender struct {
	function string
	input    string // more than the secret
	secret   string
	timed    bool // the time is signed
	sign     func(secret, delivery, body string, at time.Time) (headers []string)
}

// senders are one for each ready verifier, each with the rules of its own documentation.
func senders() map[string]sender {
	return map[string]sender{
		"github":   {function: "webhook.GitHub", secret: "It's a Secret to Everybody", sign: signGitHub},
		"stripe":   {function: "webhook.Stripe", secret: "whsec_5f8e2c1d9b7a4063", timed: true, sign: signStripe},
		"slack":    {function: "webhook.Slack", secret: "8f742231b10e8888abcd99yyyzzz85a5", timed: true, sign: signSlack},
		"shopify":  {function: "webhook.Shopify", secret: "shpss_5f8e2c1d9b7a4063", sign: signShopify},
		"standard": {function: "webhook.Standard", secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", timed: true, sign: signStandard},
		"hmac": {
			function: "webhook.HMAC", input: `, "header": "X-Signature", "algorithm": "sha256", "encoding": "base64", "once": true`,
			secret: "a secret that two services share", sign: signHMAC,
		},
	}
}

// docs.github.com, Validating webhook deliveries.
func signGitHub(secret, delivery, body string, _ time.Time) []string {
	return []string{"X-Hub-Signature-256", "sha256=" + hex.EncodeToString(mac(secret, body)), "X-GitHub-Delivery", delivery}
}

// docs.stripe.com, Verify webhook signatures manually.
func signStripe(secret, _, body string, at time.Time) []string {
	t := fmt.Sprint(at.Unix())
	return []string{"Stripe-Signature", "t=" + t + ",v1=" + hex.EncodeToString(mac(secret, t+"."+body))}
}

// docs.slack.dev, Verifying requests from Slack.
func signSlack(secret, _, body string, at time.Time) []string {
	t := fmt.Sprint(at.Unix())
	return []string{"X-Slack-Request-Timestamp", t, "X-Slack-Signature", "v0=" + hex.EncodeToString(mac(secret, "v0:"+t+":"+body))}
}

// shopify.dev, Verify webhook deliveries.
func signShopify(secret, delivery, body string, _ time.Time) []string {
	return []string{"X-Shopify-Hmac-Sha256", base64.StdEncoding.EncodeToString(mac(secret, body)), "X-Shopify-Webhook-Id", delivery}
}

// standardwebhooks.com, Signature scheme.
func signStandard(secret, delivery, body string, at time.Time) []string {
	key, _ := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_")) // it is ours
	t := fmt.Sprint(at.Unix())
	signature := base64.StdEncoding.EncodeToString(mac(string(key), delivery+"."+t+"."+body))
	return []string{"Webhook-Id", delivery, "Webhook-Timestamp", t, "Webhook-Signature", "v1," + signature}
}

// signHMAC signs the body alone, so that it tells deliveries apart.
func signHMAC(secret, _, body string, _ time.Time) []string {
	return []string{"X-Signature", base64.StdEncoding.EncodeToString(mac(secret, body))}
}

func mac(key, text string) []byte {
	h := hmac.New(sha256.New, []byte(key))
	h.Write([]byte(text))
	return h.Sum(nil)
}

// TestSenders has a process with a Webhook for each ready verifier. What a service signs is taken, once. What is
// tampered with, stale or signed with another key is refused, and what comes again is not worked on: it stores nothing.
func TestSenders(t *testing.T) {
	t.Parallel()
	files := workflows(t, "webhooks")
	environment := slices.Clone(webhookSecrets)
	for name, s := range senders() {
		files[name+"-sender.flow.json"] = []byte(s.workflow(name))
		environment = append(environment, s.variable(name)+"="+s.secret)
	}
	p := start(t, buildChanged(t, "webhooks", files), environment...)
	for name, s := range senders() {
		t.Run(name, func(t *testing.T) { s.attack(t, p, name) })
	}
	if got := rows(t, p, "SELECT type FROM unhandled ORDER BY type"); !slices.Equal(got, []string{
		"github", "hmac", "shopify", "slack", "standard", "stripe",
	}) {
		t.Errorf("stored: %q, want one event of each sender", got)
	}
	p.terminate(t)
	p.end(t)
}

// attack sends what is to be refused, then a good event, and that again.
func (s sender) attack(t *testing.T, p *process, name string) {
	now := time.Now()
	url, body := p.url+"/webhooks/"+s.id(name), `{"event": "of `+name+`", "amount": 1000}`
	good := s.sign(s.secret, "delivery-1", body, now)
	refused(t, "unsigned", post(url, body), "missing signature")
	refused(t, "tampered", post(url, strings.Replace(body, "1000", "1", 1), good...), "wrong signature")
	other := "whsec_" + base64.StdEncoding.EncodeToString([]byte("another key of 24 bytes!"))
	refused(t, "wrongly keyed", post(url, body, s.sign(other, "delivery-1", body, now)...), "wrong signature")
	if s.timed {
		refused(t, "stale", post(url, body, s.sign(s.secret, "delivery-1", body, now.Add(-310*time.Second))...), "expired")
		refused(t, "of the future", post(url, body, s.sign(s.secret, "delivery-1", body, now.Add(310*time.Second+patience))...), "expired")
	}
	if got := post(url, body, good...); got != "202 " {
		t.Errorf("a good event is answered %q, want 202", got)
	}
	if got := post(url, body, good...); got != "200 " {
		t.Errorf("the same again is answered %q, want 200 and no node to run", got)
	}
}

func refused(t *testing.T, what, got, reason string) {
	t.Helper()
	if !strings.HasPrefix(got, "401 ") || !strings.Contains(got, `"reason":"`+reason+`"`) {
		t.Errorf("%s: answered %q, want 401 with the reason %q", what, got, reason)
	}
}

func (s sender) variable(name string) string { return strings.ToUpper(name) + "_SENDER_SECRET" }

func (s sender) id(name string) string { return "sender0of0these0tests" + name }

// workflow stores what was verified, and says of whom it is.
func (s sender) workflow(name string) string {
	return strings.NewReplacer("ID", s.id(name), "NAME", name, "FUNCTION", s.function, "SECRET", s.variable(name), "MORE", s.input).Replace(`{
  "version": 1,
  "id": "ID",
  "name": "NAME-sender",
  "nodes": [
    {"id": "in", "type": "webhook", "position": {"x": 0, "y": 0}, "data": {"webhookMethod": "POST"}},
    {
      "id": "verify",
      "type": "code",
      "position": {"x": 240, "y": 0},
      "data": {"codeFunction": "FUNCTION", "codeInput": {"secret": "{{env.SECRET}}"MORE}}
    },
    {"id": "save", "type": "sql", "position": {"x": 480, "y": 0}, "data": {"sqlQuery": "INSERT INTO unhandled (event, type) VALUES ({{request.id}}, 'NAME')"}},
    {"id": "ok", "type": "response", "position": {"x": 720, "y": 0}, "data": {"responseStatus": 202}}
  ],
  "edges": [
    {"source": "in", "target": "verify"},
    {"source": "verify", "target": "save"},
    {"source": "save", "target": "ok"}
  ]
}`)
}
