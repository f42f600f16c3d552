// Package coding decodes the codings of bodies (RFC 9110, 8.4.1): gzip and deflate.
//
// runtime and runtime/client import it.
package coding

import (
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"errors"
	"io"
	"strings"
)

// Accepted is the Accept-Encoding of who decodes by this package.
const Accepted = "gzip, deflate"

// ErrUnknown is any other coding, or several of them.
var ErrUnknown = errors.New("the Content-Encoding is not supported")

// errMore is what follows a packed body.
var errMore = errors.New("there is more behind the end of what is packed")

// Of returns what a body is packed by, as its headers say; "" where it is not.
func Of(codings []string) string {
	if coding := strings.ToLower(strings.Join(codings, ",")); coding != "identity" {
		return coding
	}
	return ""
}

// Reader returns what is packed. A packed body that ends late or too soon is an error when it is read to its end.
func Reader(coding string, packed []byte) (io.Reader, error) {
	rest := bytes.NewReader(packed)
	switch coding {
	case "gzip", "x-gzip": // which are one (RFC 9110, 8.4.1.3)
		from, err := gzip.NewReader(rest)
		if err != nil {
			return nil, err
		}
		from.Multistream(false)
		return &whole{from, rest}, nil
	case "deflate":
		if from, err := zlib.NewReader(rest); err == nil {
			return &whole{from, rest}, nil
		}
		rest.Reset(packed) // as some send it: without the header of zlib
		return &whole{flate.NewReader(rest), rest}, nil
	}
	return nil, ErrUnknown
}

// whole reads a packed body that nothing follows.
type whole struct {
	io.Reader
	rest *bytes.Reader
}

func (w *whole) Read(to []byte) (int, error) {
	n, err := w.Reader.Read(to)
	if err == io.EOF && w.rest.Len() > 0 {
		err = errMore
	}
	return n, err
}
