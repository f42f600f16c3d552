package fn

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// ParseText returns bytes that are UTF-8 as the text that they are, with a byte order mark where they begin with one.
func ParseText(b []byte) (string, error) {
	if !utf8.Valid(b) {
		return "", public.New("the bytes are not text in UTF-8")
	}
	return string(b), nil
}

// ParseInt reads a decimal int of 64 bits. Its error, like those below, does not quote the text, which may be secret.
func ParseInt(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return 0, public.New("the text is not an int of 64 bits")
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

var errNotFloat = public.New("the text is not a float of 64 bits")

// ParseBool reads true or false.
func ParseBool(s string) (bool, error) {
	switch s {
	case "true":
		return true, nil
	case "false":
		return false, nil
	}
	return false, public.New("the text is neither true nor false")
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
