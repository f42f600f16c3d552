package identity_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

// A load balancer, and where its keys are.
const (
	balancer     = "arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/app/shop/fedcba9876543210"
	balancerKeys = "https://public-keys.auth.elb.eu-central-1.amazonaws.com/"
	balancerKID  = "11111111-2222-4333-8444-555555555555"
	otherKID     = "99999999-2222-4333-8444-555555555555"
)

// TestBalancer sends tokens as an Application Load Balancer makes them: padded, with the signer and the client in the header, and a key
// whose name is part of its address.
func TestBalancer(t *testing.T) {
	w, c := newWeb(presets()), &clock{}
	w.publish(balancerKeys+balancerKID, jwttest.PublicPEM(ecKey()))
	s := startPresets(t, w, rt.WithClock(c.now))
	header, payload := balancerToken()
	wrote := func(header, payload claims) string { return padded(t, header, payload, under(ecKey())) }
	for _, l := range []struct{ name, token, want string }{
		{"a stranger's balancer", wrote(header.with(claims{"signer": strings.Replace(balancer, "123456789012", "666666666666", 1)}), payload), "wrong issuer"},
		{"no signer", wrote(header.with(claims{"signer": nil}), payload), "wrong issuer"},
		{"the signer in the payload", wrote(header.with(claims{"signer": nil}), payload.with(claims{"signer": balancer})), "wrong issuer"},
		{"a kid that is a path", wrote(header.with(claims{"kid": "../../evil"}), payload), "wrong signature"},
		{"a kid with a query", wrote(header.with(claims{"kid": balancerKID + "?x=1"}), payload), "wrong signature"},
		{"a kid in capitals", wrote(header.with(claims{"kid": "AAAAAAAA-2222-4333-8444-555555555555"}), payload), "wrong signature"},
		{"no kid", wrote(header.with(claims{"kid": nil}), payload), "wrong signature"},
		{"a good one", wrote(header, payload), "ada"},
		{"the spare balancer", wrote(header.with(claims{"signer": "arn:aws:elasticloadbalancing:eu-central-1:123456789012:loadbalancer/app/spare/0123456789abcdef"}), payload), "ada"},
		{"another client", wrote(header.with(claims{"client": "other"}), payload), "wrong client"},
		{"no client", wrote(header.with(claims{"client": nil}), payload), "wrong client"},
		{"the client in the payload", wrote(header.with(claims{"client": nil}), payload.with(claims{"client": "shop"})), "wrong client"},
		{"expired", wrote(header, payload.with(claims{"exp": 1})), "expired"},
		{"an audience", wrote(header, payload.with(claims{"aud": "other"})), "wrong audience"},
		{"bound", wrote(header, payload.with(claims{"cnf": "x"})), "bound token"},
		{"no subject", wrote(header, payload.with(claims{"sub": nil})), "malformed token"},
		{"another key", padded(t, header, payload, under(otherECKey())), "wrong signature"},
		{"RS256", padded(t, header.with(claims{"alg": "RS256"}), payload, under(jwttest.RSAKey())), "wrong algorithm"},
		{"an unknown key", padded(t, header.with(claims{"kid": otherKID}), payload, under(otherECKey())), "wrong signature"},
	} {
		if got := s.assertion(t, l.token); got.Answer != l.want {
			t.Errorf("%s: %+v, want %q", l.name, got, l.want)
		}
	}

	renewed := padded(t, header.with(claims{"kid": otherKID}), payload, under(otherECKey()))
	w.publish(balancerKeys+otherKID, jwttest.PublicPEM(otherECKey()))
	s.assertion(t, renewed)
	c.advance(10 * time.Second)
	if got := s.assertion(t, renewed); got.Answer != "ada" {
		t.Errorf("a new key: %+v", got)
	}
	for i := range 30 { // of which none is published
		s.assertion(t, padded(t, header.with(claims{"kid": fmt.Sprintf("%08d-2222-4333-8444-555555555555", i)}), payload, under(otherECKey())))
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for address, times := range w.asked {
		if !strings.HasPrefix(address, balancerKeys) || times > 1 {
			t.Errorf("%s was asked %d times", address, times)
		}
	}
	if len(w.asked) > 2 {
		t.Errorf("asked were %v, want two keys", w.asked)
	}
}

// balancerToken is the header and the payload of a good one.
func balancerToken() (header, payload claims) {
	header = claims{"typ": "JWT", "alg": "ES256", "kid": balancerKID, "iss": "https://idp.example", "client": "shop", "signer": balancer, "exp": 1}
	payload = claims{"sub": "ada", "exp": jwttest.Now().Add(time.Hour).Unix(), "iss": "https://idp.example", "email": "ada@example.com"}
	return header, payload
}

// padded is a token with "=" at the ends of its parts.
func padded(t *testing.T, header, payload claims, sign func(string) []byte) string {
	t.Helper()
	encode := base64.URLEncoding.EncodeToString
	var parts []string
	for _, part := range []claims{header, payload} {
		text, err := json.Marshal(part)
		if err != nil {
			t.Fatal(err)
		}
		for len(text)%3 == 0 {
			text = append(text, ' ') // so that there is something to pad
		}
		parts = append(parts, encode(text))
	}
	signed := strings.Join(parts, ".")
	return signed + "." + encode(sign(signed))
}

// assertion sends a token as a load balancer does.
func (s *service) assertion(t *testing.T, token string) answer {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/alb", nil)
	r.Header.Set("X-Amzn-Oidc-Data", token)
	return s.call(t, r)
}
