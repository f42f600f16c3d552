package runtime

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"github.com/flowc-dev/flowc/runtime/internal/coding"
)

// unpack decodes what is read of the body, where that has a Content-Encoding. What it becomes has the limit of what
// arrives, and is counted as it is made.
func (b *bodyBuffer) unpack(x *Exec) error {
	name := coding.Of(x.r.Header["Content-Encoding"])
	if name == "" || len(b.body) == 0 {
		return nil
	}
	packed := b.weight()
	from, err := coding.Reader(name, b.body)
	if err == nil {
		b.body = nil
		err = b.readFrom(packedBody{from}, -1, x.entry.MaxBody)
	}
	var answered *Error
	switch {
	case err == nil:
		b.share.give(packed)
		b.Buffer = *bytes.NewBuffer(b.body)
		return nil
	case errors.As(err, &answered):
		return err
	}
	x.w.Header().Set("Accept-Encoding", coding.Accepted) // RFC 9110, 15.5.16
	detail := "the body is not what its Content-Encoding says"
	if errors.Is(err, coding.ErrUnknown) {
		detail = "the body has a Content-Encoding that is not supported: send gzip, deflate or none"
	}
	return &Error{Status: http.StatusUnsupportedMediaType, Detail: detail, Err: err}
}

// packedBody has what is wrong with a packed body told from what is wrong with how it arrives.
type packedBody struct{ io.Reader }

func (r packedBody) Read(to []byte) (int, error) {
	n, err := r.Reader.Read(to)
	if err != nil && err != io.EOF {
		err = &packedError{err}
	}
	return n, err
}

type packedError struct{ error }

func (e *packedError) Unwrap() error { return e.error }
