package system_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

const (
	movers      = 32 // that move money at the same time
	accounts    = "abcd"
	allAccounts = 4000 // what they hold together
)

// TestTransfersUnderKill moves money between accounts while the process is killed as kill -9 does: what all accounts hold
// together never changes, and what was answered 200 is there.
func TestTransfersUnderKill(t *testing.T) {
	t.Parallel()
	program := build(t, "./golden/faults", nil)
	t.Run("sqlite", func(t *testing.T) {
		transferUnderKill(t, program, "sqlite:"+filepath.Join(t.TempDir(), "flows.db"))
	})
	t.Run("postgres", func(t *testing.T) {
		transferUnderKill(t, program, dbtest.PostgresWith(t, filepath.Join("..", "faults", "flows")))
	})
}

func transferUnderKill(t *testing.T, program, database string) {
	const kills, moved = 3, 100
	acknowledged := &transfers{enough: moved}
	for range kills {
		p := start(t, program, "DATABASE_URL="+database)
		acknowledged.untilKilled(t, p)
		acknowledged.enough += moved
	}
	p := start(t, program, "DATABASE_URL="+database)
	held, done := p.accounts(t)
	if held != allAccounts {
		t.Errorf("the accounts hold %d, want %d", held, allAccounts)
	}
	for _, n := range acknowledged.numbers {
		if _, found := slices.BinarySearch(done, n); !found {
			t.Errorf("transfer %d was answered 200 and is lost", n)
		}
	}
	if len(acknowledged.numbers) < kills*moved {
		t.Errorf("only %d transfers were acknowledged: that proves nothing", len(acknowledged.numbers))
	}
	t.Logf("%d transfers were acknowledged, %d are done, after %d kills", len(acknowledged.numbers), len(done), kills)
}

// transfers are those that were answered 200.
type transfers struct {
	mu      sync.Mutex
	last    int // number
	numbers []int
	enough  int // of them, until the process is killed
}

// untilKilled has many callers move money, looks at the accounts meanwhile, and kills the process once enough is moved.
func (a *transfers) untilKilled(t *testing.T, p *process) {
	t.Helper()
	var wg sync.WaitGroup
	for caller := range movers {
		wg.Go(func() {
			for n := a.next(); n > 0; n = a.next() {
				to := caller % 3 // the lower name is locked first: callers wait for one another, but in no circle
				from := to + 1 + n%(len(accounts)-to-1)
				text := post(p.url+"/transfers", fmt.Sprintf(`{"n": %d, "from": "%c", "to": "%c", "amount": %d}`, n, accounts[from], accounts[to], 1+n%5))
				if strings.HasPrefix(text, "200 ") {
					a.acknowledge(n)
				}
				if !strings.HasPrefix(text, "200 ") && !strings.HasPrefix(text, "409 ") && !strings.HasPrefix(text, "503 ") {
					return
				}
			}
		})
	}
	for !a.isEnough() {
		if held, _ := p.accounts(t); held != allAccounts {
			t.Errorf("the accounts hold %d meanwhile, want %d", held, allAccounts)
			break
		}
	}
	p.kill()
	wg.Wait()
}

// next is the number of the next transfer.
func (a *transfers) next() int {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.last++
	return a.last
}

func (a *transfers) acknowledge(n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.numbers = append(a.numbers, n)
}

func (a *transfers) isEnough() bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	return len(a.numbers) >= a.enough
}

// accounts is what all accounts hold together, and the numbers of the transfers that are done, sorted.
func (p *process) accounts(t *testing.T) (held int, done []int) {
	t.Helper()
	var found struct {
		Held      int
		Transfers []struct{ N int }
	}
	if err := json.Unmarshal([]byte(get(t, p.url+"/accounts")), &found); err != nil {
		t.Fatal(err)
	}
	for _, transfer := range found.Transfers {
		done = append(done, transfer.N)
	}
	return found.Held, done
}
