package runtime

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/internal/plainjson"
)

// payload is the decoded body of a Webhook's request.
type payload struct {
	value Value
	err   error // the 400 for a body that is not what its Content-Type says, or the 503 where there is no room for it
}

// payloadPath is the name of the payload in errors.
const payloadPath = "body"

// payload parses the body, once.
func (r *WebhookRequest) payload() (Value, error) {
	if r.parsed == nil {
		r.parsed = &payload{}
		r.parsed.value, r.parsed.err = r.parse()
		r.parsed.value.path, r.parsed.value.share, r.parsed.value.caller = payloadPath, r.share(), true
	}
	return r.parsed.value, r.parsed.err
}

// parse returns the value also where there is no room for it: who has got that far without asking needs it.
func (r *WebhookRequest) parse() (Value, error) {
	if len(r.Body) == 0 {
		return Value{}, nil
	}
	kind := kindOfPayload(r.Header, r.Body)
	if kind == jsonBody {
		return r.parseJSON()
	}
	full := r.share().take(int64(costOfText * len(r.Body)))
	switch kind {
	case formBody:
		form, err := parseForm(r.Body)
		return form, cmp.Or(err, full)
	case textBody:
		return ValueOf(string(r.Body)), full
	}
	return ValueOf(r.Body), full
}

// costOfText is the number of copies of a body that may be in memory as text: as a part of a form, unescaped, and in the payload.
const costOfText = 3

// parseJSON makes the body the payload, in the same memory.
func (r *WebhookRequest) parseJSON() (Value, error) {
	keys := costOfKeys(r.Body)
	full := r.share().take(keys)
	defer r.share().give(keys)
	if err := checkBody(r.Body); err != nil {
		return Value{}, err
	}
	return Value{raw: bytes.Trim(r.Body, spaces)}, full
}

// share is that of the execution, nil for a request that did not come through a Webhook.
func (r *WebhookRequest) share() *bodyShare {
	if r.exec == nil {
		return nil
	}
	return r.exec.body
}

// spaces are what may stand around a value in JSON.
const spaces = " \t\r\n"

// kindOfPayload goes by the Content-Type, but knows that some services send JSON as text/plain or as nothing at all.
func kindOfPayload(header http.Header, body []byte) bodyKind {
	if isCoded(header) && !utf8.Valid(body) { // a service may say so of what it has not compressed
		return codedBody
	}
	if kind := kindOfBody(contentType(header)); kind != otherBody {
		return kind
	}
	if begun := bytes.TrimLeft(body, spaces); len(begun) > 0 && (begun[0] == '{' || begun[0] == '[') {
		if checkBody(begun) == nil {
			return jsonBody
		}
	}
	if utf8.Valid(body) {
		return textBody
	}
	return otherBody
}

// checkBody returns the 400 for a body that is not one JSON value.
func checkBody(body []byte) error {
	if plainjson.Certain(body) {
		return nil
	}
	if deeperThan(maxDepth, body) {
		return Fail(http.StatusBadRequest, fmt.Sprintf("the body nests deeper than %d", maxDepth))
	}
	if err := json.Unmarshal(body, &passedOver{}); err != nil {
		return notJSON(err)
	}
	return nil
}

// passedOver is any JSON value, of which nothing is kept.
type passedOver struct{}

// UnmarshalJSONFrom implements json.UnmarshalerFrom.
func (*passedOver) UnmarshalJSONFrom(dec *jsontext.Decoder) error { return dec.SkipValue() }

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
