package runtime

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
)

// payload is what a Webhook's body means.
type payload struct {
	value Value
	err   error // the 400 for a body that is not what its Content-Type says
}

// payloadPath is how errors name the payload.
const payloadPath = "body"

// payload parses the body, once.
func (r *WebhookRequest) payload() (Value, error) {
	if r.parsed == nil {
		r.parsed = &payload{}
		r.parsed.value, r.parsed.err = r.parse()
		r.parsed.value.path, r.parsed.value.caller = payloadPath, true
	}
	return r.parsed.value, r.parsed.err
}

func (r *WebhookRequest) parse() (Value, error) {
	if len(r.Body) == 0 {
		return Value{}, nil
	}
	switch kindOfPayload(r.Header, r.Body) {
	case jsonBody:
		return parseBody(r.Body)
	case formBody:
		return parseForm(r.Body)
	case textBody:
		return ValueOf(string(r.Body)), nil
	}
	return ValueOf(r.Body), nil
}

// kindOfPayload goes by the Content-Type, but knows that some services send JSON as text/plain or as nothing at all.
func kindOfPayload(header http.Header, body []byte) bodyKind {
	if kind := kindOfBody(header.Get("Content-Type")); kind != otherBody {
		return kind
	}
	if begun := bytes.TrimLeft(body, " \t\r\n"); len(begun) > 0 && (begun[0] == '{' || begun[0] == '[') {
		if _, err := parseBody(begun); err == nil {
			return jsonBody
		}
	}
	if utf8.Valid(body) {
		return textBody
	}
	return otherBody
}

func parseBody(body []byte) (Value, error) {
	if deeperThan(maxDepth, body) {
		return Value{}, Fail(http.StatusBadRequest, fmt.Sprintf("the body nests deeper than %d", maxDepth))
	}
	var v Value
	if err := json.Unmarshal(body, &v); err != nil {
		return Value{}, notJSON(err)
	}
	return v, nil
}

// parseForm makes an object of a form. Its values are texts, which convert to whatever they are written as.
func parseForm(body []byte) (Value, error) {
	form, err := url.ParseQuery(string(body))
	if err != nil {
		return Value{}, notForm(err)
	}
	members := make(map[string]any, len(form))
	for name, texts := range form {
		members[name] = texts
		if len(texts) == 1 {
			members[name] = texts[0]
		}
	}
	raw, err := json.Marshal(members, json.Deterministic(true)) // refuses what is not UTF-8
	if err != nil {
		return Value{}, notForm(err)
	}
	return Value{raw: raw, asText: true}, nil
}

// notForm returns the 400 for a body that should have been a form.
func notForm(err error) error {
	return &Error{Status: http.StatusBadRequest, Detail: "the body is not a valid form", Err: err}
}
