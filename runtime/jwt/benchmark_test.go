package jwt_test

import (
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
