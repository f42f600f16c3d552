package bench_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	auth "github.com/flowc-dev/flowc/golden/apps/auth/flows"
	bench "github.com/flowc-dev/flowc/golden/bench/flows"
	"github.com/flowc-dev/flowc/runtime/fn"
)

// What both servers know.
const (
	jwtSecret  = "a secret of the benchmarks, long enough for HS256"
	hookSecret = "a secret of the sender"
	gitSecret  = "a secret that GitHub signs with"
	apiKey     = "3f1d7c08a95be264" // of the machine ci, the last of ten
)

// noise is by how much two measurements of the same may differ.
const noise = 1.1

// rivalry is a request that both servers answer alike, and what of the twin's the generated handler may take at most.
type rivalry struct {
	exchange
	time   float64 // 0 is not held to any
	allocs float64
}

// BenchmarkBesideTwin measures generated handlers beside hand-written twins, in turns, in one process and without a
// socket. It fails where a generated one takes more than its share of the twin's time and noise explain, or of its
// allocations. What both would spend alike is left out of the workflows: the database (some 15 µs of SQLite) and bcrypt
// (some 250 ms). BenchmarkAuth has it.
func BenchmarkBesideTwin(b *testing.B) {
	env := map[string]string{"JWT_SECRET": jwtSecret, "HOOK_SECRET": hookSecret, "GITHUB_SECRET": gitSecret, "API_KEYS": keys()}
	generated, twin := handlerOf(b, env, bench.New), newTwin(env)
	login := exchange{method: http.MethodPost, path: "/token", body: `{"email": "ada@example.com", "password": "correct horse battery"}`}
	who := exchange{method: http.MethodGet, path: "/who", header: "Authorization", value: "Bearer " + login.tokenOf(b, generated)}
	key := exchange{method: http.MethodGet, path: "/key", header: "X-API-Key", value: apiKey}
	hook := exchange{
		method: http.MethodPost, path: "/webhooks/b4h7o2o5k8w3e6r9y2u5i8o3pa", body: event(),
		header: "X-Webhook-Secret", value: hookSecret, status: http.StatusAccepted,
	}
	signed := exchange{
		method: http.MethodPost, path: "/webhooks/s7i2g5n4e3d6w2e5b4h7o6o3k2", body: event(),
		header: "X-Hub-Signature-256", value: "sha256=" + fn.HMACSHA256(gitSecret, event()), status: http.StatusAccepted,
	}
	rivalries := map[string]rivalry{
		"login": {login, 0.6, 0.4}, "who": {who, 0.6, 0.25}, "key": {key, 0.6, 0.4}, "webhook": {hook, 0.6, 0.3},
		"signed": {signed, 0.6, 0.2},
	}
	for name, r := range rivalries {
		b.Run(name, func(b *testing.B) { r.run(b, generated, twin) })
	}
}

// run measures both, and fails where the generated handler takes more than it may.
func (r rivalry) run(b *testing.B, generated, twin http.Handler) {
	b.Helper()
	wantAlike(b, r.exchange, generated, twin)
	ours, theirs := compare(b, r.exchange, generated, twin)
	b.ReportMetric(ours.time, "ns/generated")
	b.ReportMetric(theirs.time, "ns/twin")
	b.ReportMetric(ours.allocs, "allocs/generated")
	b.ReportMetric(theirs.allocs, "allocs/twin")
	b.ReportMetric(0, "ns/op") // of the whole comparison: means nothing
	if r.time > 0 && ours.time > theirs.time*r.time*noise {
		b.Fatalf("the generated handler takes %.0f ns, the twin %.0f: may be %.2f of it", ours.time, theirs.time, r.time)
	}
	if ours.allocs > theirs.allocs*r.allocs {
		b.Fatalf("the generated handler makes %.0f allocations, the twin %.0f", ours.allocs, theirs.allocs)
	}
}

// keys are those of ten machines.
func keys() string {
	var list strings.Builder
	for i := range 9 {
		fmt.Fprintf(&list, "machine%d:%016x,", i, i*0x0123456789abcdf)
	}
	return list.String() + "ci:" + apiKey
}

// event is a payload of 1 KiB, of which the workflow declares a part.
func event() string {
	var lines []string
	for i := range 8 {
		lines = append(lines, fmt.Sprintf(`{"sku": "lamp-%d", "name": "Desk lamp, made of brass", "quantity": %d}`, i, i+1))
	}
	text := fmt.Sprintf(`{"id": "evt_1P", "type": "order.paid", "created": 1767225600, "data": {"amount": 109950, "currency": "eur", "lines": [%s]}, "note": "`,
		strings.Join(lines, ", "))
	return text + strings.Repeat("x", 1<<10-len(text)-len(`"}`)) + `"}`
}

// BenchmarkAuth is the auth app with its real database, for information. Logging in is bcrypt of cost 12 and little else.
func BenchmarkAuth(b *testing.B) {
	h := handlerOf(b, map[string]string{"JWT_SECRET": jwtSecret}, auth.New)
	account := `{"email": "ada@example.com", "password": "correct horse battery"}`
	exchange{method: http.MethodPost, path: "/signup", body: account, status: http.StatusCreated}.sender(b, h)()
	login := exchange{method: http.MethodPost, path: "/login", body: account}
	me := exchange{method: http.MethodGet, path: "/me", header: "Authorization", value: "Bearer " + login.tokenOf(b, h)}
	for name, e := range map[string]exchange{"login": login, "me": me} {
		b.Run(name, func(b *testing.B) {
			send := e.sender(b, h)
			b.ReportAllocs()
			for b.Loop() {
				send()
			}
		})
	}
}
