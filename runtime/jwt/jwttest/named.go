package jwttest

import "fmt"

// idTokens are good for somebody else.
func idTokens() []Attack {
	idToken := HS256(GoodHeader, `{"sub":"7","exp":2000000000,"iss":"https://idp.example","aud":"client-id","nonce":"n"}`)
	return []Attack{
		{"audience is the client", idToken, "wrong audience"},
		{"without audience", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"iss":"https://idp.example"}`), "wrong audience"},
		{"a prefix of the audience", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"iss":"https://idp.example","aud":["https://api"]}`), "wrong audience"},
		{"as long as the audience", audiences(`"https://apj.example"`), "wrong audience"},
		{"as long as the audience, in a list", audiences(`["x","https://apj.example"]`), "wrong audience"},
		{"the audience in another case", audiences(`["HTTPS://api.example"]`), "wrong audience"},
		{"the audience and more", audiences(`["https://api.example/","https://api.example "]`), "wrong audience"},
		{"the audience spread over a list", audiences(`["https://api",".example"]`), "wrong audience"},
		{"the audience in a list in a list", audiences(`[["https://api.example"]]`), "malformed token"},
		{"the audience and a number", audiences(`["https://api.example",1]`), "malformed token"},
		{"another issuer", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"iss":"https://idp.example/","aud":"https://api.example"}`), "wrong issuer"},
		{"without issuer", HS256(GoodHeader, `{"sub":"7","exp":2000000000,"aud":"https://api.example"}`), "wrong issuer"},
	}
}

// audiences is a good token but for whom it is for.
func audiences(aud string) string {
	return HS256(GoodHeader, `{"sub":"7","exp":2000000000,"iss":"https://idp.example","aud":`+aud+`}`)
}

// orderOfReasons takes one mistake away at a time: each token has all the mistakes of the lines below it.
func orderOfReasons() []Attack {
	const wanted = "https://idp.example"
	claims := func(exp, nbf int, iss string) string {
		return fmt.Sprintf(`{"sub":"7","exp":%d,"nbf":%d,"iss":%q}`, exp, nbf, iss)
	}
	return []Attack{
		{"form", Forge(`{"alg":"none","crit":[]}`, claims(1, 2e9, ""), Signature()), "malformed token"},
		{"claims", Forge(`{"alg":"none"}`, `{"exp":1}`, Signature()), "malformed token"},
		{"algorithm", Forge(`{"alg":"none"}`, claims(1, 2e9, ""), Signature()), "wrong algorithm"},
		{"issuer", Forge(GoodHeader, claims(1, 2e9, ""), Signature()), "wrong issuer"},
		{"signature", Forge(GoodHeader, claims(1, 2e9, wanted), Signature()), "wrong signature"},
		{"expiry", HS256(GoodHeader, claims(1, 2e9, wanted)), "expired"},
		{"not before", HS256(GoodHeader, claims(2e9, 2e9, wanted)), "not yet valid"},
		{"audience", HS256(GoodHeader, claims(2e9, 1, wanted)), "wrong audience"},
	}
}
