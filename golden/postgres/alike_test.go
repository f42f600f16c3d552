package postgres_test

import (
	"testing"

	"github.com/flowc-dev/flowc/golden/postgres/alike"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// onBoth runs a test of the workflows in alike on each engine.
func onBoth(t *testing.T, test func(t *testing.T, s *service, address string)) {
	for engine, address := range map[string]string{migrate.SQLite: "sqlite:flows.db", migrate.Postgres: dbtest.Postgres(t)} {
		t.Run(engine, func(t *testing.T) {
			env := map[string]string{"DATABASE_URL": address, "MIGRATE": "start"}
			test(t, serveOf(t, t.TempDir(), env, func(app *rt.App) (workflows, error) { return alike.New(app) }), address)
		})
	}
}

// exchange is a request and what it is answered with.
type exchange struct {
	method, path, body string
	status             int
	want               string
}

func (s *service) exchange(t *testing.T, all []exchange) {
	t.Helper()
	for _, e := range all {
		if status, got := s.send(t, e.method, e.path, e.body); status != e.status || got != e.want {
			t.Errorf("%s %s %s\n got %d %s\nwant %d %s", e.method, e.path, e.body, status, got, e.status, e.want)
		}
	}
}

// TestFigures wants what is computed of numbers to be a number on both engines, exact on one as it may be.
func TestFigures(t *testing.T) {
	onBoth(t, func(t *testing.T, s *service, _ string) {
		s.exchange(t, []exchange{
			{"GET", "/figures", "", 200, `{"all":{"mean":0,"rounded":null,"half":null,"share":null,"more":null,"near":0,"chosen":0},"each":[]}`},
			{"POST", "/readings", `{"day": "2026-01-31", "value": 3, "small": 1}`, 201, `{"id":1,"day":"2026-01-31","ends":null}`},
			{"POST", "/readings", `{"day": "2026-01-31", "value": 4, "small": 1}`, 201, `{"id":2,"day":"2026-01-31","ends":null}`},
			{
				"GET", "/figures", "", 200,
				`{"all":{"mean":3.5,"rounded":3.5,"half":2,"share":0,"more":10.5,"near":3.5,"chosen":3.5},"each":[{"half":1.5,"third":1},{"half":2,"third":1.3333333333333333}]}`,
			},
		})
	})
}

// TestDays wants a DATE to be a day on both engines: cut where it is bound, written as one, and compared as one.
func TestDays(t *testing.T) {
	onBoth(t, func(t *testing.T, s *service, _ string) {
		first := `{"id":1,"day":"2026-01-31","ends":"2026-02-01","value":1,"small":0.1,"half":null,"until":null}`
		second := `{"id":2,"day":"2026-02-03","ends":null,"value":2,"small":16777216,"half":null,"until":null}`
		s.exchange(t, []exchange{
			{"POST", "/readings", `{"day": "2026-01-31T23:30:00Z", "ends": "2026-01-31T23:30:00-05:00", "value": 1, "small": 0.1}`, 201, `{"id":1,"day":"2026-01-31","ends":"2026-02-01"}`},
			{"POST", "/readings", `{"day": "2026-02-03", "value": 2, "small": 16777216}`, 201, `{"id":2,"day":"2026-02-03","ends":null}`},
			{"GET", "/readings?since=2026-01-31&days=2026-02-03", "", 200, "[" + first + "," + second + "]"},
			{"GET", "/readings?since=2026-02-01T10:00:00Z&days=2026-01-31", "", 200, "[" + first + "," + second + "]"},
			{"GET", "/readings?since=2026-02-02&days=2026-02-03,2026-02-03T01:00:00Z", "", 200, "[" + second + "]"},
		})
		for _, day := range []string{"gestern", "2026-13-01", "31.1.2026"} {
			if status, got := s.send(t, "POST", "/readings", `{"day": "`+day+`", "value": 1, "small": 1}`); status != 400 {
				t.Errorf("%s: answered %d %s", day, status, got)
			}
		}
	})
}
