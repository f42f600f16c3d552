package system_test

import (
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

const (
	limit    = 1000  // requests that pass at once
	requests = 20000 // that are sent
	callers  = 100   // at once
)

// TestRateLimitAcrossProcesses has two processes share one Redis: of requests that come to both at once, exactly the
// limit passes. The workflow is the project's, but for the rate, of which no test outlasts a period.
func TestRateLimitAcrossProcesses(t *testing.T) {
	redis := storagetest.Redis(t)
	files := workflows(t, "ratelimit")
	const was, is = `"limitRate": "10/1m"`, `"limitRate": "1000/365d"`
	text := string(files["quote.flow.json"])
	if strings.Count(text, was) != 1 {
		t.Fatalf("the workflow does not say %s", was)
	}
	files["quote.flow.json"] = []byte(strings.Replace(text, was, is, 1))

	program := buildChanged(t, "ratelimit", files)
	servers := []*process{start(t, program, "STORAGE_URL="+redis), start(t, program, "STORAGE_URL="+redis)}
	passed, refused := quote(t, servers)
	if passed[0]+passed[1] != limit || passed[0]+passed[1]+refused != requests {
		t.Errorf("%d and %d requests passed and %d were refused, want %d of %d to pass", passed[0], passed[1], refused, limit, requests)
	}
	if passed[0] == 0 || passed[1] == 0 {
		t.Errorf("%v requests passed: one process alone proves nothing", passed)
	}
	for _, s := range servers {
		s.terminate(t)
		s.end(t)
	}
}

// quote sends all requests, to one server and the other in turn, and counts what passed each and what was refused.
func quote(t *testing.T, servers []*process) (passed [2]int64, refused int64) {
	t.Helper()
	client := &http.Client{Timeout: patience, Transport: &http.Transport{MaxIdleConnsPerHost: callers}}
	defer client.CloseIdleConnections()
	var next, no atomic.Int64
	var yes [2]atomic.Int64
	var wg sync.WaitGroup
	for range callers {
		wg.Go(func() {
			for n := next.Add(1); n <= requests; n = next.Add(1) {
				response, err := client.Get(servers[n%2].url + "/quote")
				if err != nil {
					t.Error(err)
					return
				}
				_, _ = io.Copy(io.Discard, response.Body)
				response.Body.Close()
				switch response.StatusCode {
				case http.StatusOK:
					yes[n%2].Add(1)
				case http.StatusTooManyRequests:
					no.Add(1)
				default:
					t.Errorf("answered %d", response.StatusCode)
				}
			}
		})
	}
	wg.Wait()
	return [2]int64{yes[0].Load(), yes[1].Load()}, no.Load()
}
