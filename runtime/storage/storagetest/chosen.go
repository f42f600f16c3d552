package storagetest

import (
	"os"
	"strings"
	"testing"
	"time"

	_ "github.com/flowc-dev/flowc/runtime/engine/redis" // for projects whose main does not link it
	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
)

// Chosen returns the URL of a Local Storage for the test of a project: embedded, unless FLOWC_TEST_STORAGE_URL holds
// the URL of a Redis. Then it is that of an empty database there, which is empty again when the test has ended; of the
// 15 that there are, no other test has it meanwhile.
func Chosen(t testing.TB, embedded string) string {
	t.Helper()
	if server := os.Getenv("FLOWC_TEST_STORAGE_URL"); server != "" {
		return reserve(t, server)
	}
	return embedded
}

// Advance lets time pass for what a Redis keeps: everything expires that much earlier. Other storages heed the clock of
// the App, and are left alone.
func Advance(t testing.TB, url string, by time.Duration) {
	t.Helper()
	if !strings.HasPrefix(url, "redis") {
		return
	}
	client, ctx := dial(t, url), t.Context()
	keys, err := client.Keys(ctx, "*").Result()
	if err != nil {
		t.Fatalf("list what Redis keeps: %v", err)
	}
	for _, key := range keys {
		if strings.HasPrefix(key, "flowc.limit.") { // a rate limit says itself when it is at rest
			if err := client.DecrBy(ctx, key, by.Microseconds()).Err(); err != nil {
				t.Fatalf("let %q be at rest earlier: %v", key, err)
			}
		}
		left, err := client.PTTL(ctx, key).Result()
		if err != nil {
			t.Fatalf("read when %q expires: %v", key, err)
		}
		if left < 0 {
			continue // it never does
		}
		if err := client.PExpire(ctx, key, left-by).Err(); err != nil { // which deletes what has none left
			t.Fatalf("let %q expire earlier: %v", key, err)
		}
	}
}
