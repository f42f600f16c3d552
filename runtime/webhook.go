package runtime

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"net/http"
	"time"
)

// maxWebhookBody is the limit of a WebhookEntry that sets none, in bytes.
const maxWebhookBody = 5 << 20

// A WebhookEntry is a Webhook of a workflow, as generated code declares it. Its URL is /webhooks/{ID}{Path}.
type WebhookEntry struct {
	Workflow     string
	Node         string
	ID           string // of the workflow
	Path         string // tells the Webhooks of one workflow apart; "" or begins with a slash
	Method       string
	Secret       string        // shared with the sender
	SecretHeader string        // where the sender puts it; "" is X-Webhook-Secret. Without either, anybody may send
	Timeout      time.Duration // until the answer, and again for what goes on after it; 0 is 30s
	Handlers     time.Duration // as that of Entry
	MaxBody      int64         // bytes; 0 is 5 MiB
	Realm        string        // of the Bearer challenge; "" is the workflow's name
	Validate     Validate      // nil where no field has a validate tag
	AnyBytes     bool          // the workflow does not read the payload as a value: it may be of any type

	// Verify is the Code node that verifies the sender's signature, nil where there is none. It runs before the
	// payload is decoded. What it returns Reject for is answered with a 401, unless it has answered itself; the
	// workflow does not run then.
	Verify func(*Exec, *WebhookRequest) error
}

// WebhookEndpoint is an entry point for another service's events, whose payload decodes into In.
type WebhookEndpoint[In any] struct {
	entry     WebhookEntry
	secret    sharedSecret
	challenge string // of a 401
	endpoint  *Endpoint[In]
}

// NewWebhook prepares the decoding of In, as NewEndpoint does.
func NewWebhook[In any](s *Setup, e WebhookEntry) *WebhookEndpoint[In] {
	if e.MaxBody == 0 {
		e.MaxBody = maxWebhookBody
	}
	endpoint := NewEndpoint[In](s, Entry{
		Workflow: e.Workflow, Node: e.Node, Method: e.Method, Path: "/webhooks/" + e.ID + e.Path,
		Timeout: e.Timeout, Handlers: e.Handlers, MaxBody: e.MaxBody, Realm: e.Realm, Validate: e.Validate,
	})
	endpoint.hook = true
	hook := &WebhookEndpoint[In]{entry: e, secret: e.sharedSecret(), challenge: signatureChallenge, endpoint: endpoint}
	if hook.secret.header != "" {
		hook.challenge = KeyChallenge(hook.secret.header)
	}
	return hook
}

// Register adds the Webhook's route to mux. The workflow runs only for a sender who has proved itself.
func (e *WebhookEndpoint[In]) Register(mux *http.ServeMux, h func(*Exec) error) {
	e.endpoint.Register(mux, func(x *Exec) error {
		if err := e.receive(x); err != nil || x.Answered() {
			return err
		}
		x.at.held = x.debug && len(e.endpoint.plan.fields) > 0
		return h(x)
	})
}

// receive reads the request and verifies the sender. The order is that of the cost: size, shared secret,
// Content-Encoding, signature.
func (e *WebhookEndpoint[In]) receive(x *Exec) error {
	x.Challenge(e.challenge)
	x.received = x.app.takeBuffer() // until the end, because a workflow may use it for as long as it runs
	x.received.webhook = true
	if err := x.received.read(x); err != nil {
		return err
	}
	if err := e.secret.check(x); err != nil {
		return err
	}
	if err := x.received.unpack(x); err != nil {
		return err
	}
	if e.entry.Verify == nil {
		return nil
	}
	return e.entry.Verify(x, x.Webhook())
}

// sharedSecret is the credential of a sender, kept as its hash. It is compared by its hash, because to compare texts
// tells by the time whether their lengths are equal.
type sharedSecret struct {
	header string // in canonical form; "" lets anybody send
	empty  bool   // nobody may send
	hash   [sha256.Size]byte
}

func (e *WebhookEntry) sharedSecret() sharedSecret {
	header := e.SecretHeader
	if header == "" && e.Secret != "" {
		header = "X-Webhook-Secret"
	}
	return sharedSecret{header: http.CanonicalHeaderKey(header), empty: e.Secret == "", hash: sha256.Sum256([]byte(e.Secret))}
}

// check compares the shared secret. A Webhook that names its header but has an empty secret lets nobody in.
func (s *sharedSecret) check(x *Exec) error {
	if s.header == "" {
		return nil
	}
	given := x.r.Header[s.header]
	x.Saw(given...)
	switch {
	case len(given) == 0 || given[0] == "":
		return &Error{Status: http.StatusUnauthorized, Reason: "missing secret"}
	case len(given) > 1 || s.empty || !s.is(given[0]):
		return &Error{Status: http.StatusUnauthorized, Reason: "wrong secret"}
	}
	return nil
}

func (s *sharedSecret) is(given string) bool {
	hash := sha256.Sum256([]byte(given))
	return subtle.ConstantTimeCompare(hash[:], s.hash[:]) == 1
}

// Decode returns the payload's fields. What is wrong with it, up to 100 fields, is in the one *Error returned.
func (e *WebhookEndpoint[In]) Decode(x *Exec) (In, error) {
	in, err := e.endpoint.Decode(x)
	if err == nil && e.endpoint.plan.body == nil { // else decoding has found the body to be well-formed
		if _, err = x.Webhook().payload(); e.entry.AnyBytes && errors.Is(err, errNoValue) {
			err = nil
		}
	}
	if err != nil && x.Node() != e.entry.Node { // the verifying node came in between
		x.Enter(e.entry.Node)
	}
	return in, err
}
