package debuglog_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// told is what a caller is told of a failure, by a Response that says all of error.
type told struct {
	Message, Node string
	Status        int
}

// TestFailuresNameNoInside wants error.message to say which node failed and how, with nothing of how we are built; the
// detail is in the log, once.
func TestFailuresNameNoInside(t *testing.T) {
	up, down := start(t, newGarden(), nil), start(t, newGarden(), map[string]string{"STORAGE_URL": "redis://127.0.0.1:1"})
	for _, tt := range []struct {
		server *server
		path   string
		want   told
		detail string // in the log
	}{
		{up, "api", told{"call failed: the service can't be reached", "call", 500}, "connection refused"},
		{up, "status", told{"refused failed: the service answered with status 503", "refused", 503}, "GET http://127.0.0.1:"},
		{up, "sql", told{"wrong failed: the database can't do this", "wrong", 500}, "size_of_notes"},
		{down, "storage", told{"store failed: Local Storage is unavailable", "store", 503}, "connection refused"},
		{up, "code", told{"broken failed: unexpected error", "broken", 500}, "db.internal:5432"},
		{up, "panic", told{"panics failed: unexpected error", "panics", 500}, "panic: in /srv/app"},
		{up, "told", told{"tells failed: the seat is taken", "tells", 409}, "the seat is taken"},
	} {
		text := tt.server.do(t, 502, "POST", "/debug/fails/"+tt.path, nil)
		var got told
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Fatal(err)
		}
		if got != tt.want {
			t.Errorf("%s: the caller is told %+v, want %+v", tt.path, got, tt.want)
		}
		caught := slices.DeleteFunc(tt.server.caught(t), func(r record) bool { return r.Node != tt.want.Node })
		if len(caught) != 1 || !strings.Contains(caught[0].Error, tt.detail) {
			t.Errorf("%s: logged as %v, want one record with %q", tt.path, caught, tt.detail)
		}
	}
}

// caught are the records so far of failures that a workflow has handled.
func (s *server) caught(t *testing.T) []record {
	t.Helper()
	return slices.DeleteFunc(readRecords(t, s.log.String()), func(r record) bool { return r.Msg != "caught" && r.Msg != "failed" })
}
