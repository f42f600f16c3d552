package runtime

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"github.com/flowc-dev/flowc/runtime/fn"
)

// answer is the state of an execution's answer: the headers and the body prepared so far, and whether it is sent.
type answer struct {
	status    int // 0: not sent
	header    http.Header
	cookies   []string
	attached  []*http.Cookie // with whichever answer it is, a problem too
	challenge string
	forbidden string // that of a 403; "" is none
	limited   rateLimits
	bad       error // a header or cookie that can't be sent; nothing is written then
	body      *bytes.Buffer
}

// maxKeptBody is the largest buffer of a body, in bytes, that is kept for the next execution.
const maxKeptBody = 64 << 10

// cleared returns a for the next execution, with its memory.
func (a *answer) cleared() answer {
	clear(a.header)
	clear(a.cookies)
	clear(a.attached)
	next := answer{header: a.header, cookies: a.cookies[:0], attached: a.attached[:0], body: a.body}
	if a.body.Cap() > maxKeptBody {
		next.body = &bytes.Buffer{}
	}
	return next
}

// dropPrepared forgets what a Response has prepared that then failed: whichever answers instead must neither fail for
// it nor send any of it.
func (a *answer) dropPrepared() {
	clear(a.header)
	clear(a.cookies)
	a.cookies, a.bad = a.cookies[:0], nil
}

// tells reports whether anything is said of an answer, whoever gives it.
func (a *answer) tells() bool {
	return a.challenge != "" || a.forbidden != "" || a.limited.retryAfter > 0 || len(a.limited.policies) > 0 || len(a.attached) > 0
}

// tell takes what is said in b of the answer, whoever gives it.
func (a *answer) tell(b *answer) {
	a.challenge, a.forbidden = cmp.Or(b.challenge, a.challenge), cmp.Or(b.forbidden, a.forbidden)
	a.limited.add(&b.limited)
	for _, cookie := range b.attached {
		a.attachCookie(cookie)
	}
}

// Answered says whether the answer is sent: what follows in the workflow is not for this execution to run.
func (x *Exec) Answered() bool { return x.answer.status != 0 }

var errAnswered = errors.New("the execution has already been answered")

// SetHeader sets a header of the answer. A name or a value that HTTP can't carry, such as one with a line break, fails
// the node that answers, before anything is written.
func (x *Exec) SetHeader(name, value string) {
	if !isToken(name) {
		x.answer.refuse(fmt.Errorf("header name %q is not valid", name))
		return
	}
	if _, err := fn.HeaderValue(value); err != nil {
		x.answer.refuse(fmt.Errorf("value of header %s is not valid: it holds a control character", name))
		return
	}
	if x.answer.header == nil {
		x.answer.header = http.Header{}
	}
	x.answer.header.Set(name, value)
}

// SetContentType sets the Content-Type of the answer, in place of that of JSON, Text or Empty.
func (x *Exec) SetContentType(value string) { x.SetHeader("Content-Type", value) }

// Challenge sets the WWW-Authenticate header for the case that the answer is a 401, whichever Response gives it.
func (x *Exec) Challenge(value string) { x.answer.challenge = value }

// ReasonScope is the reason to refuse a known caller, who may not do what the request asks for.
const ReasonScope = "the token lacks what this route requires"

// RefusalStatus is that of the answer to a caller who is not let through for a reason: 403 where he is known, else 401.
func RefusalStatus(reason string) int64 {
	if reason == ReasonScope {
		return http.StatusForbidden
	}
	return http.StatusUnauthorized
}

// Forbid records that the current node does not let a caller through whom it knows, and returns the reason. Where he
// has shown a bearer token, a 403 will carry the challenge that says so (RFC 6750, 3.1), with the scopes that he needs
// where these are known.
func (x *Exec) Forbid(scopes ...string) string {
	x.LogOutput("forbidden")
	if strings.HasPrefix(x.answer.challenge, "Bearer ") {
		x.answer.forbidden = x.answer.challenge + `, error="insufficient_scope"`
		if len(scopes) > 0 {
			x.answer.forbidden += ", scope=" + strconv.Quote(strings.Join(scopes, " "))
		}
	}
	return ReasonScope
}

// KeyChallenge is the challenge for a key that a header carries. No scheme of RFC 9110 is like that: this one says
// where the key goes.
func KeyChallenge(header string) string { return "ApiKey header=" + strconv.Quote(header) }

// signatureChallenge is that for a request whose sender must sign it.
const signatureChallenge = "Signature"

// refuse remembers the first thing that can't be sent.
func (a *answer) refuse(err error) {
	if a.bad == nil {
		a.bad = err
	}
}

// JSON answers with body as JSON. The body is built before anything is written, so building may fail the node.
func (x *Exec) JSON(status int, body any) error {
	x.answer.body.Reset()
	if err := json.MarshalWrite(x.answer.body, body, wireOf(body)); err != nil {
		return fmt.Errorf("building the answer: %w", err)
	}
	if x.debug {
		x.at.visit.showJSON(status, body, x.answer.body.Len())
	}
	return x.send(status, jsonType[0], x.answer.body.Bytes())
}

// Text answers with plain text.
func (x *Exec) Text(status int, body string) error {
	x.answer.body.Reset()
	x.answer.body.WriteString(body)
	if x.debug {
		x.at.visit.showAnswer(sizedAnswer{Status: status, Bytes: len(body)})
	}
	return x.send(status, "text/plain; charset=utf-8", x.answer.body.Bytes())
}

// Empty answers without a body.
func (x *Exec) Empty(status int) error {
	if x.debug {
		x.at.visit.showAnswer(emptyAnswer{Status: status})
	}
	return x.send(status, "", nil)
}

// send writes the answer. A caller who is gone is no failure of the workflow.
func (x *Exec) send(status int, contentType string, body []byte) error {
	if status >= 500 && errors.Is(x.run.Err(), context.Canceled) {
		status = statusClientGone // the caller has left
	}
	if err := x.answer.sendable(status); err != nil {
		return err
	}
	if err := x.settleTransactions(status); err != nil {
		return err
	}
	h := x.w.Header()
	switch contentType {
	case "":
	case jsonType[0]:
		h["Content-Type"] = jsonType
	default:
		h["Content-Type"] = []string{contentType}
	}
	expose(h, x.answer.header)
	for name, values := range x.answer.header {
		if name == varyHeader {
			values = append(h[name], values...) // CORS has set its own
		}
		h[name] = values
	}
	for _, cookie := range x.answer.cookies {
		h.Add("Set-Cookie", cookie)
	}
	x.finishHeader(status, len(body))
	x.w.WriteHeader(status)
	if x.r.Method != http.MethodHead && bodyAllowed(status) {
		_, _ = x.w.Write(body)
	}
	return nil
}

func (a *answer) sendable(status int) error {
	switch {
	case a.status != 0:
		return errAnswered
	case a.bad != nil:
		return a.bad
	case status < 200 || status > 599:
		return fmt.Errorf("status %d is not between 200 and 599", status)
	}
	return nil
}

const varyHeader = "Vary"

// Values of headers, the same for all answers. They must not change.
var (
	noSniff  = []string{"nosniff"}
	jsonType = []string{"application/json"}
	noStore  = []string{"no-store"}
)

// finishHeader sets what every answer has and marks it as sent.
func (x *Exec) finishHeader(status, length int) {
	h := x.w.Header()
	h["X-Content-Type-Options"] = noSniff
	if bodyAllowed(status) {
		h["Content-Length"] = x.app.lengths.of(length)
	} else {
		h.Del("Content-Type")
	}
	x.answer.setChallenge(h, status, x.entry.Realm)
	x.answer.limited.set(h, status)
	x.run.keepPrivate(h)
	x.answer.setAttached(h)
	x.answer.status = status
	x.answered = x.app.clock()
}

// challengeHeader is WWW-Authenticate as net/http keeps it: another spelling would be rewritten at every answer.
const challengeHeader = "Www-Authenticate"

// setChallenge sets WWW-Authenticate, which a 401 must carry (RFC 9110, 11.6.1), a 403 may, and no other status does.
// A 401 without a challenge of its own asks for a bearer token of realm.
func (a *answer) setChallenge(h http.Header, status int, realm string) {
	switch {
	case status == http.StatusForbidden && a.forbidden != "":
		h.Set(challengeHeader, a.forbidden)
	case status != http.StatusUnauthorized:
		delete(h, challengeHeader)
	case h.Get(challengeHeader) != "":
	case a.challenge != "":
		h.Set(challengeHeader, a.challenge)
	default:
		h.Set(challengeHeader, `Bearer realm=`+strconv.Quote(realm))
	}
}

// cacheHeader is Cache-Control as net/http keeps it.
const cacheHeader = "Cache-Control"

// keepPrivate keeps caches from storing an answer that is for one caller (RFC 9111, 5.2.2.5), where the workflow has
// not set the header itself. A cache heeds Authorization unasked, but no other header that may carry a key, and no
// cookie.
func (e *execution) keepPrivate(h http.Header) {
	if h[cacheHeader] == nil && e.isPrivate() {
		h[cacheHeader] = noStore
	}
}

// setAttached sets the attached cookies. An answer with one is for one browser only: no cache may keep it.
func (a *answer) setAttached(h http.Header) {
	if len(a.attached) == 0 {
		return
	}
	for _, cookie := range a.attached {
		h.Add("Set-Cookie", cookie.String())
	}
	h[cacheHeader] = noStore
}

// bodyAllowed says whether a status may have a body (RFC 9110, 6.4.1).
func bodyAllowed(status int) bool {
	return status >= 200 && status != http.StatusNoContent && status != http.StatusNotModified
}

// fail answers with a problem, unless the answer is already written.
func (x *Exec) fail(e *Error) {
	if x.Answered() {
		return
	}
	if e.badToken && strings.HasPrefix(x.answer.challenge, "Bearer ") {
		x.answer.challenge += `, error="invalid_token", error_description="` + malformedToken + `"`
	}
	h := x.w.Header()
	x.answer.setChallenge(h, e.status(), x.entry.Realm)
	x.answer.limited.set(h, e.status())
	x.run.keepPrivate(h)
	x.answer.setAttached(h)
	if e.RetryAfter > 0 {
		h.Set("Retry-After", strconv.FormatInt(int64((e.RetryAfter+time.Second-1)/time.Second), 10))
	}
	x.answer.status = e.status()
	x.answered = x.app.clock()
	problemOf(e, x.name()).write(x.w, x.r)
}

// isToken says whether s is a token of RFC 9110, 5.6.2: the name of a header or a cookie.
func isToken(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		c := s[i]
		alphanumeric := '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !alphanumeric && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return true
}
