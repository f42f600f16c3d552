package client

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode/utf8"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/internal/charset"
	"github.com/flowc-dev/flowc/runtime/internal/coding"
)

// errTooLarge is a response that was not read to its end.
var errTooLarge = errors.New("the response is too large")

// cutOff is a body that ended before its end.
type cutOff struct{ err error }

func (e *cutOff) Error() string { return "the response was cut off: " + e.err.Error() }
func (e *cutOff) Unwrap() error { return e.err }

// maxTrusted is how much memory a Content-Length is given before the bytes have come.
const maxTrusted = 1 << 20

// readBody reads a body of at most limit bytes. The transport has decompressed it by now, so a small one that
// decompresses to a large one is stopped here too.
func readBody(answer *http.Response, limit int64) ([]byte, error) {
	if answer.Request.Method == http.MethodHead {
		return nil, nil // its length is that of a body which is not sent
	}
	if answer.ContentLength > limit {
		return nil, fmt.Errorf("%w: %d bytes, at most %d are read", errTooLarge, answer.ContentLength, limit)
	}
	var body bytes.Buffer
	body.Grow(int(min(max(0, answer.ContentLength), maxTrusted)) + bytes.MinRead)
	n, err := body.ReadFrom(io.LimitReader(answer.Body, limit+1))
	if err != nil {
		return nil, &cutOff{err}
	}
	if n > limit {
		return nil, fmt.Errorf("%w: at most %d bytes are read", errTooLarge, limit)
	}
	return unpacked(answer, body.Bytes(), limit)
}

// unpacked decodes a body that still has a Content-Encoding, which the transport has not asked for: gzip or deflate.
func unpacked(answer *http.Response, body []byte, limit int64) ([]byte, error) {
	name := coding.Of(answer.Header["Content-Encoding"])
	if name == "" || len(body) == 0 {
		return body, nil
	}
	from, err := coding.Reader(name, body)
	if err != nil {
		return nil, fmt.Errorf("the body of the response, as %q: %w", name, err)
	}
	plain, err := io.ReadAll(io.LimitReader(from, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("the body of the response, as %q: %w", name, err)
	case int64(len(plain)) > limit:
		return nil, fmt.Errorf("%w: at most %d bytes are read", errTooLarge, limit)
	}
	return plain, nil
}

var errNoValue = errors.New("it is neither JSON nor text")

// valueOf is a body of unknown shape: JSON if it is that, else text. An empty body is null. What calls itself JSON must
// be JSON.
func valueOf(body []byte, contentType string) (rt.Value, error) {
	body, err := text(body, contentType)
	if err != nil || len(body) == 0 {
		return rt.Value{}, err
	}
	value, err := rt.ParseJSON(string(body))
	switch {
	case err == nil:
		return value, nil
	case isJSON(contentType):
		return rt.Value{}, err
	case utf8.Valid(body):
		return rt.ValueOf(string(body)), nil
	}
	return rt.Value{}, errNoValue
}

// text is a body in UTF-8, without a byte-order mark.
func text(body []byte, contentType string) ([]byte, error) {
	decoded, err := charset.Decode(charset.Of(contentType), body)
	return charset.WithoutMark(decoded), err
}

// isJSON knows application/json and types with the suffix +json (RFC 6839).
func isJSON(contentType string) bool {
	mediaType, _, _ := mime.ParseMediaType(contentType)
	return mediaType == "application/json" || strings.HasSuffix(mediaType, "+json")
}
