package templates

import (
	"encoding/json"
	"net/http"
	"strings"
)

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
