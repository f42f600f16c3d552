package runtime

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/fn"
	"github.com/flowc-dev/flowc/runtime/internal/public"
)

// Text returns a text, or another scalar as it is written.
func (v Value) Text() (string, error) {
	switch v.kind() {
	case '"':
		text, err := jsontext.AppendUnquote(nil, v.raw)
		if err != nil {
			return "", v.broken(err)
		}
		return string(text), nil
	case '0', 't', 'f':
		return string(v.raw), nil
	}
	return "", v.not("a text")
}

// Int returns a number that is an int. 1.5 and 2^63 fail: nothing is rounded.
func (v Value) Int() (int64, error) {
	text, err := v.scalar('0', "an int")
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, v.wrong(public.Errorf("%s is not an int of 64 bits", v.place()))
	}
	return n, nil
}

// Float returns a number.
func (v Value) Float() (float64, error) {
	text, err := v.scalar('0', "a float")
	if err != nil {
		return 0, err
	}
	f, err := fn.ParseFloat(text)
	if err != nil {
		return 0, v.wrong(public.Errorf("%s is not a float of 64 bits", v.place()))
	}
	return f, nil
}

// Bool returns a bool.
func (v Value) Bool() (bool, error) {
	kind := v.kind()
	if kind == 'f' {
		kind = 't'
	}
	if kind != 't' && !v.asText {
		return false, v.not("a bool")
	}
	text, err := v.Text()
	if err != nil {
		return false, err
	}
	if v.asText {
		text = writtenBool(text)
	}
	t, err := fn.ParseBool(text)
	if err != nil {
		return false, v.wrong(public.Errorf("%s is not a bool", v.place()))
	}
	return t, nil
}

// Bytes returns what a base64 text holds.
func (v Value) Bytes() ([]byte, error) {
	text, err := v.scalar('"', "base64")
	if err != nil {
		return nil, err
	}
	data, err := decodeBase64([]byte(text))
	if err != nil {
		return nil, v.wrong(public.Errorf("%s is not base64", v.place()))
	}
	return data, nil
}

// Time returns the time that a text of RFC 3339 names.
func (v Value) Time() (time.Time, error) {
	text, err := v.scalar('"', "a time")
	if err != nil {
		return time.Time{}, err
	}
	t, err := fn.ParseTime(text)
	if err != nil {
		return time.Time{}, v.wrong(public.Errorf("%s is not a time (RFC 3339)", v.place()))
	}
	return t, nil
}

// Duration returns the duration that a text such as 15m names.
func (v Value) Duration() (time.Duration, error) {
	text, err := v.scalar('"', "a duration")
	if err != nil {
		return 0, err
	}
	d, err := fn.ParseDuration(text)
	if err != nil {
		return 0, v.wrong(public.Errorf("%s is not a duration", v.place()))
	}
	return d, nil
}

// scalar returns the text of a value of a kind. In a form every value is a text, so there any kind may be.
func (v Value) scalar(kind jsontext.Kind, want string) (string, error) {
	if v.kind() != kind && !v.asText {
		return "", v.not(want)
	}
	return v.Text()
}

// Equal compares with a string, int64, float64 or bool. A value of another kind is unequal.
func (v Value) Equal(other any) bool {
	switch want := other.(type) {
	case string:
		text, err := v.scalar('"', "")
		return err == nil && fn.Equal(text, want)
	case int64:
		return v.kind() == '0' && v.equalInt(want)
	case float64:
		f, err := v.Float()
		return err == nil && v.kind() == '0' && f == want
	case bool:
		t, err := v.Bool()
		return err == nil && !v.asText && t == want
	}
	return false
}

// CheckEqual is Equal that fails where v is null or of another kind.
func (v Value) CheckEqual(other any) (bool, error) {
	want, kind := "a number", v.kind()
	same := kind == '0'
	switch other.(type) {
	case string:
		want, same = "a text", kind == '"'
	case bool:
		want, same = "a bool", kind == 't' || kind == 'f'
	}
	if !same {
		return false, v.not(want)
	}
	return v.Equal(other), nil
}

// equalInt knows that 1.0 and 1e0 are 1, and that 2^53+1 is not 2^53.
func (v Value) equalInt(want int64) bool {
	if n, err := strconv.ParseInt(string(v.raw), 10, 64); err == nil {
		return n == want
	}
	f, err := fn.ParseFloat(string(v.raw))
	if err != nil {
		return false
	}
	n, err := fn.FloatToInt(f)
	return err == nil && float64(n) == f && n == want
}

// Contains says whether a text holds s, or a list has it as an element.
func (v Value) Contains(s string) (bool, error) {
	switch v.kind() {
	case '"':
		text, err := v.Text()
		return strings.Contains(text, s), err
	case '[':
		for _, item := range v.items() {
			if (Value{raw: item, asText: v.asText}).Equal(s) {
				return true, nil
			}
		}
		return false, nil
	}
	return false, v.not("a text or a list")
}

// HasElement reports whether a list has s as an element, or a text, which is a list of one then, is s: a claim that
// says what a caller may do is either (RFC 7519, 4.1.3), and "not-admin" is not "admin". A claim that is absent has
// none.
func (v Value) HasElement(s string) (bool, error) {
	if v.IsNull() {
		return false, nil
	}
	return v.CheckElement(s)
}

// CheckElement is HasElement that fails where v is null.
func (v Value) CheckElement(s string) (bool, error) {
	if v.kind() == '"' {
		return v.Equal(s), nil
	}
	return v.Contains(s)
}

// ContainsValue reports whether a list of values of unknown shape holds x, a string, int64, float64 or bool.
func ContainsValue(list []Value, x any) bool {
	return slices.ContainsFunc(list, func(v Value) bool { return v.Equal(x) })
}

// EqualText reports whether v is the text s, in a time that does not tell how much of it is equal.
func EqualText(v Value, s string) bool {
	if v.kind() != '"' {
		return false
	}
	text, err := v.Text()
	return err == nil && fn.Equal(text, s)
}

// HasScope reports whether v is a text of scopes, or a list of them, that holds one.
func (v Value) HasScope(scope string) bool {
	if text, err := v.Text(); err == nil && v.kind() == '"' {
		return fn.HasScope(text, scope)
	}
	list, err := v.List()
	return err == nil && ContainsValue(list, scope)
}

// CheckScope is HasScope that fails where v is neither a text nor a list.
func (v Value) CheckScope(scope string) (bool, error) {
	if kind := v.kind(); kind != '"' && kind != '[' {
		return false, v.not("a text or a list")
	}
	return v.HasScope(scope), nil
}
