package main

import (
	"errors"
	"testing"

	"github.com/flowc-dev/flowc/golden/apps/webhooks/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// TestStorageIsKnownAtStart wants a store of delivery ids that can't be opened to keep the server from starting, rather
// than to fail the first delivery.
func TestStorageIsKnownAtStart(t *testing.T) {
	app, err := rt.Open(rt.WithDir(t.TempDir()), rt.WithLogWriter(t.Output()), rt.WithEnv(map[string]string{
		"FLOWC_ENV": "preview", "GITHUB_WEBHOOK_SECRET": githubSecret, "STRIPE_WEBHOOK_SECRET": stripeSecret, "STORAGE_URL": "mysql://localhost",
	}))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { app.Close() })
	_, err = flows.New(app)
	var config *rt.ConfigError
	if !errors.As(err, &config) || len(config.Problems) != 1 || config.Problems[0].Name != "STORAGE_URL" {
		t.Errorf("got %v, want one problem of STORAGE_URL", err)
	}
}
