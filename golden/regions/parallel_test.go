package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/regions/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/flowtest"
)

// line is the way of a line that is sold.
const line = " safe both known sold note tell"

// result is what an item of POST /sell has come to.
type result struct {
	At   int    `json:"at"`
	SKU  string `json:"sku"`
	Left *int   `json:"left"`
	Why  string `json:"why"`
}

// log is a log that is read when the server has stopped.
type log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// TestSellAtTheSameTime sells lines of orders at the same time, and several orders at once, on either engine: results are in the
// lines' order, each line is as a whole or not at all, its failure is its own, and nothing is left running. It is run with -race too.
func TestSellAtTheSameTime(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) { sellAll(t, "sqlite:flows.db") })
	t.Run("postgres", func(t *testing.T) { sellAll(t, dbtest.PostgresWith(t, "flows")) })
}

func sellAll(t *testing.T, database string) {
	const orders, lines, skus = 12, 60, 5
	before := runtime.NumGoroutine()
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/s4") {
			w.WriteHeader(http.StatusTeapot)
		}
	}))
	var records log
	url, stop := served(t, &records, map[string]string{"TARGET_URL": service.URL, "DATABASE_URL": database})
	var all sync.WaitGroup
	for range orders {
		all.Go(func() { sell(t, url, lines, skus) })
	}
	all.Wait()
	answer, err := http.Get(url + "/sold")
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	var left, sold []string
	for i := range skus {
		if i != 3 { // each of its lines is taken back
			left = append(left, fmt.Sprintf(`{"sku":"s%d","remaining":-%d}`, i, orders*lines/skus*2))
			sold = append(sold, fmt.Sprintf(`{"sku":"s%d","sold":%d}`, i, orders*lines/skus*2))
		}
	}
	want := fmt.Sprintf(`{"left":[%s],"sold":[%s]}`, strings.Join(left, ","), strings.Join(sold, ","))
	var got, wanted any
	if json.Unmarshal(text, &got) != nil || json.Unmarshal([]byte(want), &wanted) != nil || fmt.Sprint(got) != fmt.Sprint(wanted) {
		t.Errorf("sold are %s\nwant     %s", text, want)
	}
	stop()
	service.Close()
	http.DefaultClient.CloseIdleConnections()
	for end := time.Now().Add(patience); runtime.NumGoroutine() > before; runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines are left of %d", runtime.NumGoroutine(), before)
		}
	}
	if strings.Contains(records.text.String(), "a-token-of-the-caller") {
		t.Error("the log has a token")
	}
	if n := strings.Count(records.text.String(), `"msg":"caught"`); n != orders*lines/skus*2 {
		t.Errorf("%d failures are logged, want %d", n, orders*lines/skus*2)
	}
	const order = "in each" + line + line + line + " safe:catch both known sold note safe:catch both known sold note tell" + line
	if !strings.Contains(records.text.String(), `"nodes":"`+order) {
		t.Errorf("no execution has the lines in their order: %.2000s", records.text.String())
	}
}

// sell sends an order.
func sell(t *testing.T, url string, lines, skus int) {
	var order strings.Builder
	for i := range lines {
		count := 2
		if i%skus == 3 {
			count = 0 // of which there is no sale
		}
		fmt.Fprintf(&order, `,{"sku":"s%d","count":%d}`, i%skus, count)
	}
	body := fmt.Sprintf(`{"lines":[%s],"token":"a-token-of-the-caller"}`, order.String()[1:])
	answer, err := http.Post(url+"/sell", "application/json", strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return
	}
	defer answer.Body.Close()
	var results []result
	if err := json.NewDecoder(answer.Body).Decode(&results); err != nil || answer.StatusCode != http.StatusOK || len(results) != lines {
		t.Errorf("answered %d with %d results: %v", answer.StatusCode, len(results), err)
		return
	}
	for i, r := range results {
		why := map[int]string{3: "note 400", 4: "tell 418"}[i%skus]
		if r.At != i || r.SKU != fmt.Sprintf("s%d", i%skus) || r.Why != why || (r.Left == nil) != (why != "") {
			t.Errorf("line %d has come to %+v, want the failure %q", i, r, why)
		}
	}
}

// served starts a server that logs to records, and returns what stops it.
func served(t *testing.T, records io.Writer, env map[string]string) (url string, stop func()) {
	t.Helper()
	server := flowtest.Start(t, flows.New, env, rt.WithLogWriter(records))
	return server.URL, server.Close
}
