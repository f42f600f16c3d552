package system_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// mostLost is how many bytes of the log kill -9 takes at the most: those that wait to be written, and those that are being
// written.
const mostLost = 2 * 64 << 10

// TestKillLosesFewRecords kills a process as kill -9 does while many call it: of what was answered, only the records that waited
// to be written are missing. One that is told to end writes them all.
func TestKillLosesFewRecords(t *testing.T) {
	program := build(t, "./golden/apps/hello", nil)
	for name, end := range map[string]func(*process){
		"kill -9": func(p *process) { _ = p.cmd.Process.Kill() },
		"SIGTERM": func(p *process) { _ = p.cmd.Process.Signal(syscall.SIGTERM) },
	} {
		p := start(t, program)
		answered := callUntilEnded(p, 2000, func() { end(p) })
		written, size := 0, 0
		for r := range p.records {
			if r.Message == "execution" {
				written++
			}
			size = max(size, len(r.Line))
		}
		_ = p.cmd.Wait()
		t.Logf("%s: %d answers, %d records", name, answered, written)
		if lost := answered - written; lost*size > mostLost || name == "SIGTERM" && lost > 0 {
			t.Errorf("%s: %d of %d records are lost", name, lost, answered)
		}
	}
}

// callUntilEnded has many call a process, calls end after so many answers, and returns how many came.
func callUntilEnded(p *process, enough int64, end func()) int {
	const callers = 16
	var answers atomic.Int64
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for {
				response, err := http.Get(p.url + "/hello?name=Ada")
				if err != nil {
					return
				}
				response.Body.Close()
				if response.StatusCode != http.StatusOK {
					return
				}
				if answers.Add(1) == enough {
					go end()
				}
			}
		})
	}
	all.Wait()
	return int(answers.Load())
}
