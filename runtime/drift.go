package runtime

import (
	"context"
	"slices"

	"github.com/go-json-experiment/json"
)

// Drift is a node whose statement the database refuses, as it has other tables than the workflows were made for.
type Drift struct {
	Workflow string `json:"workflow"`
	Node     string `json:"node"`
}

// Drifts adds what /readyz lists as drift, where it answers 200: nothing of it keeps the process from serving. Why, is
// for the log.
func (a *App) Drifts(list func(ctx context.Context) []Drift) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.drifts = append(a.drifts, list)
}

// Writes adds what reports whether writes fail, as those to a full disk and to a standby do: /readyz says so where it
// answers 200, as reads are served.
func (a *App) Writes(fail func() bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.writes = append(a.writes, fail)
}

// readiness is the body of /readyz.
func (a *App) readiness(ctx context.Context) []byte {
	a.mu.Lock()
	drifts, writes := a.drifts, a.writes
	a.mu.Unlock()
	ready := struct {
		Status string  `json:"status"`
		Writes string  `json:"writes,omitempty"`
		Drift  []Drift `json:"drift,omitempty"`
	}{Status: "ok"}
	if slices.ContainsFunc(writes, func(fail func() bool) bool { return fail() }) {
		ready.Writes = "failing"
	}
	for _, list := range drifts {
		ready.Drift = append(ready.Drift, list(ctx)...)
	}
	body, err := json.Marshal(ready)
	if err != nil { // texts that are no UTF-8, which names of nodes never are
		return healthy
	}
	return body
}

// healthy is the body of /healthz.
var healthy = []byte(`{"status":"ok"}`)
