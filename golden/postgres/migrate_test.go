package postgres_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// additive adds to a table what those who don't know it can do without.
var additive = map[string]string{
	"00002_colour.sql": "-- +goose Up\nALTER TABLE things ADD COLUMN colour text NOT NULL DEFAULT 'none';\n",
	"00003_index.sql":  "-- +goose NO TRANSACTION\n-- +goose Up\nCREATE INDEX CONCURRENTLY things_colour ON things (colour);\n",
}

// TestAdditiveMigration migrates while two replicas serve: no request fails.
func TestAdditiveMigration(t *testing.T) {
	address := dbtest.PostgresWith(t, "flows")
	replicas := []*service{serve(t, address), serve(t, address)}
	var answered atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	for caller := range 4 {
		all.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				s, n := replicas[caller%2], caller*1_000_000+i
				if status, body := s.send(t, "POST", "/things", kept(n)); status != http.StatusCreated {
					t.Errorf("keeping is answered %d %s", status, body)
				}
				if status, body := s.send(t, "GET", fmt.Sprintf("/things?keys=00000000-0000-0000-0000-%012d&tags=a&not=1", n), ""); status != http.StatusOK {
					t.Errorf("reading is answered %d %s", status, body)
				}
				answered.Add(1)
			}
		})
	}
	more := func(n int64) {
		before := answered.Load()
		eventually(t, "the replicas answer", func() bool { return answered.Load() >= before+n })
	}
	more(20)
	list, err := migrate.Read(os.DirFS("flows"), migrate.Postgres)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"00002_colour.sql", "00003_index.sql"} {
		m, err := migrate.Parse(name, additive[name])
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	ran, err := migrate.Up(t.Context(), direct(t, address), migrate.Postgres, list)
	if err != nil || len(ran) != 2 {
		t.Errorf("run are %d, %v", len(ran), err)
	}
	more(20)
	stop()
	all.Wait()
}

// TestMigratedAtStart wants a service to say which migrations its server lacks, and to run them where it is asked to.
func TestMigratedAtStart(t *testing.T) {
	address := dbtest.Postgres(t)
	if status, body := serve(t, address).send(t, "POST", "/things", kept(1)); status != http.StatusInternalServerError {
		t.Errorf("without tables it is answered %d %s", status, body)
	}
	s := serve(t, address, "MIGRATE=start")
	if status, body := s.send(t, "POST", "/things", kept(1)); status != http.StatusCreated {
		t.Errorf("answered %d %s", status, body)
	}
	if !strings.Contains(s.log.String(), "migrations.postgres/00001_begin.sql") {
		t.Errorf("it logs %s", s.log)
	}
}
