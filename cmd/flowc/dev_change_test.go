package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/harness"
)

// saves is how often a workflow is saved while it is called, and pace how often it is called.
const (
	saves = 10
	pace  = time.Second / 200
)

// TestDevChanges calls a project 200 times a second, by connections that are kept and by new ones, while its workflow is saved ten
// times: each request is answered, by one version.
func TestDevChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a project")
	}
	t.Parallel()
	shop := newProject(t, "hello")
	document := filepath.Join(shop, "flows", "hello.flow.json")
	good := harness.Read(t, document)
	save := func(n int) {
		harness.Write(t, document, strings.Replace(good, `{"message": `, fmt.Sprintf(`{"first": %d, "last": %d, "message": `, n, n), 1))
	}
	save(0)
	dev := startDev(t, shop, "127.0.0.1:0")
	url := strings.TrimPrefix(dev.await("Serving http://"), "Serving ") + "/hello?name=Ada"
	dev.await("GET " + url[:strings.Index(url, "?")])

	callers := newCallers(t, url)
	for n := 1; n <= saves; n++ {
		save(n)
		if took := dev.await("the change is served, "); !strings.Contains(took, "noticed ") || !strings.Contains(took, ", built ") {
			t.Errorf("the phases are %q", took)
		}
		callers.until(n)
	}
	callers.stop()
	t.Logf("%d requests, %d versions", callers.answered.Load(), saves+1)
	dev.stop()
}

// callers call a URL until they are stopped.
type callers struct {
	t        *testing.T
	url      string
	clients  []*http.Client
	cancel   context.CancelFunc
	all      sync.WaitGroup
	answered atomic.Int64
	newest   atomic.Int64 // the highest version that has answered
}

func newCallers(t *testing.T, url string) *callers {
	ctx, cancel := context.WithCancel(t.Context())
	c := &callers{t: t, url: url, cancel: cancel, clients: []*http.Client{
		{Transport: &http.Transport{MaxIdleConnsPerHost: 100}}, {Transport: &http.Transport{DisableKeepAlives: true}},
	}}
	c.all.Go(func() {
		tick := time.NewTicker(pace)
		defer tick.Stop()
		for i := 0; ; i++ {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				c.all.Go(func() { c.call(c.clients[i%len(c.clients)]) })
			}
		}
	})
	t.Cleanup(c.stop)
	return c
}

func (c *callers) call(client *http.Client) {
	res, err := client.Get(c.url)
	if err != nil {
		c.t.Error(err)
		return
	}
	defer res.Body.Close()
	answer := struct{ First, Last int64 }{-1, -2}
	if err := json.NewDecoder(res.Body).Decode(&answer); err != nil || res.StatusCode != http.StatusOK || answer.First != answer.Last {
		c.t.Errorf("answered %d %+v (%v)", res.StatusCode, answer, err)
		return
	}
	c.answered.Add(1)
	for {
		newest := c.newest.Load()
		if answer.First <= newest || c.newest.CompareAndSwap(newest, answer.First) {
			return
		}
	}
}

// until waits for an answer of a version.
func (c *callers) until(version int) {
	c.t.Helper()
	late := time.After(time.Minute)
	tick := time.NewTicker(pace)
	defer tick.Stop()
	for c.newest.Load() < int64(version) {
		select {
		case <-tick.C:
		case <-late:
			c.t.Fatalf("version %d does not answer", version)
		}
	}
}

func (c *callers) stop() {
	c.cancel()
	c.all.Wait()
	for _, client := range c.clients {
		client.CloseIdleConnections()
	}
}
