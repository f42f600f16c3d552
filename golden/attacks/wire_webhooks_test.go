package attacks_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/apps/webhooks/flows"
)

const (
	githubSecret = "what GitHub signs with, 32 bytes!"
	stripeSecret = "whsec_what-stripe-signs-with-32-b"
	githubPath   = "POST /webhooks/g5i2t7h4u6b3x7k2m5q4w6e3r7"
	stripePath   = "POST /webhooks/s4t6r2i7p5e3n6y4d2c7v5b3k6"
	push         = `{"ref":"refs/heads/main","repository":{"full_name":"octo/spoon"},"commits":[{"id":"0d"}]}`
	hub          = "X-Hub-Signature-256: "
)

// signature is the HMAC-SHA-256 of a text.
func signature(secret, text string) []byte {
	h := hmac.New(sha256.New, []byte(secret))
	h.Write([]byte(text))
	return h.Sum(nil)
}

func hexOf(secret, text string) string { return hex.EncodeToString(signature(secret, text)) }

func base64Of(secret, text string) string {
	return base64.StdEncoding.EncodeToString(signature(secret, text))
}

// webhookEnv is what the project webhooks is served with.
func webhookEnv(t *testing.T) map[string]string {
	t.Helper()
	return kept(t, "webhooks", map[string]string{"GITHUB_WEBHOOK_SECRET": githubSecret, "STRIPE_WEBHOOK_SECRET": stripeSecret})
}

func webhooks(t *testing.T) *wire {
	t.Helper()
	return serve(t, flows.New, webhookEnv(t))
}

// delivery numbers the deliveries of a test.
type delivery int

// lines are those of GitHub's header beside the signature, of one delivery more.
func (d *delivery) lines(more ...string) []string {
	*d++
	return append(more, "X-GitHub-Event: push", fmt.Sprintf("X-GitHub-Delivery: d%d", *d))
}

// TestWireSignatures sends pushes whose signature stands there in another way, or is of something else than the body: nothing of
// them is kept.
func TestWireSignatures(t *testing.T) {
	s := webhooks(t)
	var list hostiles
	var d delivery
	good := hexOf(githubSecret, push)
	right := hub + "sha256=" + good
	for _, lines := range [][]string{
		{right, right}, {right, hub + "x"}, {hub + "x", right}, {hub, right}, {right, hub}, {right + ", sha256=" + good}, {right + "=="}, {hub + "SHA256=" + good}, {hub + good}, {right + "00"}, {right + "0"}, {right + "zz"},
		{hub + "sha256=sha256=" + good}, {hub + "sha256= " + good}, {hub + "sha256=0x" + good}, {hub + `sha256="` + good + `"`}, {"X-Hub-Signature: sha1=" + good}, {"X-Hub-Signature: sha256=" + good}, {"X_Hub_Signature_256: sha256=" + good},
		{hub + "sha256=" + strings.Repeat("0", 64)}, {hub + "sha256="}, {hub}, {hub + "sha256=" + strings.Repeat(good, 200)}, {hub + "sha256=\xff\xfe"}, {hub + "sha256=" + strings.Repeat("é", 32)}, {hub + "sha256=" + base64Of(githubSecret, push)},
		{hub + "sha512=" + good}, {"Cookie: X-Hub-Signature-256=sha256=" + good}, {"Connection: X-Hub-Signature-256"}, {hub + "sha256=" + hexOf("", push)}, {hub + "sha256=" + hexOf(githubSecret+"x", push)}, {hub + "sha256=" + hexOf(githubSecret, "")},
		{hub + "sha256=" + hexOf(githubSecret, push+"\n")}, {hub + "sha256=" + hexOf(githubSecret, "\ufeff"+push)}, {hub + "sha256=" + hex.EncodeToString([]byte(good))},
	} {
		list.add(first(lines), with(githubPath, jsonType, push, d.lines(lines...)...), http.StatusUnauthorized)
	}
	list.add("in a name with a space", with(githubPath, jsonType, push, d.lines("X-Hub-Signature-256 : sha256="+good)...), http.StatusBadRequest)
	for _, trailer := range []string{"Trailer: X-Hub-Signature-256", "TE: trailers", hub + "x"} { // behind the body it signs nothing
		list.add("in a trailer, "+trailer, chunked(githubPath, jsonType, push, 7, right+"\r\n", d.lines(trailer)...), http.StatusUnauthorized)
	}
	for _, coding := range []string{"gzip", "identity", "x"} {
		list.add("of what was packed then", with(githubPath, jsonType, "\x1f\x8b"+push, d.lines(right, "Content-Encoding: "+coding)...), http.StatusUnauthorized, http.StatusUnsupportedMediaType)
	}
	for _, body := range []string{push[:len(push)-1], push + " ", strings.ToUpper(push), "payload=" + push, ""} {
		list.add("of another body", with(githubPath, jsonType, body, d.lines(right)...), http.StatusUnauthorized)
	}
	for _, expects := range []string{"100-continue", "200-ok"} {
		list.add("that is expected", with(githubPath, jsonType, push, d.lines(hub+"x", "Expect: "+expects)...), http.StatusUnauthorized, http.StatusExpectationFailed)
	}
	s.goOn(t, list, githubSecret, stripeSecret)
	list = nil
	large := strings.Repeat("x", 5<<20)
	list.add("as large as may be", with(githubPath, jsonType, large, d.lines(right)...), http.StatusUnauthorized)
	list.add("too large", with(githubPath, jsonType, large+"x", d.lines(right)...), http.StatusRequestEntityTooLarge)
	list.add("too large, in chunks", chunked(githubPath, jsonType, large+"x", 1<<16, "", d.lines(right)...), http.StatusRequestEntityTooLarge)
	list.add("too large, and waits", of(githubPath, d.lines(right, "Content-Length: 99999999", "Expect: 100-continue")...), http.StatusRequestEntityTooLarge)
	s.suffer(t, list, githubSecret, stripeSecret)
	if n := s.rows(t, "SELECT delivery FROM pushes"); n != 0 {
		t.Errorf("%d of them are kept", n)
	}
}

// first is what names a case of lines.
func first(lines []string) string { return fmt.Sprintf("%.30q of %d", lines[0], len(lines)) }

// TestWireFramed sends pushes that are signed, in frames of every form: each is one push.
func TestWireFramed(t *testing.T) {
	s := webhooks(t)
	var list hostiles
	var d delivery
	signed := func(more ...string) (body string, lines []string) { // each is another push, as its body is
		body = strings.Replace(push, "0d", fmt.Sprintf("0d%d", d), 1)
		return body, d.lines(append(more, hub+"sha256="+hexOf(githubSecret, body))...)
	}
	whole := func(name, contentType string, more ...string) {
		body, lines := signed(more...)
		list.add(name, with(githubPath, contentType, body, lines...), http.StatusAccepted)
	}
	inChunks := func(name string, n int, trailers string, status int, more ...string) {
		body, lines := signed(more...)
		list.add(name, chunked(githubPath, jsonType, body, n, trailers, lines...), status)
	}
	for _, n := range []int{1, 7, 1000} {
		inChunks("in chunks", n, "", http.StatusAccepted)
		inChunks("with a trailer", n, "X-Github-Event: ping\r\nX-GitHub-Delivery: x\r\n", http.StatusAccepted, "Trailer: X-GitHub-Delivery")
	}
	for _, expects := range []string{"100-continue", "100-Continue"} {
		whole("that is expected", jsonType, "Expect: "+expects)
		inChunks("in chunks that are expected", 9, "", http.StatusAccepted, "Expect: "+expects)
	}
	for _, contentType := range []string{"", "text/plain", "x/y/z", "application/octet-stream", jsonType + "; charset=utf-8"} {
		whole("as "+contentType, contentType)
	}
	want := len(list)
	list.add("with a coding that it has not", with(githubPath, jsonType, push, d.lines("Content-Encoding: gzip", hub+"sha256="+hexOf(githubSecret, push))...), http.StatusUnsupportedMediaType)
	for _, trailers := range []string{"no colon\r\n", "Content-Length: 5\r\nX\x00: y\r\n"} {
		inChunks("with a trailer that is none", 9, trailers, http.StatusBadRequest)
	}
	body, lines := signed()
	list.add("again", with(githubPath, jsonType, body, lines...), http.StatusAccepted)
	for _, id := range []string{"X-GitHub-Delivery: a", "X-GitHub-Delivery: ", "X: y"} { // no id makes another one of a push that has come
		again := []string{"X-GitHub-Event: push", hub + "sha256=" + hexOf(githubSecret, body), id}
		list.add("again, with "+id, with(githubPath, jsonType, body, again...), http.StatusOK, http.StatusConflict)
	}
	s.goOn(t, list, githubSecret)
	if n := s.rows(t, "SELECT delivery FROM pushes"); n != want+1 {
		t.Errorf("%d pushes are kept, want %d", n, want+1)
	}
}

// TestWireCutOff ends a push that is signed behind each of its bytes, in either frame: half of one is nothing, and leaves nothing.
func TestWireCutOff(t *testing.T) {
	env := webhookEnv(t)
	before := runtime.NumGoroutine()
	s := serve(t, flows.New, env)
	right := hub + "sha256=" + hexOf(githubSecret, push)
	var d delivery
	for _, whole := range []string{with(githubPath, jsonType, push, d.lines(right)...), chunked(githubPath, jsonType, push, 40, "X: y\r\n", d.lines(right, "Trailer: X")...)} {
		for n := range len(whole) {
			answers := s.cutOff(t, whole[:n])
			if len(answers) > 1 || len(answers) == 1 && answers[0].StatusCode != http.StatusBadRequest {
				t.Errorf("%q is answered %v", whole[:n], answers)
			}
		}
	}
	s.end()
	if after := settled(before); after > before {
		t.Errorf("%d goroutines are left, of %d before", after, before)
	}
	if n := s.rows(t, "SELECT delivery FROM pushes"); n != 0 {
		t.Errorf("%d pushes are kept", n)
	}
	s.wantQuiet(t, []string{githubSecret})
}

// settled is the number of goroutines once it is no more than it was, or two seconds later.
func settled(before int) int {
	for end := time.Now().Add(2 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(end); {
		runtime.Gosched()
	}
	return runtime.NumGoroutine()
}

// payment is an event of Stripe, and the value of its signature's header, of a time as it is written.
func payment(id, at string) (body, header string) {
	body = fmt.Sprintf(`{"id":%q,"type":"payment_intent.succeeded","data":{"object":{"id":"pi","amount_received":1,"currency":"eur"}}}`, id)
	return body, "t=" + at + ",v1=" + hexOf(stripeSecret, at+"."+body)
}

// TestWireTimes signs payments at the edges of what is too old and too early, and at times that are none.
func TestWireTimes(t *testing.T) {
	s := webhooks(t)
	s.now = s.now.Truncate(1e9)
	now := s.now.Unix()
	var list hostiles
	kept := 0
	send := func(name, at string, change func(string) string, status int) {
		body, header := payment(fmt.Sprintf("evt_%d", len(list)), at)
		if change != nil {
			header = change(header)
		}
		list.add(name, with(stripePath, jsonType, body, "Stripe-Signature: "+header), status)
		if status == http.StatusAccepted {
			kept++
		}
	}
	for _, edge := range []int64{0, 300, -300} {
		send("within", fmt.Sprint(now+edge), nil, http.StatusAccepted)
	}
	text := fmt.Sprint(now)
	for _, at := range []string{
		fmt.Sprint(now + 301), fmt.Sprint(now - 301), "", "0", "-1", " " + text, text + " ", text + ".0", fmt.Sprintf("0x%x", now), "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1e9", "NaN", text + "\xff", text[:4] + "_" + text[4:], "٣", text + "000",
	} {
		send("without", at, nil, http.StatusUnauthorized)
	}
	for name, change := range map[string]func(string) string{
		"another time before": func(h string) string { return "t=1," + h }, "a scheme of before": func(h string) string { return strings.Replace(h, "v1=", "v0=", 1) }, "a space": func(h string) string { return strings.Replace(h, ",", ", ", 1) },
		"a semicolon": func(h string) string { return strings.Replace(h, ",", ";", 1) }, "capitals": strings.ToUpper, "commas": func(string) string { return strings.Repeat(",", 30000) }, "a byte more": func(h string) string { return h + "\xff" }, "no values": func(string) string { return "t,v1" },
		"equals": func(string) string { return "=,=" },
	} {
		send(name, text, change, http.StatusUnauthorized)
	}
	for name, change := range map[string]func(string) string{
		"another time behind": func(h string) string { return h + ",t=1" }, "twice": func(h string) string { return h + "," + h }, "many signatures before": func(h string) string { return strings.Repeat("v1=00,", 4000) + h },
	} {
		send(name, text, change, http.StatusAccepted)
	}
	s.goOn(t, list, stripeSecret)
	if n := s.rows(t, "SELECT event FROM payments"); n != kept {
		t.Errorf("%d payments are kept, want %d", n, kept)
	}
}

// TestWireReplays sends one payment many times at once: it is kept once.
func TestWireReplays(t *testing.T) {
	s := webhooks(t)
	body, header := payment("evt_1", fmt.Sprint(s.now.Unix()))
	var all sync.WaitGroup
	var taken atomic.Int32
	for range 24 {
		all.Go(func() {
			switch status := s.status(t, with(stripePath, jsonType, body, "Stripe-Signature: "+header)); status {
			case http.StatusAccepted:
				taken.Add(1)
			case http.StatusOK, http.StatusConflict:
			default:
				t.Errorf("answered %d", status)
			}
		})
	}
	all.Wait()
	if n := s.rows(t, "SELECT event FROM payments"); n != 1 || taken.Load() != 1 {
		t.Errorf("%d are kept, and %d were taken", n, taken.Load())
	}
	s.wantQuiet(t, []string{stripeSecret})
}
