package runtime

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// pipe is a file that a test reads, and a lineWriter to it.
func pipe(t *testing.T) (*queuedLines, *os.File) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	q, ok := newLineWriter(w).(*queuedLines)
	if !ok {
		t.Fatal("lines to a file are not queued")
	}
	return q, r
}

// TestQueuedLines has many log at once: each line is written whole, and those of one in their order.
func TestQueuedLines(t *testing.T) {
	const callers, each = 8, 2000
	q, r := pipe(t)
	var all sync.WaitGroup
	for caller := range callers {
		all.Go(func() {
			for i := range each {
				if err := q.write(fmt.Appendf(nil, "%d %d %s\n", caller, i, strings.Repeat("x", i%100)), i%500 == 0); err != nil {
					t.Error(err)
				}
			}
		})
	}
	go func() {
		all.Wait()
		q.flush()
		q.file.Close()
	}()
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	next := [callers]int{}
	for line := range strings.Lines(string(text)) {
		var caller, i int
		var rest string
		if n, _ := fmt.Sscanf(line, "%d %d %s", &caller, &i, &rest); n < 2 || i != next[caller] || len(rest) != i%100 {
			t.Fatalf("line %q, want number %d of caller %d", line, next[caller], caller)
		}
		next[caller]++
	}
	for caller, n := range next {
		if n != each {
			t.Errorf("caller %d has %d lines, want %d", caller, n, each)
		}
	}
}

// TestQueuedLinesAreBounded has nobody read: who logs waits, and no more than a bounded number of bytes does.
func TestQueuedLinesAreBounded(t *testing.T) {
	q, r := pipe(t)
	line := bytes.Repeat([]byte("x"), 1<<10)
	const lines = 1 << 10
	done := make(chan struct{})
	go func() {
		defer close(done)
		for range lines {
			_ = q.write(line, false)
		}
	}()
	full := func() bool {
		q.mu.Lock()
		defer q.mu.Unlock()
		if len(q.waiting) > maxWaiting || cap(q.waiting) > 2*maxWaiting {
			t.Fatalf("%d bytes wait, in room for %d", len(q.waiting), cap(q.waiting))
		}
		return len(q.waiting) > maxWaiting-len(line)
	}
	for !full() {
		select {
		case <-done:
			t.Fatal("all lines are taken, though nobody reads")
		case <-time.After(time.Millisecond):
		}
	}
	go func() { <-done; q.flush(); q.file.Close() }()
	n, err := io.Copy(io.Discard, r)
	if err != nil || n != lines*int64(len(line)) {
		t.Errorf("%d bytes come (%v), want %d", n, err, lines*len(line))
	}
}

// TestExecutionLine wants the line of an execution that is written without the handler to be the handler's.
func TestExecutionLine(t *testing.T) {
	for _, node := range []string{"ok", "größe", `quo"te`, `back\slash`, "con\x7ftrol", "tab\t"} {
		for _, status := range []int{204, 500} {
			var log bytes.Buffer
			app, err := Open(WithEnv(map[string]string{"LOG_FORMAT": "json"}), WithLogWriter(&log))
			if err != nil {
				t.Fatal(err)
			}
			entry := &Entry{Workflow: "<wörk>", Node: "in", Method: "GET", Path: "/a/{b...}", Timeout: time.Minute}
			h := &handler{app: app, entry: entry, records: app.recordsOf(entry)}
			x := h.begin(httptest.NewRecorder(), httptest.NewRequest(http.MethodGet, "/a/b", nil), time.Now())
			x.Enter("in")
			x.LogOutput("out")
			x.Enter(node)
			x.answer.status, x.answered = status, x.began.Add(1234567*time.Nanosecond)
			x.logExecution()
			got := log.String()
			log.Reset()
			level := slog.LevelInfo
			if status == 500 {
				level = slog.LevelError
			}
			var when time.Time
			if start := strings.Index(got, `"time":"`); start >= 0 {
				text, _, _ := strings.Cut(got[start+len(`"time":"`):], `"`)
				if when, err = time.Parse(time.RFC3339Nano, text); err != nil {
					t.Fatal(err)
				}
			}
			r := slog.NewRecord(when, level, "execution", 0)
			r.AddAttrs(slog.String("id", x.ID()), slog.String("method", "GET"), slog.Int("status", status),
				slog.Duration("duration", 1234567*time.Nanosecond), slog.String("nodes", "in:out "+node))
			if err := x.records.handler.Handle(context.Background(), r); err != nil {
				t.Fatal(err)
			}
			if got != log.String() {
				t.Errorf("%s\n%s\nwant\n%s", strconv.Quote(node), got, log.String())
			}
			x.end()
		}
	}
}
