package mcp

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	rt "github.com/flowc-dev/flowc/runtime"
)

// Limits of a request.
const (
	maxBody     = 1 << 20 // bytes
	maxDepth    = 128
	bodyTimeout = 30 * time.Second
)

// receive reads the body of a request and leaves it in r for the protocol's library. It holds it to what any body must
// be: of limited size and depth, each key once, in UTF-8, and within the memory that there is for bodies.
func receive(w http.ResponseWriter, r *http.Request, room *rt.MessageRoom) (message, error) {
	body, err := readBody(w, r, room)
	if err != nil {
		return message{}, err
	}
	if err := checkJSON(body); err != nil {
		return message{}, err
	}
	m, body := readMessage(body)
	r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(body)), int64(len(body))
	return m, nil
}

// copies is how often a message is in memory at the most: while it is read and grows, and as what the protocol's
// library makes of it. What an execution decodes of it counts there.
const copies = 3

// counted is a message as it is read, of which room is taken as it comes.
type counted struct {
	io.Reader
	room *rt.MessageRoom
}

// Read implements io.Reader.
func (c counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if full := c.room.Take(copies * n); full != nil {
		return n, full
	}
	return n, err
}

func readBody(w http.ResponseWriter, r *http.Request, room *rt.MessageRoom) ([]byte, error) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Now().Add(bodyTimeout)) // a writer without one is a test's
	defer func() { _ = control.SetReadDeadline(time.Time{}) }()
	body, err := io.ReadAll(counted{http.MaxBytesReader(w, r.Body, maxBody), room})
	var tooLarge *http.MaxBytesError
	var full *rt.Error
	switch {
	case errors.As(err, &full):
		return nil, &refusal{status: full.Status, reason: full.Detail, after: full.RetryAfter, cause: full.Err}
	case errors.As(err, &tooLarge):
		return nil, &refusal{status: http.StatusRequestEntityTooLarge, reason: fmt.Sprintf("the body has more than %d bytes", maxBody)}
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, &refusal{status: http.StatusRequestTimeout, reason: "the body did not arrive in time"}
	case err != nil:
		return nil, &refusal{status: http.StatusBadRequest, reason: "the body can't be read", cause: err}
	}
	return body, nil
}

// checkJSON wants one JSON object. A batch, which the protocol has dropped, would be many executions for one request.
func checkJSON(body []byte) error {
	dec := jsontext.NewDecoder(bytes.NewReader(body))
	if dec.PeekKind() == '[' {
		return &refusal{status: http.StatusBadRequest, reason: "batches are not taken: send one message at a time"}
	}
	for values := 0; ; {
		_, err := dec.ReadToken()
		switch {
		case errors.Is(err, io.EOF) && values == 1:
			return nil
		case errors.Is(err, jsontext.ErrDuplicateName):
			return &refusal{status: http.StatusBadRequest, reason: "the body has a key twice"}
		case err != nil:
			return &refusal{status: http.StatusBadRequest, reason: fmt.Sprintf("the body is not valid JSON, at byte %d", dec.InputOffset())}
		case dec.StackDepth() > maxDepth:
			return &refusal{status: http.StatusBadRequest, reason: fmt.Sprintf("the body nests deeper than %d", maxDepth)}
		case dec.StackDepth() == 0:
			if values++; values > 1 {
				return &refusal{status: http.StatusBadRequest, reason: "the body has more than one JSON value"}
			}
		}
	}
}

// message is what is looked at of a message before the protocol's library sees it.
type message struct {
	method string         // "" where the message is none of JSON-RPC 2.0
	id     jsontext.Value // nil: it is a notification
	tool   string         // that is called, "" where none is. Only the answer depends on it, not who may call
	own    bool           // the library is given another id, as it would round this one
}

// readMessage reads a message, and returns the body for the library, in which an id that it can't hold is replaced.
func readMessage(body []byte) (message, []byte) {
	var written struct {
		Version string         `json:"jsonrpc"`
		Method  string         `json:"method"`
		ID      jsontext.Value `json:"id"`
		Params  jsontext.Value `json:"params"`
	}
	if json.Unmarshal(body, &written) != nil || written.Version != "2.0" {
		return message{}, body
	}
	if kind := written.ID.Kind(); written.ID != nil && kind != '"' && kind != '0' {
		return message{}, body
	}
	m := message{method: written.Method, id: written.ID}
	if m.method == "tools/call" {
		var params struct {
			Name string `json:"name"`
		}
		_ = json.Unmarshal(written.Params, &params) // of another type, it is the library's to refuse
		m.tool = params.Name
	}
	if m.own = m.id.Kind() == '0' && !isExact(m.id); m.own {
		body = withID(body, "1")
	}
	return m, body
}

// isExact reports whether the library, which takes a number through a float64, keeps it as it is written.
func isExact(number jsontext.Value) bool {
	n, err := strconv.ParseInt(string(number), 10, 64)
	return err == nil && n < math.MaxInt32 && n > math.MinInt32
}

// withID returns a message, a JSON object, with another id.
func withID(body []byte, id string) []byte {
	dec := jsontext.NewDecoder(bytes.NewReader(body))
	_, err := dec.ReadToken()
	for err == nil && dec.PeekKind() == '"' {
		name, _ := dec.ReadToken()
		isID := name.String() == "id"
		value, failed := dec.ReadValue()
		if err = failed; err == nil && isID {
			end := int(dec.InputOffset())
			return slices.Concat(body[:end-len(value)], []byte(id), body[end:])
		}
	}
	return body
}
