// Package functions_test runs the functions of expressions over a socket: the examples of the reference, and hostile values.
package functions_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"net/http"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/gen/expr"
	"github.com/flowc-dev/flowc/golden/functions/flows"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

var update = flag.Bool("update", false, "rewrite the workflow of examples; flowc generate then writes its Go")

// secret is what encrypt and its like are given.
const secret = "0123456789abcdef0123456789abcdef"

func start(t *testing.T) string {
	t.Helper()
	return flowtest.Start(t, flows.New, map[string]string{"DATA_KEY": secret, "TOTP_SECRET": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}).URL
}

// send returns the answer to a request, with the body if that is not nil.
func send(t *testing.T, method, url string, body any) (int, []byte) {
	t.Helper()
	sent, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(sent))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, answer
}

// examples is the workflow that answers the example of each function under its name.
func examples(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{
  "version": 1,
  "id": "examplesoffunctionsrun4all",
  "name": "examples",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "GET", "endpointPath": "/examples"}},
    {
      "id": "ok",
      "type": "response",
      "data": {
        "responseStatus": 200,
        "responseBody": {
`)
	all := expr.Functions()
	for i, f := range all {
		var text bytes.Buffer
		enc := json.NewEncoder(&text)
		enc.SetEscapeHTML(false)
		if err := enc.Encode("{{" + f.Example + "}}"); err != nil {
			t.Fatal(err)
		}
		b.WriteString(`          "` + f.Name + `": ` + strings.TrimSpace(text.String()))
		if i < len(all)-1 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
	}
	b.WriteString(`        }
      }
    }
  ],
  "edges": [
    {"source": "in", "target": "ok"}
  ]
}
`)
	return b.String()
}

// TestExamples runs what the reference says of each function.
func TestExamples(t *testing.T) {
	const path = "flows/examples.flow.json"
	want := examples(t)
	if have, err := os.ReadFile(path); err != nil || string(have) != want {
		if !*update {
			t.Fatalf("%s is not made of the examples (%v): go test ./golden/functions -update, then flowc generate", path, err)
		}
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	status, body := send(t, http.MethodGet, start(t)+"/examples", nil)
	var answered map[string]json.RawMessage
	if err := json.Unmarshal(body, &answered); err != nil || status != http.StatusOK {
		t.Fatalf("answered %d %s (%v)", status, body, err)
	}
	for _, f := range expr.Functions() {
		if got := string(answered[f.Name]); !sameJSON(t, got, f.Is) {
			t.Errorf("%s is %s, the reference says %s", f.Example, got, f.Is)
		}
	}
}

func sameJSON(t *testing.T, a, b string) bool {
	t.Helper()
	var x, y any
	if err := json.Unmarshal([]byte(a), &x); err != nil {
		return false
	}
	if err := json.Unmarshal([]byte(b), &y); err != nil {
		t.Errorf("%s is no JSON: %v", b, err)
	}
	return reflect.DeepEqual(x, y)
}
