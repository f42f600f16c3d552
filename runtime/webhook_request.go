package runtime

import (
	"bytes"
	"errors"
	"net/http"
	"strings"
	"time"
)

// A WebhookRequest is a request to a Webhook as it was sent: what a signature is over. It is valid as long as the
// execution runs.
type WebhookRequest struct {
	Method   string
	Path     string // unescaped
	RawQuery string // without the question mark
	Header   http.Header
	Body     []byte // not to be changed

	exec   *Exec // nil in a test of a verifier
	parsed *payload
}

// Exec returns the execution, nil for a request that did not come through a Webhook.
func (r *WebhookRequest) Exec() *Exec { return r.exec }

// Now is the time by the clock of the execution's App: what a timestamp is compared with.
func (r *WebhookRequest) Now() time.Time {
	if r.exec == nil {
		return time.Now()
	}
	return r.exec.app.Now()
}

// Timeout is the deadline until the answer, as the Webhook sets it; 0 for a request that did not come through one.
func (r *WebhookRequest) Timeout() time.Duration {
	if r.exec == nil {
		return 0
	}
	return r.exec.entry.Timeout
}

// CheckSecret is the error for a secret of less than MinSecret bytes, which can be guessed: in production only. In
// preview the log says so, once a workflow. White space around it is nothing that has to be guessed.
func (r *WebhookRequest) CheckSecret(secret string) error {
	if r.exec == nil || len(strings.TrimSpace(secret)) >= MinSecret {
		return nil
	}
	app, workflow := r.exec.app, r.exec.entry.Workflow
	if app.Production() {
		return errors.New("the secret " + ShortSecret("a value"))
	}
	if _, told := app.warned.LoadOrStore(workflow, true); !told {
		app.Logger().Warn(weakSecret, "workflow", workflow, "problem", ShortSecret("a value"))
	}
	return nil
}

// Webhook returns the request of an execution whose body is kept: of one that a Webhook has started; nil for any other.
// Who gets its body may keep it: it is a copy, which most workflows do not need, or in memory that is large enough not
// to be used again.
func (x *Exec) Webhook() *WebhookRequest {
	if x.webhook == nil && x.received != nil {
		request := x.request()
		x.webhook = &request
		if cap(x.received.body) <= maxKeptBody {
			x.webhook.Body = bytes.Clone(x.received.body)
			x.webhook.share().count(len(x.received.body))
		}
	}
	return x.webhook
}

// Signed is Webhook for the verifiers of runtime/webhook: they keep nothing of the request, whose body need not be
// copied for them.
func (x *Exec) Signed() *WebhookRequest {
	if x.webhook != nil || x.received == nil {
		return x.webhook
	}
	x.received.signed = x.request()
	return &x.received.signed
}

// request is the request with the body that the next execution may overwrite.
func (x *Exec) request() WebhookRequest {
	return WebhookRequest{
		Method: x.r.Method, Path: x.r.URL.Path, RawQuery: x.r.URL.RawQuery, Header: x.r.Header, Body: x.received.body, exec: x,
	}
}

// RawBody returns the body of the request, byte by byte as it was sent, but for its Content-Encoding.
func (x *Exec) RawBody() []byte {
	if x.Webhook() == nil {
		return nil
	}
	return x.webhook.Body
}

// Body returns the payload of the request: JSON; a form as an object of texts, and of lists of texts for names that
// come several times, with a file as its name, type and size; any other text as a text. It is null where the body is
// empty, or is none of these or not what its Content-Type says, which Decode refuses.
func (x *Exec) Body() Value {
	if x.Webhook() == nil {
		return Value{}
	}
	body, _ := x.webhook.payload()
	return body
}
