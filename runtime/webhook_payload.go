package runtime

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/internal/charset"
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
	says := contentType(r.Header)
	kind := kindOfPayload(says, r.Body)
	if kind == jsonBody {
		return r.parseJSON()
	}
	full := r.share().take(int64(costOfText * len(r.Body)))
	switch kind {
	case formBody:
		form, err := parseForm(charset.Of(says), r.Body)
		return form, cmp.Or(err, full)
	case multipartBody:
		form, err := parseParts(says, r.Body)
		return form, cmp.Or(err, full)
	case textBody:
		text, err := inUTF8(charset.Of(says), r.Body)
		return ValueOf(string(text)), cmp.Or(err, full)
	}
	return Value{}, noValue()
}

// errNoValue is a payload that is neither JSON, a form nor text.
var errNoValue = errors.New("the payload is bytes")

func noValue() error {
	return &Error{Status: http.StatusUnsupportedMediaType, Detail: "the body is neither JSON, nor a form, nor text", Err: errNoValue}
}

// costOfText is the number of copies of a body that may be in memory as text: as a part of a form, unescaped, and in
// the payload.
const costOfText = 3

// parseJSON makes the body the payload, in the same memory where it is UTF-8.
func (r *WebhookRequest) parseJSON() (Value, error) {
	keys := costOfKeys(r.Body)
	full := r.share().take(keys)
	defer r.share().give(keys)
	name := charset.Of(contentType(r.Header))
	text, err := inUTF8(name, r.Body)
	if err != nil {
		return Value{}, err
	}
	if name != "" {
		full = cmp.Or(full, r.share().take(int64(cap(text))))
	}
	if err := checkBody(text); err != nil {
		return Value{}, err
	}
	return Value{raw: bytes.Trim(text, spaces)}, full
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
func kindOfPayload(contentType string, body []byte) bodyKind {
	if kind := kindOfBody(contentType); kind != otherBody {
		return kind
	}
	name := charset.Of(contentType)
	text, err := charset.Decode(name, body)
	if err != nil {
		return textBody // which says what is wrong
	}
	if begun := bytes.TrimLeft(charset.WithoutMark(text), spaces); len(begun) > 0 && (begun[0] == '{' || begun[0] == '[') {
		if checkBody(begun) == nil {
			return jsonBody
		}
	}
	if name != "" || utf8.Valid(text) {
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
func parseForm(charset string, body []byte) (Value, error) {
	form, err := parseFormIn(charset, string(body))
	if err != nil {
		return Value{}, err
	}
	return formValue(form, nil)
}

// parseParts makes an object of a form in parts: its texts as those of any form, and of a file what it is called, what
// it looks like and its size.
func parseParts(contentType string, body []byte) (Value, error) {
	b := &bodyBuffer{body: body, contentType: contentType}
	b.Buffer = *bytes.NewBuffer(body)
	form, err := b.readParts()
	if err != nil {
		return Value{}, err
	}
	return formValue(form.texts, form.files)
}

// formFile is a File in the payload of a form, without its bytes.
type formFile struct {
	Name        string `json:"name"`
	ContentType string `json:"contentType"`
	Size        int64  `json:"size"`
}

func formValue(texts map[string][]string, files map[string][]File) (Value, error) {
	members := make(map[string]any, len(texts)+len(files))
	for name, list := range files {
		all := make([]formFile, len(list))
		for i, f := range list {
			all[i] = formFile{f.Name, f.ContentType, f.Size}
		}
		members[name] = all
		if len(all) == 1 {
			members[name] = all[0]
		}
	}
	for name, list := range texts {
		members[name] = list
		if len(list) == 1 {
			members[name] = list[0]
		}
	}
	raw, err := json.Marshal(members, json.Deterministic(true)) // refuses what is not UTF-8
	if err != nil {
		return Value{}, notForm(err)
	}
	return Value{raw: raw, asText: true}, nil
}

// parseFormIn parses a form whose names and values are in a charset, "" being UTF-8.
func parseFormIn(name, body string) (url.Values, error) {
	for _, mark := range []string{"\ufeff", "%EF%BB%BF"} {
		body = strings.TrimPrefix(body, mark)
	}
	form, err := url.ParseQuery(body)
	if err != nil {
		return nil, notForm(err)
	}
	if name == "" {
		return form, nil
	}
	decoded := make(url.Values, len(form))
	for key, values := range form {
		to, err := inUTF8(name, []byte(key))
		if err != nil {
			return nil, err
		}
		for _, value := range values {
			text, err := inUTF8(name, []byte(value))
			if err != nil {
				return nil, err
			}
			decoded.Add(string(to), string(text))
		}
	}
	return decoded, nil
}

// notForm returns the 400 for a body that should have been a form.
func notForm(err error) error {
	return &Error{Status: http.StatusBadRequest, Detail: "the body is not a valid form", Err: err}
}
