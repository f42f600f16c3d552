package fn_test

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/runtime/fn"
)

func TestParseScalars(t *testing.T) {
	const private = "s3cret"
	for _, bad := range []string{private, "", " 1", "1_000", "0x10", "9223372036854775808", "1.5"} {
		if text, err := fn.ParseText(append([]byte(bad), 0xff)); err == nil || text != "" || strings.Contains(err.Error(), private) {
			t.Errorf("ParseText(%q) is %q, %v", bad, text, err)
		}
		if n, err := fn.ParseInt(bad); err == nil || strings.Contains(err.Error(), private) {
			t.Errorf("ParseInt(%q) is %d, %v", bad, n, err)
		}
	}
	for _, bad := range []string{private, "", "NaN", "Inf", "-inf", "0x1p4", "1_0", "1e999"} {
		if f, err := fn.ParseFloat(bad); err == nil || strings.Contains(err.Error(), private) {
			t.Errorf("ParseFloat(%q) is %v, %v", bad, f, err)
		}
	}
	for _, bad := range []string{private, "", "1", "True", "t"} {
		if b, err := fn.ParseBool(bad); err == nil {
			t.Errorf("ParseBool(%q) is %v", bad, b)
		}
	}
	if text, err := fn.ParseText([]byte("\ufeffnaïve\x00")); text != "\ufeffnaïve\x00" || err != nil {
		t.Errorf("a text in UTF-8 is %q, %v", text, err)
	}
	if n, err := fn.ParseInt("-9223372036854775808"); n != math.MinInt64 || err != nil {
		t.Error(n, err)
	}
	if f, err := fn.ParseFloat("-1.5e3"); f != -1500 || err != nil {
		t.Error(f, err)
	}
	if b, err := fn.ParseBool("true"); !b || err != nil {
		t.Error(b, err)
	}
	if at, err := fn.ParseTime("2026-01-02T03:04:05.000001+02:00"); err != nil || fn.FormatTime(at) != "2026-01-02T01:04:05.000001Z" {
		t.Error(at, err)
	}
	if _, err := fn.ParseTime(private); err == nil || strings.Contains(err.Error(), private) {
		t.Error(err)
	}
}

func TestFormat(t *testing.T) {
	for _, tt := range []struct{ got, want string }{
		{fn.FormatFloat(1), "1"}, {fn.FormatFloat(0.1), "0.1"}, {fn.FormatFloat(1e20), "100000000000000000000"},
		{fn.FormatFloat(1e21), "1e+21"}, {fn.FormatFloat(1e-7), "1e-07"}, {fn.FormatFloat(0), "0"},
		{fn.FormatDuration(0), "0s"}, {fn.FormatDuration(90 * time.Second), "90s"}, {fn.FormatDuration(15 * time.Minute), "15m"},
		{fn.FormatDuration(36 * time.Hour), "36h"}, {fn.FormatDuration(14 * 24 * time.Hour), "14d"},
		{fn.FormatDuration(-time.Minute), "-1m"}, {fn.FormatDuration(1500 * time.Millisecond), "1.5s"},
		{fn.SHA256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{fn.HMACSHA256("Jefe", "what do ya want for nothing?"), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"}, // RFC 4231, 4.3
	} {
		if tt.got != tt.want {
			t.Errorf("got %s, want %s", tt.got, tt.want)
		}
	}
	if n := fn.Len("aé👍"); n != 3 {
		t.Errorf("Len counts %d", n)
	}
}
