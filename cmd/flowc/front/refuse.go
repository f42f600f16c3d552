package front

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
)

// refuse answers a request for which there is no server.
func refuse(client io.Writer, request *http.Request, detail string) {
	body, err := json.Marshal(map[string]any{
		"type": "about:blank", "title": http.StatusText(http.StatusServiceUnavailable),
		"status": http.StatusServiceUnavailable, "detail": detail,
	})
	if err != nil {
		return
	}
	answer := http.Response{
		StatusCode: http.StatusServiceUnavailable, ProtoMajor: 1, ProtoMinor: 1, Request: request, Close: true,
		Header:        http.Header{"Content-Type": {"application/problem+json"}, "Retry-After": {"1"}},
		Body:          io.NopCloser(bytes.NewReader(body)),
		ContentLength: int64(len(body)),
	}
	_ = answer.Write(client)
}
