// Package charset reads texts in the charsets that senders still write: UTF-16 and those of one byte a character.
//
// runtime and runtime/client import it.
package charset

import (
	"encoding/binary"
	"errors"
	"fmt"
	"mime"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// ErrByte is that of a text which is not in the charset that it names.
var ErrByte = errors.New("the text has a byte that its charset does not have")

// UnknownError is a charset that is not read.
type UnknownError struct{ Name string }

// Error names the charset.
func (e *UnknownError) Error() string { return fmt.Sprintf("the charset %q is not supported", e.Name) }

// charmaps are the charsets of one byte a character, by their names in lower case.
var charmaps = map[string]*charmap.Charmap{
	"iso-8859-1": charmap.ISO8859_1, "iso-8859-2": charmap.ISO8859_2, "iso-8859-3": charmap.ISO8859_3, "iso-8859-4": charmap.ISO8859_4,
	"iso-8859-5": charmap.ISO8859_5, "iso-8859-6": charmap.ISO8859_6, "iso-8859-7": charmap.ISO8859_7, "iso-8859-8": charmap.ISO8859_8,
	"iso-8859-9": charmap.ISO8859_9, "iso-8859-10": charmap.ISO8859_10, "iso-8859-13": charmap.ISO8859_13,
	"iso-8859-14": charmap.ISO8859_14, "iso-8859-15": charmap.ISO8859_15, "iso-8859-16": charmap.ISO8859_16,
	"iso-8859-11":  charmap.Windows874, // which is that and some quotation marks, as the WHATWG has it
	"windows-1250": charmap.Windows1250, "windows-1251": charmap.Windows1251, "windows-1252": charmap.Windows1252,
	"windows-1253": charmap.Windows1253, "windows-1254": charmap.Windows1254, "windows-1255": charmap.Windows1255,
	"windows-1256": charmap.Windows1256, "windows-1257": charmap.Windows1257, "windows-1258": charmap.Windows1258,
	"koi8-r": charmap.KOI8R, "koi8-u": charmap.KOI8U,
}

// ofBytes are the names of charsets that charmaps does not hold.
const (
	utf8Name  = "utf-8"
	asciiName = "us-ascii"
)

// Of returns the charset that a Content-Type names, in lower case; "" for UTF-8 and where it names none. A Content-Type
// that is malformed and names one, such as one that names two, is itself the name of a charset that nobody knows.
func Of(contentType string) string {
	if strings.IndexByte(contentType, ';') < 0 {
		return ""
	}
	_, params, err := mime.ParseMediaType(contentType)
	if whole := strings.ToLower(contentType); err != nil && strings.Contains(whole, "charset=") {
		return whole
	}
	switch name := strings.ToLower(params["charset"]); name {
	case utf8Name, "utf8":
		return ""
	default:
		return name
	}
}

// Known is the error for a charset that Decode does not read, an *UnknownError.
func Known(name string) error {
	switch name {
	case "", asciiName, "utf-16", "utf-16le", "utf-16be":
		return nil
	}
	if charmaps[name] == nil {
		return &UnknownError{name}
	}
	return nil
}

// Decode returns text in UTF-8. Where name is "", it is so already, or is no text.
func Decode(name string, text []byte) ([]byte, error) {
	switch name {
	case "":
		return text, nil
	case asciiName:
		for _, b := range text {
			if b >= utf8.RuneSelf {
				return nil, ErrByte
			}
		}
		return text, nil
	case "utf-16", "utf-16le", "utf-16be":
		return decodeUTF16(name, text)
	}
	table := charmaps[name]
	if table == nil {
		return nil, &UnknownError{name}
	}
	decoded := make([]byte, 0, len(text)+len(text)/8)
	for _, b := range text {
		r := table.DecodeByte(b)
		if r == utf8.RuneError {
			return nil, ErrByte
		}
		decoded = utf8.AppendRune(decoded, r)
	}
	return decoded, nil
}

// decodeUTF16 reads pairs of bytes, the high one first unless the name or a byte-order mark says else (RFC 2781).
// Unlike that of golang.org/x/text, it takes no half of a pair.
func decodeUTF16(name string, text []byte) ([]byte, error) {
	var order binary.ByteOrder = binary.BigEndian
	if name == "utf-16le" || name == "utf-16" && len(text) >= 2 && text[0] == 0xff && text[1] == 0xfe {
		order = binary.LittleEndian
	}
	if len(text)%2 != 0 {
		return nil, ErrByte
	}
	decoded := make([]byte, 0, len(text))
	for at := 0; at < len(text); at += 2 {
		r := rune(order.Uint16(text[at:]))
		if utf16.IsSurrogate(r) {
			if at += 2; at == len(text) {
				return nil, ErrByte
			}
			if r = utf16.DecodeRune(r, rune(order.Uint16(text[at:]))); r == utf8.RuneError {
				return nil, ErrByte
			}
		}
		if r != byteOrderMark || at > 0 {
			decoded = utf8.AppendRune(decoded, r)
		}
	}
	return decoded, nil
}

const byteOrderMark = '\ufeff'

// WithoutMark returns text without the byte-order mark that it may begin with.
func WithoutMark(text []byte) []byte {
	if len(text) >= 3 && text[0] == 0xef && text[1] == 0xbb && text[2] == 0xbf {
		return text[3:]
	}
	return text
}
