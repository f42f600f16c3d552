package webhook_test

import (
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/webhook"
)

// The body of Slack's example of a signed request.
const slackBody = "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar" +
	"&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=" +
	"&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN" +
	"&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"

// TestVectors verifies what others have signed.
func TestVectors(t *testing.T) {
	for _, tt := range []struct {
		name   string
		at     int64
		verify verifier
		message
	}{
		{
			// docs.github.com, Validating webhook deliveries
			"GitHub", 0, given(webhook.GitHub, webhook.Input{Secret: "It's a Secret to Everybody"}),
			message{headers("X-Hub-Signature-256", "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17"), "Hello, World!"},
		},
		{
			// docs.slack.dev, Verifying requests from Slack
			"Slack", 1531420618, given(webhook.Slack, webhook.Input{Secret: "8f742231b10e8888abcd99yyyzzz85a5"}),
			message{headers(
				"X-Slack-Signature", "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
				"X-Slack-Request-Timestamp", "1531420618",
			), slackBody},
		},
		{
			// standardwebhooks.com, the test of its reference libraries
			"Standard Webhooks", 1614265330, given(webhook.Standard, webhook.Input{Secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}),
			message{headers(
				"Webhook-Id", "msg_p5jXN8AQM9LWM0D4loKWxJek",
				"Webhook-Timestamp", "1614265330",
				"Webhook-Signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
			), `{"test": 2432232314}`},
		},
		{
			// Stripe publishes no request with its secret; this one is signed by OpenSSL
			"Stripe", 1500000000, given(webhook.Stripe, webhook.Input{Secret: "whsec_test_secret"}),
			message{headers(
				"Stripe-Signature", "t=1500000000,v1=22e02f86f9cbf006ef114ecf04fa7c174fcf94cd1ab7a95b71cb036c5b737768,v0=6ffbb59b2300",
			), `{"id":"evt_1","object":"event"}`},
		},
		{
			// nor does Shopify
			"Shopify", 0, given(webhook.Shopify, webhook.Input{Secret: "shpss_secret"}),
			message{headers("X-Shopify-Hmac-Sha256", "jqbalbO3Z8mDmrF2/+wzM3KYvbgqzVBF969vgiIy80I="), `{"id":820982911946154508}`},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := newReceiver(t, time.Unix(tt.at, 0), tt.verify).send(t, "/a", tt.message); got != accepted {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestHMACVectors are the test case 2 of RFC 4231 and RFC 2202, as hex and base64.
func TestHMACVectors(t *testing.T) {
	for _, tt := range []struct{ algorithm, encoding, signature string }{
		{"", "", "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
		{"", "", "sha256=5BDCC146BF60754E6A042426089575C75A003F089D2739839DEC58B964EC3843"},
		{"sha256", "base64", "W9zBRr9gdU5qBCQmCJV1x1oAPwidJzmDnexYuWTsOEM="},
		{"sha1", "hex", "sha1=effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"},
		{"sha384", "hex", "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649"},
		{"sha512", "hex", "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea2505549758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737"},
	} {
		in := webhook.HMACInput{Secret: "Jefe", Header: "x-signature", Algorithm: tt.algorithm, Encoding: tt.encoding}
		m := message{headers("X-Signature", tt.signature), "what do ya want for nothing?"}
		if got := newReceiver(t, time.Unix(0, 0), hmacWith(in)).send(t, "/a", m); got != accepted {
			t.Errorf("%s %s: got %q", tt.algorithm, tt.encoding, got)
		}
	}
}
