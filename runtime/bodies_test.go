package runtime_test

import (
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	rt "github.com/flowc-dev/flowc/runtime"
)

// A crowd of requests whose executions keep all that they have decoded, until it is let go.
type crowd struct {
	arrived chan bool // true for an execution that holds its body, false for a request that was turned away
	release chan struct{}
	senders sync.WaitGroup
}

func newCrowd() *crowd { return &crowd{arrived: make(chan bool), release: make(chan struct{})} }

// hold is what a handler does with what it has decoded.
func (c *crowd) hold(values ...any) {
	c.arrived <- true
	<-c.release
	runtime.KeepAlive(values)
}

// gather sends a body until a request is turned away, and returns how much the heap has grown by then, and how many stay.
func (c *crowd) gather(t *testing.T, url, body string) (grown int64, held int) {
	t.Helper()
	const enough = 300
	before := heap()
	for held < enough {
		c.senders.Go(func() {
			if r := call(t, "POST", url, body, "Content-Type", "application/json"); r.StatusCode != http.StatusNoContent {
				if r.StatusCode != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "" {
					t.Errorf("turned away with %d: %.200s", r.StatusCode, r.text)
				}
				c.arrived <- false
			}
		})
		if !<-c.arrived {
			break
		}
		held++
	}
	grown = heap() - before
	close(c.release)
	c.senders.Wait()
	return grown, held
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // what finalizers and pools have kept
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// maxHeld is Limits.MaxBodies of TestMemoryOfDecodedBodiesIsCapped; unheld is what the process may take besides, and
// connected what a connection takes at both ends.
const (
	maxHeld   = 8 << 20
	unheld    = 2 << 20
	connected = 32 << 10
)

func repeated(item string) string { return strings.Repeat(item+",", 32<<10/len(item)) + item }

// manyMembers is a JSON object of many members.
func manyMembers(value string) string {
	var b strings.Builder
	for i := range 3000 {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + strconv.Itoa(i) + `":` + value)
	}
	return "{" + b.String() + "}"
}

// heldEndpoint holds what an endpoint decodes, and what more makes of it.
func heldEndpoint[In any](more func(In) (any, error)) func(*testing.T, *rt.App, *crowd) string {
	return func(t *testing.T, app *rt.App, c *crowd) string {
		return serve(t, app, rt.Entry{Method: "POST", Path: "/"}, func(x *rt.Exec, e *rt.Endpoint[In]) error {
			in, err := e.Decode(x)
			if err != nil {
				return err
			}
			made, err := more(in)
			if err != nil {
				return err
			}
			c.hold(in, made)
			return x.Empty(http.StatusNoContent)
		}).URL
	}
}

// heldWebhook is heldEndpoint for a Webhook.
func heldWebhook[In any](more func(*rt.Exec, In) (any, error)) func(*testing.T, *rt.App, *crowd) string {
	return func(t *testing.T, app *rt.App, c *crowd) string {
		return serveWebhook(t, app, rt.WebhookEntry{}, func(x *rt.Exec, e *rt.WebhookEndpoint[In]) error {
			in, err := e.Decode(x)
			if err != nil {
				return err
			}
			made, err := more(x, in)
			if err != nil {
				return err
			}
			c.hold(in, made, x.RawBody())
			return x.Empty(http.StatusNoContent)
		})
	}
}

func alone[In any](In) (any, error) { return nil, nil }

type (
	listsIn struct {
		Items [][]int64 `json:"items"`
	}
	optionalsIn struct {
		Items []struct {
			A *string `json:"a"`
			B *string `json:"b"`
			C *string `json:"c"`
			D *string `json:"d"`
		} `json:"items"`
	}
	textsIn struct {
		Items []string `json:"items"`
	}
	mapIn struct {
		Items map[string]*int64 `json:"items"`
	}
	anyIn struct {
		Items rt.Value `json:"items"`
	}
	anysIn struct {
		Items []rt.Value `json:"items"`
	}
)

// A caller chooses what a body is decoded to, and two bytes may become a hundred: what bodies cost is bounded whatever
// they hold, not only what they weigh.
func TestMemoryOfDecodedBodiesIsCapped(t *testing.T) {
	items := func(item string) string { return `{"items":[` + repeated(item) + `]}` }
	for _, tt := range []struct {
		name, body string
		serve      func(*testing.T, *rt.App, *crowd) string
	}{
		{"text", `{"items":["` + strings.Repeat("a", 32<<10) + `"]}`, heldEndpoint(alone[textsIn])},
		{"lists", items(`[]`), heldEndpoint(alone[listsIn])},
		{"objects", items(`{}`), heldEndpoint(alone[optionalsIn])},
		{"pointers", items(`{"a":""}`), heldEndpoint(alone[optionalsIn])},
		{"texts", items(`""`), heldEndpoint(alone[textsIn])},
		{"members", `{"items":` + manyMembers("0") + `}`, heldEndpoint(alone[mapIn])},
		{"any", items(`[]`), heldEndpoint(alone[anyIn])},
		{"list of any", items(`0`), heldEndpoint(alone[anysIn])},
		{"any made a list", items(`[]`), heldEndpoint(func(in anyIn) (any, error) { return rt.As[[][]int64](in.Items) })},
		{"any made a list of any", items(`0`), heldEndpoint(func(in anyIn) (any, error) { return rt.As[[]rt.Value](in.Items) })},
		{"webhook", items(`[]`), heldWebhook(func(*rt.Exec, listsIn) (any, error) { return nil, nil })},
		{"payload", items(`[]`), heldWebhook(func(x *rt.Exec, _ none) (any, error) { return x.Body(), nil })},
		{"payload made a list", items(`[]`), heldWebhook(func(x *rt.Exec, _ none) (any, error) { return rt.As[listsIn](x.Body()) })},
	} {
		t.Run(tt.name, func(t *testing.T) {
			app, _ := openApp(t, nil, rt.WithLimits(rt.Limits{MaxBodies: maxHeld}))
			c := newCrowd()
			grown, held := c.gather(t, tt.serve(t, app, c), tt.body)
			if most := int64(maxHeld + unheld + held*connected); grown > most {
				t.Errorf("%d executions hold %d KiB, of %d", held, grown>>10, most>>10)
			}
			if held == 0 {
				t.Error("not one is let in")
			}
			t.Logf("%d executions hold %d KiB", held, grown>>10)
		})
	}
}

// A signature is over bytes: until it is known to be right, a body is nothing else, and in memory once.
func TestWrongSignatureCostsItsBody(t *testing.T) {
	const weight = 4 << 20
	var before, verified int64
	verify := func(_ *rt.Exec, r *rt.WebhookRequest) error {
		verified = heap() - before
		if len(r.Body) != weight {
			t.Errorf("signed is %d bytes", len(r.Body))
		}
		return rt.Reject("wrong signature")
	}
	app, _ := openApp(t, nil)
	url := serveWebhook(t, app, rt.WebhookEntry{Verify: verify}, func(*rt.Exec, *rt.WebhookEndpoint[listsIn]) error {
		t.Error("the workflow runs")
		return nil
	})
	body := strings.Repeat("[],", weight/3+1)[:weight]
	before = heap()
	total := allocated()
	if r := call(t, "POST", url, body, "Content-Type", "application/json"); r.StatusCode != http.StatusUnauthorized {
		t.Fatalf("got %d", r.StatusCode)
	}
	if total = allocated() - total; verified > weight+weight/8 || total > 3*weight {
		t.Errorf("a body of %d KiB holds %d KiB, and %d KiB were allocated on the way", weight>>10, verified>>10, total>>10)
	}
}

func allocated() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}

// What is wrong with a body costs no more than the body: its answer would be forty times as long.
func TestManyWrongFieldsAreNotAllTold(t *testing.T) {
	app, _ := openApp(t, nil)
	url := heldEndpoint(alone[textsIn])(t, app, newCrowd())
	r := call(t, "POST", url, `{"items":[`+repeated("0")+`]}`, "Content-Type", "application/json")
	p := r.problem(t)
	if p.Status != http.StatusBadRequest || len(p.Errors) != 100 || p.Errors["items.0"] != "must be a string" {
		t.Errorf("got %d with %d fields: %.200s", p.Status, len(p.Errors), r.text)
	}
}
