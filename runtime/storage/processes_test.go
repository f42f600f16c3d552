package storage_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

const (
	executionsOfProcess = 16
	incrementsOfProcess = 300 // of each execution
)

// storeOfProcess holds the URL of the store that TestIncrementingProcess is to use.
const storeOfProcess = "FLOWC_TEST_PROCESS_STORE"

// TestIncrementingProcess is what TestProcesses runs.
func TestIncrementingProcess(t *testing.T) {
	url := os.Getenv(storeOfProcess)
	if url == "" {
		t.Skip("a part of TestProcesses")
	}
	s := openStore(t, url)
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
	s.concurrently(t, executionsOfProcess, func(x *rt.Exec) {
		for range incrementsOfProcess {
			if _, err := visits.Increment(x, "visits"); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestProcesses has two processes count on one store at once, and none of it lost.
func TestProcesses(t *testing.T) {
	for name, url := range map[string]func(t *testing.T) string{
		"sqlite":   func(t *testing.T) string { return "sqlite:" + filepath.Join(t.TempDir(), "storage.db") },
		"postgres": func(t *testing.T) string { return postgresWithTable(t) },
		"redis":    func(t *testing.T) string { return storagetest.Redis(t) },
	} {
		t.Run(name, func(t *testing.T) {
			const processes = 2
			url := url(t)
			var running sync.WaitGroup
			for range processes {
				running.Go(func() { runProcess(t, url) })
			}
			running.Wait()

			s := openStore(t, url)
			visits := s.counter(t, storage.CounterConfig{By: 0, TTL: time.Hour})
			s.execute(t.Context(), func(x *rt.Exec) {
				count, err := visits.Increment(x, "visits")
				if want := int64(processes * executionsOfProcess * incrementsOfProcess); err != nil || count.Value != want {
					t.Errorf("%+v, %v, want %d", count, err, want)
				}
			})
		})
	}
}

func runProcess(t *testing.T, url string) {
	process := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestIncrementingProcess$")
	process.Env = append(os.Environ(), fmt.Sprintf("%s=%s", storeOfProcess, url))
	if output, err := process.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, output)
	}
}

// TestSQLiteSurvivesARestart also wants a time to live to go on meanwhile.
func TestSQLiteSurvivesARestart(t *testing.T) {
	dir := t.TempDir()
	first := openStoreIn(t, dir, "sqlite:storage.db")
	texts := values[string](t, first, time.Hour)
	visits := first.counter(t, storage.CounterConfig{By: 1, TTL: time.Minute})
	first.execute(t.Context(), func(x *rt.Exec) {
		_, err := visits.Increment(x, "n")
		if errSet := texts.Set(x, "k", "v"); errSet != nil || err != nil {
			t.Error(err, errSet)
		}
	})
	if err := first.app.Close(); err != nil {
		t.Fatal(err)
	}

	second := openStoreIn(t, dir, "sqlite:storage.db")
	second.advance(2 * time.Minute)
	texts = values[string](t, second, time.Hour)
	visits = second.counter(t, storage.CounterConfig{By: 1, TTL: time.Minute})
	second.execute(t.Context(), func(x *rt.Exec) {
		if item, err := texts.Get(x, "k"); err != nil || item.Value != "v" {
			t.Errorf("%+v, %v", item, err)
		}
		if count, err := visits.Increment(x, "n"); err != nil || count.Value != 1 {
			t.Errorf("%+v, %v", count, err)
		}
	})
}
