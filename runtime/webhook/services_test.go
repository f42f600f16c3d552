package webhook_test

import (
	"context"
	"encoding/base64"
	"encoding/hex"
	"net/http"
	"strconv"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/webhook"
)

// service is one that signs what it sends.
type service struct {
	name      string
	verify    function
	signature string   // the header that holds it
	others    []string // further headers that are signed
	timed     bool     // the time is signed
	hex       bool     // else base64
	sign      func(key, body string, at int64) http.Header
}

func services() []service {
	return []service{
		{name: "GitHub", verify: webhook.GitHub, signature: "X-Hub-Signature-256", hex: true, sign: signGitHub},
		{name: "Shopify", verify: webhook.Shopify, signature: "X-Shopify-Hmac-Sha256", sign: signShopify},
		{name: "HMAC", verify: hmacOfHeader, signature: "X-Signature", hex: true, sign: signHMAC},
		{name: "Stripe", verify: webhook.Stripe, signature: "Stripe-Signature", timed: true, hex: true, sign: signStripe},
		{
			name: "Slack", verify: webhook.Slack, signature: "X-Slack-Signature", others: []string{"X-Slack-Request-Timestamp"},
			timed: true, hex: true, sign: signSlack,
		},
		{
			name: "Standard Webhooks", verify: webhook.Standard, signature: "Webhook-Signature",
			others: []string{"Webhook-Id", "Webhook-Timestamp"}, timed: true,
			sign: func(key, body string, at int64) http.Header { return signStandard("Webhook-", "msg_1", key, body, at) },
		},
		{
			name: "Svix", verify: webhook.Standard, signature: "Svix-Signature", others: []string{"Svix-Id", "Svix-Timestamp"}, timed: true,
			sign: func(key, body string, at int64) http.Header { return signStandard("Svix-", "msg_1", key, body, at) },
		},
	}
}

func signGitHub(key, body string, _ int64) http.Header {
	return headers("X-Hub-Signature-256", "sha256="+hex.EncodeToString(mac(key, body)), "X-GitHub-Delivery", "72d3162e")
}

func signShopify(key, body string, _ int64) http.Header {
	return headers("X-Shopify-Hmac-Sha256", base64.StdEncoding.EncodeToString(mac(key, body)), "X-Shopify-Webhook-Id", "b54557e4")
}

func signHMAC(key, body string, _ int64) http.Header {
	return headers("X-Signature", hex.EncodeToString(mac(key, body)))
}

// hmacOfHeader is webhook.HMAC with an Input, which remembers deliveries unless it is told not to.
func hmacOfHeader(ctx context.Context, r *rt.WebhookRequest, in webhook.Input) error {
	return webhook.HMAC(ctx, r, webhook.HMACInput{
		Secret: in.Secret, PreviousSecret: in.PreviousSecret, Once: in.Once == nil && r.Exec() != nil || in.Once != nil && *in.Once, Header: "X-Signature",
	})
}

func signStripe(key, body string, at int64) http.Header {
	t := strconv.FormatInt(at, 10)
	return headers("Stripe-Signature", "t="+t+",v0=00,v1="+hex.EncodeToString(mac(key, t+"."+body)))
}

func signSlack(key, body string, at int64) http.Header {
	t := strconv.FormatInt(at, 10)
	return headers("X-Slack-Signature", "v0="+hex.EncodeToString(mac(key, "v0:"+t+":"+body)), "X-Slack-Request-Timestamp", t)
}

func signStandard(prefix, id, key, body string, at int64) http.Header {
	raw, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(key, "whsec_"))
	if err != nil {
		panic(err)
	}
	t := strconv.FormatInt(at, 10)
	signature := base64.StdEncoding.EncodeToString(mac(string(raw), id+"."+t+"."+body))
	return headers(prefix+"Id", id, prefix+"Timestamp", t, prefix+"Signature", "v1a,AA== v1,"+signature)
}
