package mcptoken_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/fn"
	"github.com/flowc-dev/flowc/runtime/mcptoken"
)

// fixture is a store in a database of its own, and where that is.
type fixture struct {
	*mcptoken.Store
	setup    *rt.Setup
	url, dir string
}

// began is what the clock says.
var began = time.Unix(1_800_000_000, 5)

func open(t *testing.T, url, dir string) fixture {
	t.Helper()
	app, err := rt.Open(rt.WithEnv(map[string]string{"DATABASE_URL": url}), rt.WithDir(dir), rt.WithLogWriter(io.Discard),
		rt.WithClock(func() time.Time { return began }))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := app.Close(); err != nil {
			t.Error(err)
		}
	})
	setup := app.Setup()
	store := mcptoken.Open(setup)
	if err := setup.Err(); err != nil {
		t.Fatal(err)
	}
	return fixture{store, setup, url, dir}
}

// onBoth runs a test on the embedded database and on PostgreSQL.
func onBoth(t *testing.T, test func(*testing.T, fixture)) {
	t.Run("sqlite", func(t *testing.T) { test(t, open(t, "sqlite:tokens.db", t.TempDir())) })
	t.Run("postgres", func(t *testing.T) { test(t, open(t, dbtest.Postgres(t), t.TempDir())) })
}

func TestTokens(t *testing.T) {
	onBoth(t, func(t *testing.T, s fixture) {
		ctx := t.Context()
		if all, err := s.List(ctx); err != nil || len(all) != 0 {
			t.Fatalf("before the first: %v, %v", all, err)
		}
		if _, err := s.Find(ctx, "flowc_mcp_x"); !errors.Is(err, mcptoken.ErrUnknown) {
			t.Errorf("before the first: %v, want ErrUnknown", err)
		}
		if err := s.Revoke(ctx, "x"); !errors.Is(err, mcptoken.ErrUnknown) {
			t.Errorf("before the first: %v, want ErrUnknown", err)
		}
		b := create(t, s, "b", "notes:write", "notes:run", "notes:run")
		a := create(t, s, "a", "x")
		if a == b || !mcptoken.Looks(a) || !mcptoken.Looks(b) {
			t.Errorf("the tokens are %d and %d bytes long, and equal: %v", len(a), len(b), a == b)
		}
		found, err := s.Find(ctx, b)
		if err != nil || found.Name != "b" || !slices.Equal(found.Scopes, []string{"notes:run", "notes:write"}) {
			t.Errorf("found %+v, %v", found, err)
		}
		if found.Created.Unix() != began.Unix() || found.Expires.Sub(found.Created) != 30*24*time.Hour {
			t.Errorf("created %s, expires %s", found.Created, found.Expires)
		}
		if all, err := s.List(ctx); err != nil || len(all) != 2 || all[0].Name != "a" || all[1].Name != "b" {
			t.Errorf("lists %v, %v", all, err)
		}
		if _, err := s.Create(ctx, "a", []string{"x"}, time.Hour); !errors.Is(err, mcptoken.ErrTaken) {
			t.Errorf("a name twice: %v, want ErrTaken", err)
		}
		if err := s.Revoke(ctx, "c"); !errors.Is(err, mcptoken.ErrUnknown) {
			t.Errorf("a name that nobody has: %v, want ErrUnknown", err)
		}
		if err := s.Revoke(ctx, "a"); err != nil {
			t.Error(err)
		}
		if _, err := s.Find(ctx, a); !errors.Is(err, mcptoken.ErrUnknown) {
			t.Errorf("after it was revoked: %v, want ErrUnknown", err)
		}
		if again := create(t, s, "a", "x"); again == a {
			t.Error("a new token is the old one")
		}
	})
}

func create(t *testing.T, s fixture, name string, scopes ...string) string {
	t.Helper()
	text, err := s.Create(t.Context(), name, scopes, 30*24*time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What is stored opens nothing: it is a hash.
func TestOnlyHashesAreStored(t *testing.T) {
	onBoth(t, func(t *testing.T, s fixture) {
		text := create(t, s, "a", "x")
		var stored string
		db := dbtest.Open(t, s.url, s.dir)
		if err := db.QueryRowContext(t.Context(), "SELECT name || ' ' || hash || ' ' || scopes FROM flowc_mcp_tokens").Scan(&stored); err != nil {
			t.Fatal(err)
		}
		hash := strings.Fields(stored)[1]
		if hash != fn.SHA256(text) || strings.Contains(stored, strings.TrimPrefix(text, "flowc_mcp_")) {
			t.Errorf("stored is %q", stored)
		}
		if _, err := s.Find(t.Context(), hash); !errors.Is(err, mcptoken.ErrUnknown) {
			t.Errorf("the hash as a token: %v, want ErrUnknown", err)
		}
	})
}

// Of many that take one name at once, one gets it.
func TestNamesAreUnique(t *testing.T) {
	onBoth(t, func(t *testing.T, s fixture) {
		create(t, s, "first", "x") // makes the table
		var wg sync.WaitGroup
		errs := make([]error, 8)
		for i := range errs {
			wg.Go(func() { _, errs[i] = s.Create(t.Context(), "same", []string{"x"}, time.Hour) })
		}
		wg.Wait()
		made := 0
		for _, err := range errs {
			if err == nil {
				made++
			} else if !errors.Is(err, mcptoken.ErrTaken) {
				t.Error(err)
			}
		}
		if made != 1 {
			t.Errorf("%d were made, want 1", made)
		}
	})
}

// Another process sees at once what one does.
func TestProcessesShareTokens(t *testing.T) {
	one := open(t, "sqlite:tokens.db", t.TempDir())
	two := open(t, one.url, one.dir)
	if _, err := two.Find(t.Context(), "flowc_mcp_x"); !errors.Is(err, mcptoken.ErrUnknown) {
		t.Fatal(err)
	}
	text := create(t, one, "a", "x")
	if _, err := two.Find(t.Context(), text); err != nil {
		t.Errorf("made by the other: %v", err)
	}
	if err := one.Revoke(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	if _, err := two.Find(t.Context(), text); !errors.Is(err, mcptoken.ErrUnknown) {
		t.Errorf("revoked by the other: %v", err)
	}
}

func TestWhatTokensCantBe(t *testing.T) {
	s := open(t, "sqlite::memory:", t.TempDir())
	for _, c := range []struct {
		name     string
		scopes   []string
		lifetime time.Duration
	}{
		{"", []string{"x"}, time.Hour},
		{"-flag", []string{"x"}, time.Hour},
		{"a\nb", []string{"x"}, time.Hour},
		{"17", []string{"x"}, time.Hour}, // the id of a user
		{strings.Repeat("a", 101), []string{"x"}, time.Hour},
		{"a", nil, time.Hour},
		{"a", []string{""}, time.Hour},
		{"a", []string{"a b"}, time.Hour},
		{"a", []string{"a,b"}, time.Hour},
		{"a", []string{`a"b`}, time.Hour},
		{"a", []string{"é"}, time.Hour},
		{"a", []string{"x"}, 0},
		{"a", []string{"x"}, -time.Hour},
	} {
		if text, err := s.Create(t.Context(), c.name, c.scopes, c.lifetime); err == nil || text != "" {
			t.Errorf("%q %q %s: made", c.name, c.scopes, c.lifetime)
		}
	}
}

func TestLooks(t *testing.T) {
	good := "flowc_mcp_" + strings.Repeat("a", 43)
	for text, want := range map[string]bool{good: true, good + "a": false, good[:52]: false, "": false, strings.ToUpper(good): false, "eyJ.e30.x": false} {
		if got := mcptoken.Looks(text); got != want {
			t.Errorf("Looks(%q) = %v", text, got)
		}
	}
}

func TestContextEndsALookUp(t *testing.T) {
	s := open(t, "sqlite:tokens.db", t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Find(ctx, "x"); !errors.Is(err, context.Canceled) {
		t.Errorf("with a context that has ended: %v", err)
	}
}
