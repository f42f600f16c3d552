package jwt

import "strings"

// Bearer finds the token of the Authorization headers (RFC 6750, section 2.1), or the reason why there is none. Of two
// headers, another party than this one may believe the other: neither is believed.
func Bearer(headers []string) (token, reason string) {
	if len(headers) > 1 {
		return "", reasonMalformed
	}
	if len(headers) == 0 {
		return "", reasonMissing
	}
	scheme, token, _ := strings.Cut(headers[0], " ")
	token = strings.Trim(token, " ")
	if !strings.EqualFold(scheme, "Bearer") || token == "" {
		return "", reasonMissing
	}
	return token, ""
}

// Challenge is that of a 401 (RFC 6750, section 3). It says what is wrong with the token, unless none was presented
// (section 3.1) or it may be right.
func Challenge(realm, reason string) string {
	challenge := "Bearer realm=" + quoted(realm)
	if reason == reasonMissing || reason == ReasonProvider {
		return challenge
	}
	return challenge + `, error="invalid_token", error_description="` + reason + `"`
}

// quoted is s as a quoted-string of RFC 9110, without what may not stand in one.
func quoted(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r >= ' ' && r <= '~':
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
