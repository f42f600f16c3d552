package runtime_test

import (
	"math"
	"regexp"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
)

func TestIntArithmetic(t *testing.T) {
	const top, bottom = math.MaxInt64, math.MinInt64
	for _, tt := range []struct {
		name string
		f    func(a, b int64) (int64, error)
		a, b int64
		want int64
		ok   bool
	}{
		{"Add", rt.Add, 1, 2, 3, true}, {"Add", rt.Add, top, 0, top, true}, {"Add", rt.Add, top, 1, 0, false},
		{"Add", rt.Add, bottom, -1, 0, false}, {"Add", rt.Add, bottom, top, -1, true}, {"Add", rt.Add, bottom, bottom, 0, false},
		{"Sub", rt.Sub, 1, 2, -1, true}, {"Sub", rt.Sub, bottom, 0, bottom, true}, {"Sub", rt.Sub, bottom, 1, 0, false},
		{"Sub", rt.Sub, top, -1, 0, false}, {"Sub", rt.Sub, 0, bottom, 0, false}, {"Sub", rt.Sub, -1, bottom, top, true},
		{"Mul", rt.Mul, -3, 4, -12, true}, {"Mul", rt.Mul, 0, bottom, 0, true}, {"Mul", rt.Mul, bottom, 1, bottom, true},
		{"Mul", rt.Mul, bottom, -1, 0, false}, {"Mul", rt.Mul, -1, bottom, 0, false}, {"Mul", rt.Mul, 1 << 32, 1 << 31, 0, false},
		{"Mul", rt.Mul, -(1 << 32), 1 << 31, bottom, true}, {"Mul", rt.Mul, top, top, 0, false},
		{"Div", rt.Div, -7, 2, -3, true}, {"Div", rt.Div, 1, 0, 0, false}, {"Div", rt.Div, bottom, -1, 0, false},
		{"Mod", rt.Mod, -7, 2, -1, true}, {"Mod", rt.Mod, 1, 0, 0, false}, {"Mod", rt.Mod, bottom, -1, 0, true},
	} {
		if got, err := tt.f(tt.a, tt.b); got != tt.want || (err == nil) != tt.ok {
			t.Errorf("%s(%d, %d) is %d, %v; want %d, ok %v", tt.name, tt.a, tt.b, got, err, tt.want, tt.ok)
		}
	}
	if got, err := rt.Neg(5); got != -5 || err != nil {
		t.Error(got, err)
	}
	if _, err := rt.Neg(bottom); err == nil {
		t.Error("Neg of the smallest int has no error")
	}
}

func TestFloatArithmetic(t *testing.T) {
	const top = math.MaxFloat64
	for _, tt := range []struct {
		name string
		f    func(a, b float64) (float64, error)
		a, b float64
		want float64
		ok   bool
	}{
		{"AddFloat", rt.AddFloat, 1, 0.5, 1.5, true}, {"AddFloat", rt.AddFloat, top, 1, top, true}, {"AddFloat", rt.AddFloat, top, top, 0, false},
		{"SubFloat", rt.SubFloat, 1, 0.5, 0.5, true}, {"SubFloat", rt.SubFloat, -top, top, 0, false},
		{"MulFloat", rt.MulFloat, 2, -0.5, -1, true}, {"MulFloat", rt.MulFloat, top, -2, 0, false}, {"MulFloat", rt.MulFloat, math.Inf(1), 0, 0, false},
		{"DivFloat", rt.DivFloat, 1, 4, 0.25, true}, {"DivFloat", rt.DivFloat, 1, 0, 0, false}, {"DivFloat", rt.DivFloat, 0, 0, 0, false},
		{"DivFloat", rt.DivFloat, top, 0.5, 0, false}, {"DivFloat", rt.DivFloat, 1, math.Inf(1), 0, true},
	} {
		if got, err := tt.f(tt.a, tt.b); got != tt.want || (err == nil) != tt.ok {
			t.Errorf("%s(%g, %g) is %g, %v; want %g, ok %v", tt.name, tt.a, tt.b, got, err, tt.want, tt.ok)
		}
	}
}

// RFC 3339 has years of four digits: what is before or after can't be written, in UTC.
func TestTimesOutOfRange(t *testing.T) {
	for _, bad := range []string{"9999-12-31T23:59:59-00:01", "0000-01-01T00:00:00+00:01"} {
		if at, err := rt.ParseTime(bad); err == nil {
			t.Errorf("%s is %v", bad, at)
		}
	}
	for _, good := range []string{"9999-12-31T23:59:59Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59+14:00"} {
		if _, err := rt.ParseTime(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	last := time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)
	if at, err := rt.AddDuration(last, time.Second); err == nil {
		t.Errorf("a second later is %v", at)
	}
	if at, err := rt.AddDuration(last.Add(-time.Hour), time.Hour); err != nil || !at.Equal(last) {
		t.Error(at, err)
	}
}

func TestFloatToInt(t *testing.T) {
	for _, tt := range []struct {
		f    float64
		want int64
		ok   bool
	}{
		{1.9, 1, true}, {-1.9, -1, true}, {-1 << 63, math.MinInt64, true}, {1 << 63, 0, false}, {1<<63 - 1024, 1<<63 - 1024, true},
		{math.NaN(), 0, false}, {math.Inf(1), 0, false}, {math.Inf(-1), 0, false},
	} {
		if got, err := rt.FloatToInt(tt.f); got != tt.want || (err == nil) != tt.ok {
			t.Errorf("FloatToInt(%v) is %d, %v", tt.f, got, err)
		}
	}
}

func TestParseScalars(t *testing.T) {
	const private = "s3cret"
	for _, bad := range []string{private, "", " 1", "1_000", "0x10", "9223372036854775808", "1.5"} {
		if text, err := rt.ParseText(append([]byte(bad), 0xff)); err == nil || text != "" || strings.Contains(err.Error(), private) {
			t.Errorf("ParseText(%q) is %q, %v", bad, text, err)
		}
		if n, err := rt.ParseInt(bad); err == nil || strings.Contains(err.Error(), private) {
			t.Errorf("ParseInt(%q) is %d, %v", bad, n, err)
		}
	}
	for _, bad := range []string{private, "", "NaN", "Inf", "-inf", "0x1p4", "1_0", "1e999"} {
		if f, err := rt.ParseFloat(bad); err == nil || strings.Contains(err.Error(), private) {
			t.Errorf("ParseFloat(%q) is %v, %v", bad, f, err)
		}
	}
	for _, bad := range []string{private, "", "1", "True", "t"} {
		if b, err := rt.ParseBool(bad); err == nil {
			t.Errorf("ParseBool(%q) is %v", bad, b)
		}
	}
	if text, err := rt.ParseText([]byte("\ufeffnaïve\x00")); text != "\ufeffnaïve\x00" || err != nil {
		t.Errorf("a text in UTF-8 is %q, %v", text, err)
	}
	if n, err := rt.ParseInt("-9223372036854775808"); n != math.MinInt64 || err != nil {
		t.Error(n, err)
	}
	if f, err := rt.ParseFloat("-1.5e3"); f != -1500 || err != nil {
		t.Error(f, err)
	}
	if b, err := rt.ParseBool("true"); !b || err != nil {
		t.Error(b, err)
	}
	if at, err := rt.ParseTime("2026-01-02T03:04:05.000001+02:00"); err != nil || rt.FormatTime(at) != "2026-01-02T01:04:05.000001Z" {
		t.Error(at, err)
	}
	if _, err := rt.ParseTime(private); err == nil || strings.Contains(err.Error(), private) {
		t.Error(err)
	}
}

func TestFormat(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{rt.FormatFloat(1), "1"}, {rt.FormatFloat(0.1), "0.1"}, {rt.FormatFloat(1e20), "100000000000000000000"},
		{rt.FormatFloat(1e21), "1e+21"}, {rt.FormatFloat(1e-7), "1e-07"}, {rt.FormatFloat(0), "0"},
		{rt.FormatDuration(0), "0s"}, {rt.FormatDuration(90 * time.Second), "90s"}, {rt.FormatDuration(15 * time.Minute), "15m"},
		{rt.FormatDuration(36 * time.Hour), "36h"}, {rt.FormatDuration(14 * 24 * time.Hour), "14d"},
		{rt.FormatDuration(-time.Minute), "-1m"}, {rt.FormatDuration(1500 * time.Millisecond), "1.5s"},
		{rt.SHA256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{rt.HMACSHA256("Jefe", "what do ya want for nothing?"), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"}, // RFC 4231, 4.3
	} {
		if tt.got != tt.want {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
	if n := rt.Len("aé👍"); n != 3 {
		t.Errorf("Len counts %d", n)
	}
	if text, err := rt.ToJSON(map[string]any{"b": []string(nil), "a": time.Hour}); err != nil || text != `{"a":"1h","b":[]}` {
		t.Error(text, err)
	}
	if _, err := rt.ToJSON(math.NaN()); err == nil {
		t.Error("NaN became JSON")
	}
}

func TestNull(t *testing.T) {
	one := int64(1)
	if rt.Or(&one, 2) != 1 || rt.Or(nil, int64(2)) != 2 || rt.Deref(&one) != 1 || rt.Deref[int64](nil) != 0 {
		t.Error("Or or Deref")
	}
	if rt.Ptr(false, 1) != nil || *rt.Ptr(true, 1) != 1 || rt.When(true, "a", "b") != "a" || rt.When(false, "a", "b") != "b" {
		t.Error("Ptr or When")
	}
	if !rt.Equal("abc", "abc") || rt.Equal("abc", "abd") || rt.Equal("abc", "ab") || !rt.Equal("", "") {
		t.Error("Equal")
	}
}

func TestUUID(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	if a, b := rt.UUID(), rt.UUID(); !form.MatchString(a) || a == b {
		t.Errorf("%s and %s", a, b)
	}
}

func TestRandomToken(t *testing.T) {
	inExecution(t, func(x *rt.Exec) {
		for n, length := range map[int64]int{16: 22, 32: 43, 1024: 1366} {
			if token, err := rt.RandomToken(x, n); err != nil || len(token) != length || strings.ContainsAny(token, "+/=") {
				t.Errorf("%d bytes: %q, %v", n, token, err)
			}
		}
		for _, n := range []int64{-1, 0, 15, 1025} {
			if token, err := rt.RandomToken(x, n); err == nil {
				t.Errorf("%d bytes: %q", n, token)
			}
		}
	})
}

func TestPathSegment(t *testing.T) {
	for in, want := range map[string]string{"a b/c?": "a%20b%2Fc%3F", "...": "...", "é": "%C3%A9", "80@evil.example": "80%40evil.example"} {
		if got, err := rt.PathSegment(in); got != want || err != nil {
			t.Errorf("%q is %q, %v", in, got, err)
		}
	}
	for _, bad := range []string{"", ".", ".."} {
		if got, err := rt.PathSegment(bad); err == nil {
			t.Errorf("%q is %q", bad, got)
		}
	}
}

func TestHostPart(t *testing.T) {
	for in, want := range map[string]string{"api.example.com": "api.example.com", "eu-1": "eu-1", "example.com:8080": "example.com:8080", "é": "%C3%A9"} {
		if got, err := rt.HostPart(in); got != want || err != nil {
			t.Errorf("%q is %q, %v", in, got, err)
		}
	}
	for _, bad := range []string{"", ".", "..", "a/b", "a\nb", "a b", "u@h", "a?b", "a#b", "a:b", "[", "[::1]", "a%2fb", "a\\b"} {
		if got, err := rt.HostPart(bad); err == nil {
			t.Errorf("%q is %q", bad, got)
		}
	}
}

func TestHeaderAndCookieValues(t *testing.T) {
	for _, tt := range []struct {
		text           string
		header, cookie bool
	}{
		{"", true, true}, {"a b, c", true, true}, {"a\tb", true, false}, {"é", true, false}, {`"a"; \`, true, false},
		{"a\nb", false, false}, {"a\rb", false, false}, {"a\x00b", false, false}, {"a\x7fb", false, false},
	} {
		if got, err := rt.HeaderValue(tt.text); (err == nil) != tt.header || err == nil && got != tt.text {
			t.Errorf("header %q: %q, %v", tt.text, got, err)
		}
		if got, err := rt.CookieValue(tt.text); (err == nil) != tt.cookie || err == nil && got != tt.text {
			t.Errorf("cookie %q: %q, %v", tt.text, got, err)
		}
	}
}
