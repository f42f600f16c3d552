package runtime_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	rt "github.com/flowc-dev/flowc/runtime"
)

// keptIn has what a workflow may keep of a request, in the kinds of memory that it comes in.
type keptIn struct {
	Short  string           `json:"short"`
	Long   string           `json:"long"`
	Names  []string         `json:"names"`
	Counts map[string]int64 `json:"counts"`
	Nick   *string          `json:"nick"`
	Data   []byte           `json:"data"`
	Any    rt.Value         `json:"any"`
}

// keptBody is a request in which everything is told apart by n, and is as long as in any other.
func keptBody(n int) string {
	names := strings.Repeat(fmt.Sprintf(`"name-%03d",`, n), 40)
	long := strings.Repeat(fmt.Sprintf("%03d", n), 100)
	return fmt.Sprintf(`{"short":"s%03d","long":%q,"names":[%s],"counts":{"key-%03d":%d},"nick":"\u0061%03d","data":"AA%02d","any":{"a":%d}}`,
		n, long, strings.TrimSuffix(names, ","), n, n, n, n, 1000+n)
}

// What a workflow keeps of a request stays as it is, though requests are read in memory that is used again.
func TestWhatIsKeptOfRequestsStays(t *testing.T) {
	app, _ := openApp(t, nil)
	var kept []keptIn
	var bodies [][]byte
	var were []string
	url := serveWebhook(t, app, rt.WebhookEntry{}, func(x *rt.Exec, e *rt.WebhookEndpoint[keptIn]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		kept, bodies, were = append(kept, in), append(bodies, x.RawBody()), append(were, jsonOf(t, in))
		return x.Empty(204)
	})
	const requests = 20
	for n := range requests {
		if r := call(t, "POST", url, keptBody(n), "Content-Type", "application/json"); r.StatusCode != 204 {
			t.Fatal(r.StatusCode, r.text)
		}
	}
	for n := range requests {
		if diff := cmp.Diff(were[n], jsonOf(t, kept[n])); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(keptBody(n), string(bodies[n])); diff != "" {
			t.Error(diff)
		}
	}
}

// jsonOf is v as JSON, in memory of its own.
func jsonOf(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// A workflow may read the payload in every way, in any order and again.
func TestWebhookIsReadInEveryWay(t *testing.T) {
	app, _ := openApp(t, nil)
	var want string
	url := serveWebhook(t, app, rt.WebhookEntry{}, func(x *rt.Exec, e *rt.WebhookEndpoint[keptIn]) error {
		for range 2 {
			in, err := e.Decode(x)
			if err != nil {
				return err
			}
			if in.Short != want || x.Body().At("short").String() != strconv.Quote(want) {
				t.Errorf("decoded %q and read %s", in.Short, x.Body().At("short"))
			}
			if given := string(x.RawBody()); given != string(x.Webhook().Body) || !strings.Contains(given, want) {
				t.Errorf("the body is %q and %q", given, x.Webhook().Body)
			}
		}
		return x.Empty(204)
	})
	for n := range 20 { // memory is reused, though not each time
		want = fmt.Sprintf("s%03d", n)
		if r := call(t, "POST", url, keptBody(n), "Content-Type", "application/json"); r.StatusCode != 204 {
			t.Fatal(r.StatusCode, r.text)
		}
		p := call(t, "POST", url, `{"short":1}`, "Content-Type", "application/json").problem(t)
		if p.Errors["short"] != "must be a string" || len(p.Errors) != 6 {
			t.Errorf("got %+v", p)
		}
	}
}

// A request whose checks panic leaves nothing of itself to the next.
func TestPanicInValidateLeavesNothing(t *testing.T) {
	app, _ := openApp(t, nil)
	check := func(v any) map[string]string {
		if v.(*formIn).Name == "panic" {
			panic("a bug")
		}
		return nil
	}
	server := serve(t, app, rt.Entry{Method: "POST", Path: "/", Validate: check}, func(x *rt.Exec, e *rt.Endpoint[formIn]) error {
		in, err := e.Decode(x)
		if err != nil {
			return err
		}
		return x.JSON(200, in)
	})
	for range 20 { // memory is reused, though not each time
		if r := call(t, "POST", server.URL, `{"name":"panic","age":5,"any":{"a":1}}`, "Content-Type", "application/json"); r.StatusCode != 500 {
			t.Fatal(r.StatusCode, r.text)
		}
		r := call(t, "POST", server.URL, `{"name":"a","any":1}`, "Content-Type", "application/json")
		if r.text != `{"name":"a","age":null,"any":1,"home":null}` {
			t.Fatal(r.StatusCode, r.text)
		}
	}
}
