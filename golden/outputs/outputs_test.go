// Package outputs_test takes every output of every node type over a socket, and reads in the log of the server that it
// did.
package outputs_test

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/crypto/bcrypt"

	"github.com/flowc-dev/flowc/golden/outputs/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/flowtest"
	"github.com/flowc-dev/flowc/templates/all"
)

// The secrets that callers and senders know.
const (
	jwtSecret  = "a secret of these tests, long enough for HS256"
	apiKey     = "a key of these tests"
	password   = "correct horse battery"
	hookSecret = "a secret of the sender"
)

// elsewhere are the outputs that are not taken here, why, and which test takes them.
var elsewhere = map[string]string{
	"auth authType=oauth: valid":     "it takes an identity provider: TestOAuthLogin of golden/system",
	"auth authType=oauth: login":     "it takes an identity provider: TestOAuthLogin of golden/system",
	"auth authType=oauth: invalid":   "it takes an identity provider: TestOAuthCallbackAttacks of golden/system",
	"auth authType=oauth: forbidden": "it is the same as of the others, once the provider has said who it is",
	"code codeGuard=false: replayed": "it takes a delivery of a sender twice: TestGitHubReplay of golden/apps/webhooks",
	"subflow: out":                   "it takes a workflow that calls: TestOutputsOfCalls of golden/reuse",
	"call: …":                        "its outputs are those of what it calls: TestOutputsOfCalls of golden/reuse",
	"mcpTool: out":                   "it takes the protocol and a token of its own: TestPeopleAndAssistantsShareNotes of golden/apps/assistant",
}

// TestOutputs sends requests that between them take every output that any template declares, in every mode, and wants
// each answer to come from the Response behind that output. A new output fails this test until a request takes it.
func TestOutputs(t *testing.T) {
	s := start(t)
	s.send(t, requests)
	token := s.do(t, request{path: "/jwt/sign"}).body
	s.send(t, []request{
		{path: "/jwt/verify", headers: []string{"X-Token", token}, want: answer{200, "valid"}},
		{path: "/jwt/verify", headers: []string{"X-Token", "none"}, want: answer{401, "invalid"}},
		{path: "/jwt/require", headers: []string{"X-Token", token}, want: answer{403, "forbidden"}},
		{method: "GET", path: "/auth/jwt", headers: []string{"Authorization", "Bearer " + token}, want: answer{200, "valid"}},
		{method: "GET", path: "/auth/jwt", want: answer{401, "invalid"}},
		{method: "GET", path: "/auth/require/jwt", headers: []string{"Cookie", "session=" + token}, want: answer{403, `{"reason":"the token lacks what this route requires","status":403}`}},
		{method: "GET", path: "/auth/require/jwt", headers: []string{"Authorization", "Bearer " + token}, want: answer{401, `{"reason":"missing token","status":401}`}},
	})
	s.stop()
	taken, exempt := takenIn(t, s.log.Bytes()), maps.Clone(elsewhere)
	outputs := declared(all.Templates())
	t.Logf("%d outputs are declared, %d were taken here", len(outputs), len(taken))
	for _, output := range outputs {
		switch reason, is := exempt[output]; {
		case is && taken[output]:
			t.Errorf("%s is taken here: it needs no exemption", output)
		case !is && !taken[output]:
			t.Errorf("no request takes %s: add a workflow to flows and a request that takes it", output)
		case is:
			t.Logf("%s is taken elsewhere: %s", output, reason)
		}
		delete(taken, output)
		delete(exempt, output)
	}
	for output := range taken {
		t.Errorf("%s is taken, and no template declares it", output)
	}
	for output := range exempt {
		t.Errorf("%s is exempt, and no template declares it", output)
	}
}

// requests are sent in this order: what one leaves behind decides which output the next one takes.
var requests = []request{
	{method: "GET", path: "/api", want: answer{200, "out"}},
	{method: "GET", path: "/api/told/204", want: answer{200, "out"}},
	{method: "GET", path: "/api/told/404", want: answer{200, `{"code":"E404","kind":"application/json","refused":404}`}},
	{method: "GET", path: "/api/told/302", want: answer{200, `{"code":"E302","kind":"application/json","refused":302}`}},
	{method: "GET", path: "/api/caught/204", want: answer{200, "done"}},
	{method: "GET", path: "/api/caught/422", want: answer{200, `{"body":{"code":"E422"}}`}},
	{method: "GET", path: "/api/caught/400", want: answer{200, `{"body":null}`}},
	{method: "GET", path: "/api/caught/429", want: answer{200, `{"said":{"code":"E429"},"status":429,` +
		`"whole":{"message":"again failed: the service answered with status 429","node":"again","status":429}}`}},
	{method: "GET", path: "/api/caught/500", want: answer{200, `{"said":"a text\n","status":500,` +
		`"whole":{"message":"again failed: the service answered with status 500","node":"again","status":500}}`}},
	{method: "GET", path: "/auth/apikey", headers: []string{"X-API-Key", apiKey}, want: answer{200, "valid"}},
	{method: "GET", path: "/auth/apikey", headers: []string{"X-API-Key", "another"}, want: answer{401, "invalid"}},
	{method: "GET", path: "/auth/basic", user: "ada", want: answer{200, "valid"}},
	{method: "GET", path: "/auth/basic", user: "eve", want: answer{401, "invalid"}},
	{method: "GET", path: "/auth/require/apikey", headers: []string{"X-API-Key", apiKey}, want: answer{403, "forbidden"}},
	{method: "GET", path: "/auth/require/basic", user: "ada", want: answer{403, "forbidden"}},
	{path: "/code", body: `{"n": 2}`, want: answer{200, "out"}},
	{path: "/code", body: `{"n": 1}`, want: answer{401, "invalid"}},
	{path: "/code/guard", body: `{"n": 2}`, want: answer{200, "out"}},
	{path: "/code/guard", body: `{"n": 1}`, want: answer{401, "invalid"}},
	{path: "/condition", body: `{"n": 11}`, want: answer{200, "true"}},
	{path: "/condition", body: `{"n": 10}`, want: answer{200, "false"}},
	{path: "/each", body: `{"ns": [1, 2, 3]}`, want: answer{200, "3 of [10,21,32]"}},
	{path: "/each", body: `{"ns": []}`, want: answer{200, "0 of []"}},
	{path: "/each", body: `{"ns": [1, 10, 11]}`, want: answer{422, "too large: 10"}},
	{path: "/hash/hash", body: `{"name": "ada", "password": "` + password + `"}`, want: answer{200, "out"}},
	{path: "/hash/verify", body: `{"name": "ada", "password": "` + password + `"}`, want: answer{200, "valid"}},
	{path: "/hash/verify", body: `{"name": "ada", "password": "another"}`, want: answer{401, "invalid"}},
	{path: "/refused", body: `{"id": 1}`, want: answer{200, "deleted 1"}},
	{path: "/refused", body: `{"id": "one"}`, want: answer{422, "400: must be an int"}},
	{path: "/response", want: answer{202, "answered"}},
	{path: "/retry", body: `{"n": 2}`, want: answer{200, "done"}},
	{path: "/retry", body: `{"n": 1}`, want: answer{503, "failed"}},
	{path: "/retry/conflict", want: answer{201, "done"}},
	{path: "/retry/conflict", want: answer{201, "done"}}, // of 2^20 tosses one never shows the other side
	{path: "/retry/conflict", want: answer{409, "conflict"}},
	{method: "GET", path: "/set", want: answer{200, "out 1"}},
	{path: "/sql/one", body: `{"name": "lamp"}`, want: answer{200, "out"}},
	{path: "/sql/one", body: `{"name": "lamp"}`, want: answer{200, "notFound"}},
	{path: "/sql/add", body: `{"name": "chair"}`, want: answer{200, "out"}},
	{path: "/sql/add", body: `{"name": "chair"}`, want: answer{200, "conflict"}},
	{path: "/sql/many", body: `{"name": "table"}`, want: answer{200, "out"}},
	{path: "/sql/many", body: `{"name": "table"}`, want: answer{200, "conflict"}},
	{path: "/sql/exec", body: `{"name": "stove"}`, want: answer{200, "out"}},
	{path: "/sql/exec", body: `{"name": "stove"}`, want: answer{200, "conflict: unique name"}},
	{path: "/storage/get", body: `{"id": "a"}`, want: answer{200, "missing"}},
	{path: "/storage/set", body: `{"id": "a"}`, want: answer{200, "out"}},
	{path: "/storage/get", body: `{"id": "a"}`, want: answer{200, "found"}},
	{path: "/storage/delete", body: `{"id": "a"}`, want: answer{200, "out"}},
	{path: "/storage/take", body: `{"id": "a"}`, want: answer{200, "missing"}},
	{path: "/storage/once", body: `{"id": "a"}`, want: answer{200, "stored"}},
	{path: "/storage/once", body: `{"id": "a"}`, want: answer{200, "exists"}},
	{path: "/storage/take", body: `{"id": "a"}`, want: answer{200, "found"}},
	{path: "/storage/count", body: `{"id": "a"}`, want: answer{200, "out"}},
	{path: "/switch", body: `{"kind": "one"}`, want: answer{200, "one: one"}},
	{path: "/switch", body: `{"kind": "two", "n": 2}`, want: answer{200, "two: 3"}},
	{path: "/switch", body: `{"kind": "two", "n": 0}`, want: answer{200, "many"}},
	{path: "/switch", body: `{"kind": "two"}`, want: answer{200, "many"}},
	{path: "/switch", body: `{"kind": ""}`, want: answer{200, "default"}},
	{path: "/switch", body: `{"kind": "default"}`, want: answer{200, "default"}},
	{path: "/switch", want: answer{200, "default"}},
	{path: "/transaction", body: `{"name": "clock"}`, want: answer{200, "done"}},
	{path: "/transaction", body: `{"name": "clock"}`, want: answer{409, "conflict"}},
	{path: "/limit", body: `{"id": "a"}`, want: answer{200, "allowed"}},
	{path: "/limit", body: `{"id": "a"}`, want: answer{429, "limited"}},
	{path: "/try", body: `{"n": 2}`, want: answer{200, "done"}},
	{path: "/try", body: `{"n": 1}`, want: answer{200, "catch: half"}},
	{path: "/try/yields", body: `{"n": 8, "code": "x"}`, want: answer{200, "4 by try"}},
	{path: "/try/yields", body: `{"n": 1, "code": "7"}`, want: answer{200, "7 by catch of half"}},
	{path: "/try/yields", body: `{"n": 1, "code": "x"}`, want: answer{200, "-1 by outer, as half failed"}},
	{path: "/webhooks/webhookoutputs0123456789ab", headers: []string{"X-Webhook-Secret", hookSecret}, want: answer{200, "out"}},
}

// request is a request, and the answer that is wanted.
type request struct {
	method, path, body string // POST where there is no method
	user               string // of Basic authentication, who has the password; or ""
	headers            []string
	want               answer
}

type answer struct {
	status int
	body   string
}

// server is the workflows of flows on a socket.
type server struct {
	url  string
	log  *bytes.Buffer // to be read when the server has stopped
	stop func()
}

// serviceAnswer is what the service that is called answers with: the status that the path says, and a code of it; 204 where it
// says none, nothing beside a 400, and a text beside a 500.
func serviceAnswer(w http.ResponseWriter, r *http.Request) {
	status, err := strconv.Atoi(strings.TrimPrefix(r.URL.Path, "/"))
	switch {
	case err != nil || status == http.StatusNoContent:
		w.WriteHeader(http.StatusNoContent)
	case status == http.StatusBadRequest:
		w.WriteHeader(status)
	case status == http.StatusInternalServerError:
		http.Error(w, "a text", status)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprintf(w, `{"code":"E%d"}`, status)
	}
}

func start(t *testing.T) *server {
	t.Helper()
	service := httptest.NewServer(http.HandlerFunc(serviceAnswer))
	t.Cleanup(service.Close)
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.MinCost)
	if err != nil {
		t.Fatal(err)
	}
	s := &server{log: &bytes.Buffer{}}
	served := flowtest.Start(t, flows.New, map[string]string{
		"JWT_SECRET": jwtSecret, "API_KEYS": "tests:" + apiKey, "BASIC_AUTH_USERS": "ada:" + string(hash), "HOOK_SECRET": hookSecret,
		"API_URL": service.URL, "LOG_FORMAT": "json",
	}, rt.WithLogWriter(s.log))
	s.url, s.stop = served.URL, served.Close
	return s
}

func (s *server) send(t *testing.T, requests []request) {
	t.Helper()
	for _, r := range requests {
		if got := s.do(t, r); got != r.want {
			t.Errorf("%s %s: answered %v, want %v", r.path, r.body, got, r.want)
		}
	}
}

func (s *server) do(t *testing.T, r request) answer {
	t.Helper()
	if r.method == "" {
		r.method = http.MethodPost
	}
	sent, err := http.NewRequestWithContext(t.Context(), r.method, s.url+r.path, strings.NewReader(r.body))
	if err != nil {
		t.Fatal(err)
	}
	sent.Header.Set("Content-Type", "application/json")
	for pair := range slices.Chunk(r.headers, 2) {
		sent.Header.Set(pair[0], pair[1])
	}
	if r.user != "" {
		sent.SetBasicAuth(r.user, password)
	}
	response, err := http.DefaultClient.Do(sent)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, string(body)}
}
