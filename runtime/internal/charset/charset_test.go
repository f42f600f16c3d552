package charset_test

import (
	"errors"
	"testing"

	"github.com/flowc-dev/flowc/runtime/internal/charset"
)

func TestDecode(t *testing.T) {
	for _, tt := range []struct{ contentType, text, want string }{
		{"text/plain", "é", "é"},
		{"text/plain; charset=UTF8", "é", "é"},
		{"text/plain; charset=US-ASCII", "e", "e"},
		{`text/plain; charset="ISO-8859-1"`, "\xe9", "é"},
		{"text/plain; charset=iso-8859-15", "\xa4", "€"},
		{"text/plain; charset=iso-8859-11", "\xa1", "ก"},
		{"text/plain; charset=windows-1252", "\x80", "€"},
		{"text/plain; charset=windows-1251", "\xc0", "А"},
		{"text/plain; charset=koi8-r", "\xc1", "а"},
		{"text/plain; charset=koi8-u", "\xa4", "є"},
		{"text/plain; charset=utf-16", "\x00\xe9", "é"},
		{"text/plain; charset=utf-16", "\xff\xfe\xe9\x00", "é"},
		{"text/plain; charset=utf-16", "\xfe\xff\xd8\x3d\xde\x00", "😀"},
		{"text/plain; charset=utf-16le", "\xe9\x00", "é"},
	} {
		if got, err := charset.Decode(charset.Of(tt.contentType), []byte(tt.text)); err != nil || string(got) != tt.want {
			t.Errorf("%s: %q, %v, want %q", tt.contentType, got, err, tt.want)
		}
	}
}

func TestDecodeRefuses(t *testing.T) {
	for _, tt := range []struct{ name, text string }{
		{"us-ascii", "é"},
		{"iso-8859-3", "\xa5"},
		{"windows-1253", "\xff"},
		{"utf-16", "\x00"},
		{"utf-16", "\xd8\x3d"},
		{"utf-16", "\xd8\x3d\x00\x41"},
		{"utf-16", "\xde\x00\xd8\x3d"},
	} {
		if got, err := charset.Decode(tt.name, []byte(tt.text)); !errors.Is(err, charset.ErrByte) {
			t.Errorf("%s: %q is %q, %v", tt.name, tt.text, got, err)
		}
	}
	for _, name := range []string{"shift_jis", "utf-7", "gb18030", "iso-8859-12", "x"} {
		var unknown *charset.UnknownError
		if _, err := charset.Decode(name, []byte("a")); !errors.As(err, &unknown) || charset.Known(name) == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestOfTwo(t *testing.T) {
	for _, contentType := range []string{"text/plain; charset=latin1; charset=utf-8", "text/plain; charset=utf-8; charset=iso-8859-1"} {
		if name := charset.Of(contentType); charset.Known(name) == nil {
			t.Errorf("%s is read as %q", contentType, name)
		}
	}
	if name := charset.Of("text/plain; q"); name != "" {
		t.Errorf("without a charset it is %q", name)
	}
}
