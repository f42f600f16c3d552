package jwt_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	golangjwt "github.com/golang-jwt/jwt/v5"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/jwt"
	"github.com/flowc-dev/flowc/runtime/jwt/jwttest"
)

const benchmarkClaims = `{"sub":"7","email":"ada@example.org","iat":1499999999,"exp":2000000000,"jti":"SJZ3ZGSWXHBRQ3GDOKCC5XDD2K"}`

// BenchmarkCheck is a HS256 token in the Authorization header.
func BenchmarkCheck(b *testing.B) {
	app := openApp(b)
	v := jwt.NewVerifier[struct{}](app.Setup(), hs256Config())
	request := httptest.NewRequest("GET", "/", nil)
	request.Header.Set("Authorization", "Bearer "+jwttest.HS256(jwttest.GoodHeader, benchmarkClaims))
	execute(b, app, request, func(x *rt.Exec) {
		b.ReportAllocs()
		for b.Loop() {
			if user := v.Check(x); !user.Valid {
				b.Fatal(user.Reason)
			}
		}
	})
}

// BenchmarkCheckByHand is what one would write with golang-jwt instead, and less strict.
func BenchmarkCheckByHand(b *testing.B) {
	request := httptest.NewRequest("GET", "/", nil)
	request.Header.Set("Authorization", "Bearer "+jwttest.HS256(jwttest.GoodHeader, benchmarkClaims))
	parser := golangjwt.NewParser(golangjwt.WithValidMethods([]string{"HS256"}), golangjwt.WithExpirationRequired(),
		golangjwt.WithIssuedAt(), golangjwt.WithLeeway(30*time.Second), golangjwt.WithStrictDecoding(),
		golangjwt.WithTimeFunc(jwttest.Now))
	b.ReportAllocs()
	for b.Loop() {
		text, _ := strings.CutPrefix(request.Header.Get("Authorization"), "Bearer ")
		claims := golangjwt.MapClaims{}
		_, err := parser.ParseWithClaims(text, claims, func(*golangjwt.Token) (any, error) { return []byte(jwttest.Secret), nil })
		if err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCheckPublished is a token of Keycloak: described by hand, with lists, and by the provider's name.
func BenchmarkCheckPublished(b *testing.B) {
	const issuer = "https://id.example.com/realms/shop"
	keys := issuer + "/protocol/openid-connect/certs"
	claims := `{"iss":"` + issuer + `","sub":"7","aud":["api","account"],"typ":"Bearer","azp":"web","scope":"openid email","email":"ada@example.org",` +
		`"email_verified":true,"iat":1499999999,"exp":2000000000,"jti":"SJZ3ZGSWXHBRQ3GDOKCC5XDD2K","realm_access":{"roles":["staff"]}}`
	token := jwttest.Forge(`{"alg":"RS256","typ":"JWT","kid":"r"}`, claims, func(input string) []byte {
		return must(golangjwt.SigningMethodRS256.Sign(input, jwttest.RSAKey()))
	})
	published := serving(`{"keys":[` + jwk(jwttest.RSAKey(), "r", "sig", "RS256") + `]}`)
	for _, c := range []struct {
		name   string
		config jwt.VerifierConfig
	}{
		{"by hand", jwt.VerifierConfig{Algorithms: []string{"RS256"}, JWKSURL: keys, Issuers: []string{issuer}, Audiences: []string{"api"}}},
		{"lists", jwt.VerifierConfig{
			Algorithms: []string{"ES256", "PS256", "RS256"}, JWKSURL: keys, Issuers: []string{"https://a", "https://b", issuer}, Audiences: []string{"a", "b", "api"},
		}},
		{"preset", jwt.VerifierConfig{Provider: "keycloak", Issuers: []string{issuer}, Audiences: []string{"api"}}},
	} {
		b.Run(c.name, func(b *testing.B) {
			app := openApp(b, rt.WithTransport(published))
			v := jwt.NewVerifier[struct{}](app.Setup(), c.config)
			request := httptest.NewRequest("GET", "/", nil)
			request.Header.Set("Authorization", "Bearer "+token)
			execute(b, app, request, func(x *rt.Exec) {
				b.ReportAllocs()
				for b.Loop() {
					if user := v.Check(x); !user.Valid {
						b.Fatal(user.Reason)
					}
				}
			})
		})
	}
}

// serving answers every request with a text.
type serving string

// RoundTrip implements http.RoundTripper.
func (s serving) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(string(s))), Request: r}, nil
}
