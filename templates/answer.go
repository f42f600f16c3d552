package templates

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/flowc-dev/flowc/schema/types"
)

// AnswerSpec is the part that a node has in the answer.
type AnswerSpec struct {
	// Ends is set where the node answers the request and ends its branch. Only its output "out" goes on, afterwards.
	Ends bool
	// Born is the data of a new node that answers behind an output. It is nil where the node does not answer.
	Born func(New) map[string]any
	// Status is the HTTP status of the answer. It is nil where the node does not answer over HTTP.
	Status func(Pass) int64
	// Body is the type of the answer's JSON, Unknown where the body is something else. It is nil where Status is.
	Body func(Pass) types.Type
	// Media is the content type of the answer, "" where there is no body. It is nil where Status is.
	Media func(Pass) string
	// Redirect is where the caller is sent on to: an Object field, and the key of its entry; "" where that says nothing.
	// It may be nil: nowhere.
	Redirect func(Pass) (field, key string)
	// Headers are those that answers below the node carry, whichever Response answers. It may be nil: none.
	Headers func(Pass) []Header
}

// Header is one that answers carry without a Response that sets it.
type Header struct {
	Name   string
	Status int // of the answers that carry it, 0 where all do
}

// Reply is the answer that a new node behind an output is drawn with.
type Reply struct {
	Status int
	// Body is JSON. A reference that begins with a dot is to the node of the output: {"error": "{{.reason}}"}.
	Body string
	// Media is the content type, "" where the body decides it.
	Media string
}

// New is where a new node is drawn that answers.
type New struct {
	Output string // it leads there
	Reply  Reply
}

// NewBehind returns what a new node behind an output of the node name answers.
func (o *Output) NewBehind(name string) New {
	reply := o.Reply
	if reply.Status == 0 {
		reply = replies[o.Class]
	}
	reply.Body = strings.ReplaceAll(reply.Body, "{{.", "{{"+name+".")
	return New{Output: o.Name, Reply: reply}
}

// JSON returns the body as a value, nil where there is none.
func (r Reply) JSON() (body any) {
	if json.Unmarshal([]byte(r.Body), &body) != nil {
		return nil
	}
	return body
}

// replies are those of outputs that have none of their own, by class.
var replies = map[Class]Reply{
	Free:    {Status: http.StatusOK},
	Unknown: {Status: http.StatusUnauthorized, Body: `{"error": "unauthorized"}`},
	Denied:  {Status: http.StatusForbidden, Body: `{"error": "forbidden"}`},
	Limited: {Status: http.StatusTooManyRequests, Body: `{"error": "too many requests"}`},
	Invalid: {Status: http.StatusBadRequest, Body: `{"error": "invalid request"}`},
	Absent:  {Status: http.StatusNotFound, Body: `{"error": "not found"}`},
}
