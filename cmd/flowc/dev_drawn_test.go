package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// refunds is a workflow that is half drawn.
const refunds = `{
  "version": 1,
  "id": "r4a6i2l7y3d5a4i6l7y2d3a5i4",
  "name": "refunds",
  "nodes": [
    {"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "POST", "endpointPath": "/refunds"}},
    {"id": "auth", "type": "auth", "data": {}}
  ],
  "edges": [{"source": "in", "target": "auth"}]
}
`

// TestHalfDrawn adds a workflow that is half drawn, and breaks one that ran: the first answers that it is being drawn,
// the second as before, and others run as they are saved. Nothing of it is on disk.
func TestHalfDrawn(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a project")
	}
	t.Parallel()
	shop := newProject(t, "auth")
	dev := startDev(t, shop, "127.0.0.1:0")
	base := strings.TrimPrefix(dev.await("Serving http://"), "Serving ")
	dev.await("Bearer $TOKEN")
	flows := filepath.Join(shop, "flows")
	me := filepath.Join(flows, "me.flow.json")
	good := harness.Read(t, me)

	harness.Write(t, filepath.Join(flows, "refunds.flow.json"), refunds)
	dev.await("refunds.flow.json is being drawn: its routes answer 503")
	wantDrawn(t, base)
	wantStatus(t, base+"/me", http.StatusUnauthorized)

	harness.Write(t, me, strings.Replace(good, `"/me"`, `"/whoami"`, 1))
	dev.await("GET " + base + "/whoami")
	wantStatus(t, base+"/whoami", http.StatusUnauthorized)
	wantDrawn(t, base)

	harness.Write(t, me, strings.Replace(good, `"/me"`, `"/nobody`, 1))
	dev.await("not restarted: the earlier server continues")
	wantStatus(t, base+"/whoami", http.StatusUnauthorized)

	login := filepath.Join(flows, "login.flow.json")
	harness.Write(t, login, strings.Replace(harness.Read(t, login), `"/login"`, `"/enter"`, 1))
	dev.await("me.flow.json goes on as of ")
	wantStatus(t, base+"/whoami", http.StatusUnauthorized)
	wantStatus(t, base+"/login", http.StatusNotFound)

	if _, err := os.Stat(filepath.Join(flows, "refunds.flow.go")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("Go of what is half drawn is on disk (%v)", err)
	}
	dev.stop()
}

// wantDrawn wants the route of refunds to answer that it is being drawn, as a problem (RFC 9457).
func wantDrawn(t *testing.T, base string) {
	t.Helper()
	answer, err := http.Post(base+"/refunds", "application/json", strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var problem struct {
		Status int
		Detail string
	}
	err = json.NewDecoder(answer.Body).Decode(&problem)
	if answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("Content-Type") != "application/problem+json" || err != nil ||
		problem.Status != answer.StatusCode || problem.Detail != "refunds is being drawn" {
		t.Errorf("it answers %s %s %+v (%v)", answer.Status, answer.Header, problem, err)
	}
}
