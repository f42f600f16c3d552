package system_test

import (
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

const (
	kills  = 5   // of the same database
	enough = 200 // rows that are acknowledged before each
)

// TestKillLosesNothing kills a process as kill -9 does, again and again in the middle of writes: whatever was
// acknowledged is in the database and in Local Storage afterwards.
func TestKillLosesNothing(t *testing.T) {
	t.Parallel()
	program, dir := build(t, "./golden/faults", nil), t.TempDir()
	environment := []string{
		"DATABASE_URL=sqlite:" + filepath.Join(dir, "flows.db"), "STORAGE_URL=sqlite:" + filepath.Join(dir, "storage.db"),
	}
	var acknowledged []int
	visits := 0
	for round := range kills {
		p := start(t, program, environment...)
		kept, counted := writeUntilKilled(p, round)
		acknowledged = append(acknowledged, kept...)
		visits += counted
	}
	p := start(t, program, environment...)
	stored := p.stored(t)
	for _, n := range acknowledged {
		if _, found := slices.BinarySearch(stored, n); !found {
			t.Errorf("%d was acknowledged and is lost", n)
		}
	}
	var last struct{ Visits int }
	text := post(p.url+"/visits", "")
	if err := json.Unmarshal([]byte(strings.TrimPrefix(text, "200 ")), &last); err != nil || last.Visits <= visits {
		t.Errorf("the counter answers %q after %d acknowledged visits", text, visits)
	}
	if len(acknowledged) < kills*enough {
		t.Errorf("only %d rows were acknowledged: that proves nothing", len(acknowledged))
	}
	t.Logf("%d rows and %d visits were acknowledged, and nothing of them was lost in %d kills", len(acknowledged), visits, kills)
}

// stored are the numbers in the database, sorted.
func (p *process) stored(t *testing.T) []int {
	t.Helper()
	var rows []struct{ N int }
	if err := json.Unmarshal([]byte(get(t, p.url+"/numbers")), &rows); err != nil {
		t.Fatal(err)
	}
	var all []int
	for _, row := range rows {
		all = append(all, row.N)
	}
	return all
}

// writeUntilKilled has many callers write, kills the process once enough was acknowledged, and returns what was.
func writeUntilKilled(p *process, round int) (kept []int, visits int) {
	const callers = 8
	var mu sync.Mutex
	var wg sync.WaitGroup
	killed := make(chan struct{})
	for caller := range callers {
		wg.Go(func() {
			for i := 0; ; i++ {
				n := (round*callers+caller)*1_000_000 + i
				row := p.keep(n, "x")
				visit := post(p.url+"/visits", "")
				mu.Lock()
				if row == "201 " {
					kept = append(kept, n)
				}
				if strings.HasPrefix(visit, "200 ") {
					visits++
				}
				if len(kept) == enough && row == "201 " {
					close(killed)
				}
				mu.Unlock()
				if row != "201 " {
					return
				}
			}
		})
	}
	gaveUp := make(chan struct{})
	go func() { wg.Wait(); close(gaveUp) }()
	select {
	case <-killed:
	case <-gaveUp: // too little was acknowledged, which the test will see
	}
	p.kill()
	<-gaveUp
	return kept, visits
}
