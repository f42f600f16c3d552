package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// engines runs a test on both databases.
func engines(t *testing.T, test func(t *testing.T, url string, records *log)) {
	for name, database := range map[string]string{"sqlite": "sqlite:flows.db", "postgres": dbtest.PostgresWith(t, "flows")} {
		t.Run(name, func(t *testing.T) {
			records := &log{}
			url, stop := served(t, records, map[string]string{"TARGET_URL": "http://127.0.0.1:1", "DATABASE_URL": database})
			test(t, url, records)
			stop()
			if strings.Contains(records.text.String(), `"level":"ERROR"`) || strings.Contains(records.text.String(), `"level":"WARN"`) {
				t.Errorf("the log has a failure: %s", records.text.String())
			}
		})
	}
}

// sixAtATime calls f for each of n numbers, six of them at the same time.
func sixAtATime(n int, f func(i int)) {
	var all sync.WaitGroup
	numbers := make(chan int)
	for range 6 {
		all.Go(func() {
			for i := range numbers {
				f(i)
			}
		})
	}
	for i := range n {
		numbers <- i
	}
	close(numbers)
	all.Wait()
}

// TestNoUpdateIsLost counts by reading and setting, in transactions of six callers at the same time: each counts.
func TestNoUpdateIsLost(t *testing.T) {
	engines(t, func(t *testing.T, url string, _ *log) {
		sixAtATime(60, func(int) {
			if status, text := post(t, url+"/count", ""); status != http.StatusNoContent {
				t.Errorf("answered %d %s", status, text)
			}
		})
		if _, text := send(t.Context(), t, "GET", url+"/sold"); strings.TrimSpace(text) != `{"left":[{"sku":"counted","remaining":60}],"sold":[]}` {
			t.Errorf("counted are %s", text)
		}
	})
}

// TestNothingIsBookedTwice books each of 40 rooms three times at the same time, after a look whether it is free: once it is.
func TestNothingIsBookedTwice(t *testing.T) {
	engines(t, func(t *testing.T, url string, _ *log) {
		var mu sync.Mutex
		booked := map[int]int{}
		sixAtATime(120, func(i int) {
			status, text := post(t, fmt.Sprintf("%s/rooms/%d", url, i/3), "")
			if status != http.StatusCreated && status != http.StatusConflict {
				t.Errorf("answered %d %s", status, text)
			}
			mu.Lock()
			defer mu.Unlock()
			if status == http.StatusCreated {
				booked[i/3]++
			}
		})
		_, text := send(t.Context(), t, "GET", url+"/sold")
		for room := range 40 {
			if booked[room] != 1 || !strings.Contains(text, fmt.Sprintf(`{"sku":"%d","sold":1}`, room)) {
				t.Errorf("room %d is booked %d times: %s", room, booked[room], text)
			}
		}
	})
}
