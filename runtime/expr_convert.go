package runtime

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/internal/plainjson"
)

// BadInput makes the failure of an expression the caller's: the answer is a 400 that names the request's field. A
// failure that knows its answer stays as it is.
func BadInput(field string, err error) error {
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	return &Error{
		Status: http.StatusBadRequest, Detail: "a value of the request can't be used",
		Fields: map[string]string{field: err.Error()},
	}
}

// BadClaim makes the failure of an expression that of the token whose claim it reads: the answer is a 401, as for a
// token that lacks a claim which is declared. A failure that knows its answer stays as it is.
func BadClaim(claim string, err error) error {
	var known *Error
	if errors.As(err, &known) {
		return err
	}
	return badToken(fmt.Errorf("the claim %s: %w", claim, err))
}

func badToken(err error) error {
	return &Error{Status: http.StatusUnauthorized, Reason: malformedToken, badToken: true, Err: err}
}

// ParseText returns bytes that are UTF-8 as the text that they are, with a byte order mark where they begin with one.
func ParseText(b []byte) (string, error) {
	if !utf8.Valid(b) {
		return "", wrongValue("the bytes are not text in UTF-8")
	}
	return string(b), nil
}

// ParseInt reads a decimal int of 64 bits. Its error, like those below, does not quote the text, which may be secret.
func ParseInt(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, wrongValue("the text is not an int of 64 bits")
	}
	return n, nil
}

// ParseFloat reads a decimal number as JSON and people write them: no infinity, no NaN, no hexadecimal.
func ParseFloat(s string) (float64, error) {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' && c != 'e' && c != 'E' {
			return 0, errNotFloat
		}
	}
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0, errNotFloat
	}
	return f, nil
}

var errNotFloat = wrongValue("the text is not a float of 64 bits")

// ParseBool reads true or false.
func ParseBool(s string) (bool, error) {
	switch s {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, wrongValue("the text is neither true nor false")
}

// FloatToInt drops the fraction; what does not fit into an int is an error.
func FloatToInt(f float64) (int64, error) {
	// -2^63 is a float64; 2^63-1 is not, so the upper bound is exclusive. NaN fails both.
	if f >= math.MinInt64 && f < -math.MinInt64 {
		return int64(f), nil
	}
	return 0, errOverflow
}

// FormatFloat writes a float in the shortest form that reads back as the same float.
func FormatFloat(f float64) string {
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// ParseTime reads a time of RFC 3339. It must be one in UTC too, which is how times are written.
func ParseTime(s string) (time.Time, error) {
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil || !hasYear(t) {
		return time.Time{}, wrongValue("the text is not a time (RFC 3339)")
	}
	return t, nil
}

// AddDuration returns the time d after t; one that RFC 3339 can't write is an error.
func AddDuration(t time.Time, d time.Duration) (time.Time, error) {
	later := t.Add(d)
	if !hasYear(later) {
		return time.Time{}, wrongValue("the time is not between the years 0 and 9999")
	}
	return later, nil
}

// hasYear says whether a time in UTC has a year of four digits, the only ones of RFC 3339.
func hasYear(t time.Time) bool {
	year := t.UTC().Year()
	return 0 <= year && year <= 9999
}

// FormatTime writes a time as RFC 3339, in UTC.
func FormatTime(t time.Time) string { return t.UTC().Format(time.RFC3339Nano) }

// Units of workflow documents that Go has no name for. Weeks are read, but written as days.
const (
	day  = 24 * time.Hour
	week = 7 * day
)

// ParseDuration reads a duration as requests have it, with a - before it one into the past.
func ParseDuration(s string) (time.Duration, error) {
	d, err := parseDuration(s)
	if err != nil {
		return 0, wrongValue("the text is not a duration")
	}
	return d, nil
}

// parseDuration reads a count and one unit of s, m, h, d or w, or what time.ParseDuration reads.
func parseDuration(s string) (time.Duration, error) {
	unit := time.Duration(0)
	if s != "" {
		switch s[len(s)-1] {
		case 'd':
			unit = day
		case 'w':
			unit = week
		}
	}
	if unit == 0 {
		return time.ParseDuration(s)
	}
	count, err := ParseInt(s[:len(s)-1])
	if err != nil {
		return 0, err
	}
	d, err := Mul(count, int64(unit))
	return time.Duration(d), err
}

// FormatDuration writes a duration as a count and its longest whole unit of d, h, m and s, as workflow documents do,
// and one with a fraction of a second as Go does.
func FormatDuration(d time.Duration) string {
	switch {
	case d == 0:
		return "0s"
	case d%day == 0:
		return strconv.FormatInt(int64(d/day), 10) + "d"
	case d%time.Hour == 0:
		return strconv.FormatInt(int64(d/time.Hour), 10) + "h"
	case d%time.Minute == 0:
		return strconv.FormatInt(int64(d/time.Minute), 10) + "m"
	case d%time.Second == 0:
		return strconv.FormatInt(int64(d/time.Second), 10) + "s"
	}
	return d.String()
}

// Len returns the characters of s, not its bytes.
func Len(s string) int64 { return int64(utf8.RuneCountInString(s)) }

// Substring returns the characters of s from one position up to another. What is before the first character is there,
// and what is beyond the last is behind it.
func Substring(s string, from, to int64) string {
	start, end := len(s), len(s)
	n := int64(0)
	for i := range s {
		if n == max(from, 0) {
			start = i
		}
		if n == max(to, 0) {
			end = i
			break
		}
		n++
	}
	return s[min(start, end):end]
}

// ToJSON returns v as JSON text, with the keys of maps sorted.
func ToJSON(v any) (string, error) {
	raw, err := marshal(v)
	if err != nil {
		return "", fmt.Errorf("writing JSON: %w", err)
	}
	return string(raw), nil
}

// ParseSentJSON is ParseJSON for a text that a field of the request holds: what is wrong with it, or with the value
// wherever that is converted, is the caller's fault.
func ParseSentJSON(field, s string) (Value, error) {
	v, err := ParseJSON(s)
	if err != nil {
		return Value{}, BadInput(field, err)
	}
	v.path, v.caller = field, true
	return v, nil
}

// ParseJSON reads JSON text, strictly: duplicate keys and invalid UTF-8 are errors.
func ParseJSON(s string) (Value, error) {
	text := []byte(s)
	if plainjson.Certain(text) {
		return Value{raw: bytes.Trim(text, spaces)}, nil
	}
	if deeperThan(maxDepth, text) {
		return Value{}, wrongValue("the text nests deeper than %d", maxDepth)
	}
	var v Value
	if err := json.Unmarshal(text, &v); err != nil {
		return Value{}, notJSONText(err)
	}
	return v, nil
}

// notJSONText says of a text what notJSON says of a body, in words that may be told.
func notJSONText(err error) error {
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case !ok:
		return wrongValue("the text is not valid JSON")
	case errors.Is(err, jsontext.ErrDuplicateName):
		return wrongValue("the text has a key twice, at byte %d", syntax.ByteOffset)
	}
	return wrongValue("the text is not valid JSON, at byte %d", syntax.ByteOffset)
}
