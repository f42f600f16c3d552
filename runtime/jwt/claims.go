package jwt

import (
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// claims are those of RFC 7519, section 4.1, that are checked, and those that every User has.
type claims struct {
	subject     string
	issuer      string
	tenant      string // tid, of Microsoft's tokens
	email, name *string
	expires     time.Time
	notBefore   time.Time // zero: the token has none
	issuedAt    time.Time // zero: the token has none
	forAudience bool      // aud is, or lists, one of the audiences asked for
	bound       bool      // cnf is there: only who has some key may use the token (RFC 7800)
	forSomebody bool      // aud is there
}

// readClaims reads the claims, or finds that one is of another type than it must be, or that exp is missing.
func (s *scratch) readClaims(payload []byte, audiences []string) (c claims, ok bool) {
	ok = s.members(payload, func(name []byte, value jsontext.Value) bool { return c.read(name, value, audiences) })
	return c, ok && !c.expires.IsZero()
}

func (c *claims) read(name []byte, value jsontext.Value, audiences []string) (ok bool) {
	switch string(name) {
	case "sub":
		c.subject, _ = text(value)
		ok = true // the caller wants one, or looks at other claims
	case "cnf":
		c.bound, ok = true, true
	case "iss":
		c.issuer, ok = text(value)
	case "tid":
		c.tenant, _ = text(value)
		ok = true // others may mean something else by it
	case "aud":
		c.forSomebody = true
		c.forAudience, ok = namesOne(value, audiences)
	case "exp":
		c.expires, ok = numericDate(value)
	case "nbf":
		c.notBefore, ok = numericDate(value)
	case "iat":
		c.issuedAt, ok = numericDate(value)
	case "email":
		c.email, ok = textOrNil(value), true
	case "name":
		c.name, ok = textOrNil(value), true
	default:
		ok = true
	}
	return ok
}

// namesOne reports whether an aud claim, a string or a list of strings, names one of those wanted.
func namesOne(aud jsontext.Value, wanted []string) (found, ok bool) {
	if aud.Kind() != '[' {
		one, ok := text(aud)
		return ok && names(wanted, one), ok
	}
	list, ok := texts(aud)
	return ok && slices.ContainsFunc(list, func(one string) bool { return names(wanted, one) }), ok
}

// texts is the list of strings that value is, if it is one.
func texts(value jsontext.Value) (list []string, ok bool) {
	var items []jsontext.Value
	if json.Unmarshal(value, &items) != nil {
		return nil, false
	}
	for _, item := range items {
		one, ok := text(item)
		if !ok {
			return nil, false
		}
		list = append(list, one)
	}
	return list, true
}

// farthest bounds what a NumericDate may say, in seconds: beyond it (in the year 10680) time.Time would overflow.
const farthest = 1 << 38

// numericDate is the time that a JSON number of seconds since 1970 says (RFC 7519, section 2), a fraction rounded
// down. A number that is out of range means the farthest time, so that nbf of 1e19 is never reached.
func numericDate(value jsontext.Value) (t time.Time, ok bool) {
	if value.Kind() != '0' {
		return time.Time{}, false
	}
	var buffer [32]byte
	digits := append(buffer[:0], value...)
	seconds, err := strconv.ParseInt(string(digits), 10, 64)
	if err != nil {
		float, _ := strconv.ParseFloat(string(digits), 64) // out of range is an infinity, which is clamped
		seconds = int64(math.Floor(max(-farthest, min(float, farthest))))
	}
	return time.Unix(max(-farthest, min(seconds, farthest)), 0), true
}

// textOrNil returns the string that value is, nil where it is none: no check needs it, and claims keeps what it is.
func textOrNil(value jsontext.Value) *string {
	one, ok := text(value)
	if !ok {
		return nil
	}
	return &one
}
