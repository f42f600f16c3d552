package postgres_test

import (
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// TestTypes wants each type of PostgreSQL in the form that JSON has for it.
func TestTypes(t *testing.T) {
	s := serve(t, dbtest.PostgresWith(t, "flows"))
	for _, c := range []struct {
		method, path, body string
		status             int
		want               string
	}{
		{"POST", "/things", `{"key": "A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11", "feels": "glad", "moods": ["sad", "glad"], "tags": ["a", "b,\"c\""], "price": "12.5",
			"small": -3, "born": "2026-01-31", "days": ["2024-02-29"], "took": "1 day 2 hours", "raw": "aGk="}`, 201,
			`{"born":"2026-01-31","text":"born 2026-01-31T00:00:00Z, a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11","thing":{"id":1,"key":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11",` +
				`"feels":"glad","moods":["sad","glad"],"tags":["a","b,\"c\""],"price":"12.50","small":-3,"born":"2026-01-31","days":["2024-02-29"],` +
				`"took":"1 day 02:00:00","made":"2026-01-31T08:00:00Z","doc":{},"raw":"aGk="}}`},
		{"GET", "/things?keys=a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11&keys=a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12&tags=x&tags=a&not=4", "", 200,
			`{"born":["2026-01-31"],"later":["2026-01-31T00:00:00Z"],"things":[{"key":"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11","feels":"glad","born":"2026-01-31"}]}`},
		{"GET", "/things?keys=a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11&tags=a&not=4&not=-3", "", 200, `{"born":[],"later":[],"things":[]}`},
		{"GET", "/clock", "", 200,
			`[{"there":"2026-01-31T09:00:00","day":"2026-01-31T00:00:00","begins":"2026-01-30T23:00:00Z","last":"2026-01-31T08:00:00","made":"2026-01-31T08:00:00Z","cells":[[1,2],[3,null]]}]`},
		{"POST", "/things", `{"key": "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "feels": "sad", "tags": [], "price": "0"}`, 409, `{"error":"kept already"}`},
	} {
		if status, got := s.send(t, c.method, c.path, c.body); status != c.status || got != c.want {
			t.Errorf("%s %s %s\n got %d %s\nwant %d %s", c.method, c.path, c.body, status, got, c.status, c.want)
		}
	}
}
