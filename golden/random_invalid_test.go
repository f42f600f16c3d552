package golden_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/flowc-dev/flowc/gen"
)

// statusRefused is what the Responses of refusing answer, and none of the generator's.
const statusRefused = http.StatusUnavailableForLegalReasons

// smallBody is the largest body, in bytes, of the entry points whose output invalid is tried: a body above it is read to its end
// by net/http, so that no connection breaks while it is sent.
const smallBody = 1000

// refusable are random workflows without errors, by the seeds that drew them, of which some API Endpoint's refusals can be read:
// one in seven of those that TestRandomWorkflows runs.
func refusable() (seeds []uint64) {
	for seed := *randomSeed; len(seeds) < max(*randomCount/7, 1); seed++ {
		if d := cleanWorkflow(seed); d != nil && seed%8 > 0 && slices.ContainsFunc(d.entries, entryPoint.refuses) {
			seeds = append(seeds, seed)
		}
	}
	return seeds
}

// refuses reports whether an entry point has an output invalid, and answers with a body.
func (e entryPoint) refuses() bool { return !e.hook && e.method != http.MethodHead }

// bounded is the random workflow of a seed, whose API Endpoints take small bodies.
func bounded(seed uint64, name string) *document {
	d := randomWorkflow(seed, name)
	for _, e := range d.entries {
		if !e.hook {
			d.node(e.node).Data["endpointMaxBody"] = smallBody
		}
	}
	return d
}

// refusing is the document with an output invalid at each of its API Endpoints, which leads to a Response at once, by way of a
// Set or by way of a Condition. Whichever it is, the answer tells the status and the errors.
func (d *document) refusing(r *rand.Rand) *document {
	var nodes []node
	var wires []wire
	add := func(typ string, data map[string]any) string {
		id := fmt.Sprintf("refused%d", len(nodes))
		nodes = append(nodes, node{ID: id, Type: typ, Data: data})
		return id
	}
	respond := func(of string) string {
		return add("response", map[string]any{
			"responseStatus": statusRefused, "responseBody": map[string]any{"status": "{{" + of + ".status}}", "errors": "{{" + of + ".errors}}"},
		})
	}
	for _, e := range d.entries {
		if e.hook {
			continue
		}
		var first string
		switch r.IntN(3) {
		case 0:
			first = respond(e.node)
		case 1:
			first = add("set", map[string]any{"setValues": map[string]any{"status": "{{" + e.node + ".status}}", "errors": "{{" + e.node + ".errors}}"}})
			wires = append(wires, wire{first, "", respond(first)})
		case 2:
			first = add("condition", map[string]any{"conditionExpression": e.node + ".status == 400 && " + e.node + ".errors['f0'] != null"})
			wires = append(wires, wire{first, "true", respond(e.node)}, wire{first, "false", respond(e.node)})
		}
		wires = append(wires, wire{e.node, "invalid", first})
	}
	return d.with(nodes, wires)
}

// drawnFor is what decides how refusals of the workflow of a seed are answered: the same each time.
func drawnFor(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 5)) }

// TestRandomWorkflowsWithInvalid has random workflows answer what their entry points refuse. Each runs beside itself without
// that, and gets the same requests: one is refused where the other is, and told the same; and of the Go no line is lost.
func TestRandomWorkflowsWithInvalid(t *testing.T) {
	t.Parallel()
	seeds := refusable()
	var plain, handling []*document
	seen := map[string]int{}
	for i, seed := range seeds {
		if checkKept(t, bounded(seed, "r"), bounded(seed, "r").refusing(drawnFor(seed))) {
			seen["compared"]++
		}
		plain = append(plain, bounded(seed, fmt.Sprintf("plain%d", i)))
		handling = append(handling, bounded(seed, fmt.Sprintf("handling%d", i)).refusing(drawnFor(seed)))
	}
	if t.Failed() {
		return
	}
	all := slices.Concat(plain, handling)
	m := writeProgram(t, randomFiles(all...))
	m.build(t)
	if t.Failed() {
		return
	}
	s := m.serveRandom(t, all)
	for i, seed := range seeds {
		for at, e := range plain[i].entries {
			if e.refuses() {
				s.compareRefusals(t, seed, [2]*document{plain[i], handling[i]}, at, seen)
			}
		}
	}
	records := s.stop(t)
	checkLog(t, records, s.answers)
	checkAnswers(t, records, all)
	for _, what := range []string{"compared", "taken", "400 by field", "400 of body", "400 of query", "413", "415"} {
		if seen[what] == 0 {
			t.Errorf("nothing was %s: it is no proof", what)
		}
	}
	t.Logf("%d workflows, of which the Go was compared, and requests: %v", len(seeds), seen)
}

// checkKept wants each line of a workflow's Go in its place where the workflow also handles what is refused. It reports whether that
// could be compared: with a function that became too long to stay one it can't.
func checkKept(t *testing.T, plain, handling *document) bool {
	t.Helper()
	before, _ := compile(t, randomFiles(plain))
	after, _ := compile(t, randomFiles(handling))
	for _, name := range before.names() {
		if !slices.Equal(functions(before[name]), functions(after[name])) {
			return false // one became too long to stay one, or is cut elsewhere
		}
		left := aligned(after[name])
		for _, line := range aligned(before[name]) {
			at := slices.Index(left, line)
			if at < 0 {
				t.Errorf("with an output invalid, %s loses %q:\n%s\n%s", name, line, cmp.Diff(string(before[name]), string(after[name])), handling.json())
				break
			}
			left = left[at+1:]
		}
	}
	return true
}

// compareRefusals sends requests to an entry point of a workflow, and to the one that handles what is refused, and counts in seen
// how they were answered.
func (s *server) compareRefusals(t *testing.T, seed uint64, documents [2]*document, at int, seen map[string]int) {
	t.Helper()
	requests := [2][]*http.Request{}
	for i, d := range documents {
		requests[i] = d.mayBeRefused(t, rand.New(rand.NewPCG(seed, 6)), d.entries[at], s.address)
	}
	for i, request := range requests[0] {
		if request.Method == http.MethodHead {
			continue // no body tells who answered
		}
		plain, told := s.exchange(t, documents[0], documents[0].entries[at], request)
		handling, answer := s.exchange(t, documents[1], documents[1].entries[at], requests[1][i])
		refused, what := refusal(t, plain, told)
		seen[what]++
		if is := handling.StatusCode == statusRefused; is != (refused != nil) {
			t.Errorf("seed %d, request %d: refused is %v; without an output invalid it is %d %s, with one %d %s",
				seed, i, is, plain.StatusCode, told, handling.StatusCode, answer)
		} else if is {
			if diff := cmp.Diff(*refused, readJSON[invalid](t, answer)); diff != "" {
				t.Errorf("seed %d, request %d: what is wrong, without an output invalid (-) and with one (+):\n%s", seed, i, diff)
			}
		}
	}
}

// invalid is what the output invalid carries, as the Responses of refusing tell it.
type invalid struct {
	Status int               `json:"status"`
	Errors map[string]string `json:"errors"`
}

// refusal is what the output invalid must carry of a request that its entry point has answered itself, and a name for that; or
// nil of one that went on into the workflow.
func refusal(t *testing.T, response *http.Response, body []byte) (is *invalid, what string) {
	t.Helper()
	if response.Header.Get("Content-Type") != "application/problem+json" {
		return nil, "taken"
	}
	problem := readJSON[struct {
		Status int               `json:"status"`
		Detail string            `json:"detail"`
		Errors map[string]string `json:"errors"`
	}](t, body)
	refused := &invalid{problem.Status, map[string]string{}}
	switch {
	case problem.Status == http.StatusRequestEntityTooLarge, problem.Status == http.StatusUnsupportedMediaType:
		return refused, fmt.Sprint(problem.Status)
	case problem.Status != http.StatusBadRequest:
		return nil, "taken"
	case problem.Detail == "the request has wrong fields":
		refused.Errors = problem.Errors
		return refused, "400 by field"
	}
	for part, begins := range map[string]string{"query": "the query string ", "body": "the body "} {
		if why, ok := strings.CutPrefix(problem.Detail, begins); ok {
			refused.Errors[part] = why
			return refused, "400 of " + part
		}
	}
	return nil, "taken"
}

// readJSON reads the JSON of an answer.
func readJSON[T any](t *testing.T, body []byte) (value T) {
	t.Helper()
	if err := json.Unmarshal(body, &value); err != nil {
		t.Errorf("%v: %s", err, body)
	}
	return value
}

// mayBeRefused makes requests to an entry point: two random ones, and one of each kind that an entry point may refuse, by what it
// reads of the request.
func (d *document) mayBeRefused(t *testing.T, r *rand.Rand, e entryPoint, address string) []*http.Request {
	t.Helper()
	const kindJSON, kindForm = "application/json", "application/x-www-form-urlencoded"
	all := []*http.Request{d.request(t, r, e, address), d.request(t, r, e, address)}
	for _, bad := range []struct{ query, kind, body string }{
		{"", "", ""},
		{"", kindJSON, strings.Repeat("x", smallBody+1)},
		{"", "text/plain", "a text"},
		{"", kindJSON, `{"f0": "x`},
		{"", kindJSON, `{"f0": 1, "f0": 1}`},
		{"", kindJSON, `[]`},
		{"f0=a&f1=a&f2=a&f3=a&f4=a", kindJSON, `{"f0": [], "f1": {}, "f2": [], "f3": {}, "f4": [], "password": 1}`},
		{"f0=%zz", kindJSON, `{}`},
		{"", kindForm, "f0=%zz"},
	} {
		request, err := http.NewRequestWithContext(t.Context(), e.method, address+e.path, strings.NewReader(bad.body))
		if err != nil {
			t.Fatal(err)
		}
		request.URL.RawQuery = bad.query
		if bad.kind != "" {
			request.Header.Set("Content-Type", bad.kind)
		}
		all = append(all, request)
	}
	return all
}

// TestRandomWorkflowsWithInvalidWithoutAnAnswer takes each wire and each Response behind an output invalid of random workflows
// away: the linter finds exactly the ways that end unanswered then, and none where the output itself has no wire.
func TestRandomWorkflowsWithInvalidWithoutAnAnswer(t *testing.T) {
	caught, silent := 0, 0
	for _, seed := range refusable() {
		whole := bounded(seed, "r").refusing(drawnFor(seed))
		for what, d := range whole.refusalsCut() {
			list := gen.Lint(randomFiles(d).folder())
			ways := d.ways()
			if diff := cmp.Diff(ways.codes(), answerless(list)); diff != "" {
				t.Fatalf("seed %d, %s: ways without an answer (-) and found (+):\n%s\n%s\n%s", seed, what, diff, text(list), d.json())
			}
			checkPaths(t, ways, list)
			if len(ways.codes()) > 0 {
				caught++
			} else {
				silent++
			}
		}
	}
	if caught == 0 || silent == 0 {
		t.Errorf("%d have a way without an answer, %d have none: it is no proof", caught, silent)
	}
}

// refusalsCut takes what refusing has added away, one wire or one Response at a time.
func (d *document) refusalsCut() map[string]*document {
	cut := map[string]*document{}
	for i, w := range d.wires {
		if w.Output == "invalid" && strings.HasPrefix(w.Target, "refused") || strings.HasPrefix(w.Source, "refused") {
			cut[fmt.Sprint("without the wire ", w)] = d.without(i)
		}
	}
	for _, id := range d.all("response") {
		if strings.HasPrefix(id, "refused") {
			cut["without "+id] = d.withoutNode(id)
		}
	}
	return cut
}
