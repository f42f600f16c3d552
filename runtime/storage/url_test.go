package storage_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/storage"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

func TestMalformedURLs(t *testing.T) {
	const scheme = "must begin with sqlite:, memory:, postgres:, redis:// or rediss://"
	const memory = "must be memory: and nothing else"
	const postgres = "must be postgres:, for the database of DATABASE_URL, or begin with postgres://"
	const redis = "is not a URL of Redis that can be parsed"
	for url, problem := range map[string]string{
		"memcached://canary-user:canary-pw@host/": scheme,
		"storage.db":  scheme,
		":storage.db": scheme,
		"redis+ring://canary-user:canary-pw@host/": scheme,
		"memory":                    memory,
		"memory:cache":              memory,
		"sqlite:":                   "names no file: write sqlite:FILE",
		"sqlite::memory:":           "is in memory: write memory:",
		"sqlite:storage.db?mode=ro": "has parameters, which sqlite: does not take",
		"postgres:storage.db":       postgres,
		"postgresql:":               postgres,
		"postgres:":                 "is the database of DATABASE_URL, which is not PostgreSQL", // but the default, sqlite:flows.db
		"redis:storage.db":          redis,
		"redis:///0":                redis,
		"redis://canary-user:canary-pw@host:port/0":            redis,
		"redis://canary-user:canary-pw@host/first":             redis,
		"redis://canary-user:canary-pw@a,b/0":                  redis,
		"redis://canary-user:canary-pw@host/0?canary=1":        redis,
		"redis+cluster://canary-user:canary-pw@a:1,,b:2/":      redis,
		"redis+cluster://canary-user:canary-pw@a:1,b:x/":       redis,
		"redis+cluster://canary-user:canary-pw@a:1,b:2/3":      redis,
		"redis+sentinel://canary-user:canary-pw@a:1,b/0":       redis,
		"redis+sentinel://canary-user:canary-pw@a/x?master=m":  redis,
		"rediss+sentinel://canary-user:canary-pw@a b?master=m": redis,
	} {
		s := openStore(t, url)
		for range 2 { // two nodes, one problem
			storage.NewStore[string](s.setup, storage.StoreConfig{})
		}
		texts := storage.NewStore[string](s.setup, storage.StoreConfig{TTL: time.Hour})
		var config *rt.ConfigError
		if !errors.As(s.setup.Err(), &config) || len(config.Problems) != 1 ||
			config.Problems[0] != (rt.ConfigProblem{Name: "STORAGE_URL", Problem: problem}) {
			t.Errorf("%s: %v", url, s.setup.Err())
			continue
		}
		if strings.Contains(s.setup.Err().Error(), "canary") {
			t.Errorf("%s: the error quotes the URL: %v", url, s.setup.Err())
		}
		s.execute(t.Context(), func(x *rt.Exec) {
			if _, err := texts.Get(x, "k"); err == nil {
				t.Errorf("%s: a store that is not configured is read", url)
			}
		})
	}
}

// TestSecretFile names the file that can't be read, and no other problem.
func TestSecretFile(t *testing.T) {
	env := map[string]string{"FLOWC_ENV": "production", "STORAGE_URL_FILE": filepath.Join(t.TempDir(), "missing")}
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(t.TempDir()), rt.WithLogWriter(io.Discard))
	if err != nil {
		t.Fatal(err)
	}
	defer app.Close()
	setup := app.Setup()
	storage.NewStore[string](setup, storage.StoreConfig{})
	var config *rt.ConfigError
	if !errors.As(setup.Err(), &config) || len(config.Failures) != 0 || len(config.Problems) != 1 ||
		config.Problems[0].Name != "STORAGE_URL_FILE" {
		t.Errorf("%v", setup.Err())
	}
}

// TestURLsOfRedis are opened without a connection.
func TestURLsOfRedis(t *testing.T) {
	for _, url := range []string{
		"redis://host",
		"redis://user:p%40ss@host:6380/3?pool_size=7",
		"rediss://user:password@[::1]:6380/0",
		"redis+cluster://a",
		"rediss+cluster://user:password@a:7000,b,[::1]:7002/",
		"redis+sentinel://user:password@a,b:26380/1?master=m&sentinel_username=u&sentinel_password=p",
		"rediss+sentinel://a?master=m",
	} {
		s := openStore(t, url)
		storage.NewStore[string](s.setup, storage.StoreConfig{})
		if err := s.setup.Err(); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// TestUnreachable wants a service to start while its store is down, to say so, and to recover with it.
func TestUnreachable(t *testing.T) {
	url, stop := storagetest.Stoppable(t)
	s := openStore(t, url)
	texts := values[string](t, s, time.Hour)
	visits := s.counter(t, storage.CounterConfig{By: 1, TTL: time.Hour})
	ready := func(want int) {
		t.Helper()
		answer := httptest.NewRecorder()
		s.app.Handler(http.NewServeMux()).ServeHTTP(answer, httptest.NewRequest("GET", "/readyz", nil))
		if answer.Code != want {
			t.Errorf("/readyz answers %d, want %d", answer.Code, want)
		}
	}
	s.execute(t.Context(), func(x *rt.Exec) {
		if err := texts.Set(x, "k", "v"); err != nil {
			t.Error(err)
		}
	})
	ready(http.StatusOK)
	stop()
	ready(http.StatusServiceUnavailable)
	s.execute(t.Context(), func(x *rt.Exec) {
		_, errIncrement := visits.Increment(x, "n")
		_, errGet := texts.Get(x, "k")
		_, errTake := texts.Take(x, "k")
		errSet := texts.Set(x, "k", "v")
		_, errAbsent := texts.SetIfAbsent(x, "k", "v")
		errDelete := texts.Delete(x, "k")
		for i, err := range []error{errIncrement, errGet, errTake, errSet, errAbsent, errDelete} {
			if !isUnavailable(err) {
				t.Errorf("operation %d: %v", i, err)
			}
		}
	})
}

func TestSQLiteFiles(t *testing.T) {
	odd := filepath.Join(t.TempDir(), "o'dd %41 näme.db")
	for url, file := range map[string]string{
		"":                    "storage.db",
		"sqlite:storage.db":   "storage.db",
		"sqlite://storage.db": "storage.db",
		"sqlite:" + odd:       odd,
	} {
		dir := t.TempDir()
		s := openStoreIn(t, dir, url)
		values[string](t, s, time.Hour)
		if !filepath.IsAbs(file) {
			file = filepath.Join(dir, file)
		}
		if _, err := os.Stat(file); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
}

// TestRefusedStartMakesNoFile wants the file to be made once nothing is wrong with the configuration, and not before.
func TestRefusedStartMakesNoFile(t *testing.T) {
	for _, refused := range []bool{true, false} {
		dir := t.TempDir()
		s := openStoreIn(t, dir, "sqlite:storage.db")
		storage.NewStore[string](s.setup, storage.StoreConfig{TTL: time.Hour})
		if refused {
			s.setup.Problem("OTHER", "is not set")
		}
		if err := s.setup.Err(); (err != nil) != refused {
			t.Errorf("the start is refused: %v", err)
		}
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) == 0 != refused {
			t.Errorf("refused: %t, and the folder holds %v", refused, entries)
		}
	}
}

// TestFileThatDoesNotOpen is one failure, however many nodes use it.
func TestFileThatDoesNotOpen(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "text.db"), []byte(strings.Repeat("no database", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{"sqlite:sub/storage.db", "sqlite:text.db"} {
		s := openStoreIn(t, dir, url)
		storage.NewStore[string](s.setup, storage.StoreConfig{})
		storage.NewCounter(s.setup, storage.CounterConfig{TTL: time.Hour})
		var config *rt.ConfigError
		if !errors.As(s.setup.Err(), &config) || len(config.Failures) != 1 {
			t.Errorf("%s: %v", url, s.setup.Err())
		}
	}
}
