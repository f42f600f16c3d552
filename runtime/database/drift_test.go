package database_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/runtime/database"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// readyz is what /readyz answers.
func (s *store) readyz(t *testing.T) string {
	t.Helper()
	if err := s.setup.Err(); err != nil {
		t.Fatal(err)
	}
	answer := httptest.NewRecorder()
	s.app.Handler(http.NewServeMux()).ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/readyz", nil))
	if answer.Code != http.StatusOK {
		t.Errorf("/readyz answers %d %s", answer.Code, answer.Body)
	}
	return answer.Body.String()
}

// TestDrift wants each statement that a database refuses told in the log and by /readyz, which answers 200 all the same.
func TestDrift(t *testing.T) {
	t.Run("sqlite", func(t *testing.T) {
		testDrift(t, openStore(t, "sqlite:test.db", "CREATE TABLE notes (id INTEGER, text TEXT)"))
	})
	t.Run("postgres", func(t *testing.T) {
		s := openStore(t, dbtest.Postgres(t), "")
		s.exec(t, "CREATE TABLE notes (id INTEGER, text TEXT)")
		testDrift(t, s)
	})
	t.Run("pooled", func(t *testing.T) {
		address := dbtest.Postgres(t)
		openStore(t, address, "").exec(t, "CREATE TABLE notes (id INTEGER, text TEXT)")
		testDrift(t, openStore(t, dbtest.Pooled(t, address), ""))
	})
}

func testDrift(t *testing.T, s *store) {
	for node, text := range map[string]string{
		"fits": "SELECT id FROM notes WHERE text = $1", "gives": "INSERT INTO notes VALUES ($1, $2)", "gone": "SELECT colour FROM notes WHERE id = $1",
		"nowhere": "DELETE FROM nowhere",
	} {
		database.NewStatement(s.setup, "DATABASE_URL", text, database.At("w", node))
	}
	for range 2 {
		got := s.readyz(t)
		for node, drifts := range map[string]bool{"fits": false, "gives": false, "gone": true, "nowhere": true} {
			if strings.Contains(got, `{"workflow":"w","node":"`+node+`"}`) != drifts {
				t.Errorf("/readyz says %s; of %s that is wrong", got, node)
			}
		}
	}
	for _, node := range []string{"gone", "nowhere"} {
		if n := strings.Count(s.log.String(), `"node":"`+node+`"`); n != 1 {
			t.Errorf("%s is logged %d times: %s", node, n, s.log)
		}
	}
	if strings.Contains(s.log.String(), `"node":"fits"`) || strings.Contains(s.log.String(), `"node":"gives"`) {
		t.Errorf("it logs what fits: %s", s.log)
	}
}

// TestNoDrift wants nothing said where all statements fit.
func TestNoDrift(t *testing.T) {
	s := openStore(t, "sqlite:test.db", "CREATE TABLE notes (id INTEGER)")
	database.NewStatement(s.setup, "DATABASE_URL", "SELECT id FROM notes", database.At("w", "n"))
	if got := s.readyz(t); got != `{"status":"ok"}` || strings.Contains(s.log.String(), "statement") {
		t.Errorf("/readyz says %s, and the log %s", got, s.log)
	}
}

// TestDriftUnasked says once that there is no asking, where the URL has all statements sent as texts for a pooler's sake.
func TestDriftUnasked(t *testing.T) {
	s := openStore(t, dbtest.Pooled(t, dbtest.Postgres(t))+"&default_query_exec_mode=simple_protocol", "")
	database.NewStatement(s.setup, "DATABASE_URL", "SELECT nothing FROM nowhere", database.At("w", "n"))
	for range 2 {
		if got := s.readyz(t); got != `{"status":"ok"}` {
			t.Errorf("/readyz says %s", got)
		}
	}
	if n := strings.Count(s.log.String(), "a pooler in between forbids it"); n != 1 {
		t.Errorf("it is said %d times: %s", n, s.log)
	}
}

// TestDriftLater wants a database that was not there at first compared once it is reached.
func TestDriftLater(t *testing.T) {
	server := dbtest.NewServer(t)
	server.Stop(t)
	s := openStore(t, server.URL, "")
	database.NewStatement(s.setup, "DATABASE_URL", "SELECT nothing FROM nowhere", database.At("w", "n"))
	answer := httptest.NewRecorder()
	s.app.Handler(http.NewServeMux()).ServeHTTP(answer, httptest.NewRequestWithContext(t.Context(), "GET", "/readyz", nil))
	if answer.Code != http.StatusServiceUnavailable {
		t.Errorf("without a server /readyz answers %d", answer.Code)
	}
	server.Start(t)
	if got := s.readyz(t); got != `{"status":"ok","drift":[{"workflow":"w","node":"n"}]}` {
		t.Errorf("/readyz says %s", got)
	}
}
