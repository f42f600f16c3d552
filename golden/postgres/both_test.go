package postgres_test

import (
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/flowc-dev/flowc/golden/postgres/both"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/migrate"
)

// grown adds columns to tables of which statements ask for all columns, or fill all.
const grown = `-- +goose Up
ALTER TABLE notes ADD COLUMN pinned BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE tags ADD COLUMN text TEXT;
`

// TestTablesGrow takes over tables that were made otherwise by `flowc migrate baseline`, and has `flowc migrate up` add columns while two
// replicas serve that were made before: no request fails, on either engine.
func TestTablesGrow(t *testing.T) {
	command := flowc(t)
	for engine, address := range map[string]string{migrate.SQLite: "sqlite:flows.db", migrate.Postgres: dbtest.Postgres(t)} {
		t.Run(engine, func(t *testing.T) {
			p := newProject(t, command, engine, address)
			p.make(t)
			p.migrate(t, "baseline", "00001_begin.sql")
			replicas := []*service{p.serve(t), p.serve(t)}
			p.underLoad(t, replicas, func() {
				path := filepath.Join(p.dir, "flows", engine, "00002_more.sql")
				if err := os.WriteFile(path, []byte(grown), 0o600); err != nil {
					t.Fatal(err)
				}
				p.migrate(t, "up", "00002_more.sql")
			})
		})
	}
}

// project is a copy of the workflows in a folder of its own, with a database.
type project struct{ command, engine, address, dir string }

func newProject(t *testing.T, command, engine, address string) *project {
	t.Helper()
	p := &project{command, engine, address, t.TempDir()}
	if err := os.CopyFS(filepath.Join(p.dir, "flows"), os.DirFS("both")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(p.dir, "go.mod"), []byte("module notes\n\ngo 1.26\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return p
}

// make makes the tables of the first migration by hand.
func (p *project) make(t *testing.T) {
	t.Helper()
	list, err := migrate.Read(os.DirFS(filepath.Join(p.dir, "flows")), p.engine)
	if err == nil {
		_, err = dbtest.Open(t, p.address, p.dir).ExecContext(t.Context(), list[0].Up)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// migrate runs a command, which has to say the name of a migration.
func (p *project) migrate(t *testing.T, command, name string) {
	t.Helper()
	c := exec.CommandContext(t.Context(), p.command, "migrate", command, "flows")
	c.Dir, c.Env = p.dir, append(os.Environ(), "DATABASE_URL="+p.address)
	if out, err := c.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != p.engine+"/"+name {
		t.Fatalf("flowc migrate %s: %v\n%s", command, err, out)
	}
}

func (p *project) serve(t *testing.T) *service {
	t.Helper()
	return serveOf(t, p.dir, map[string]string{"DATABASE_URL": p.address}, func(app *rt.App) (workflows, error) { return both.New(app) })
}

// underLoad does something while callers ask the replicas: before, meanwhile and afterwards each answer has to be right.
func (p *project) underLoad(t *testing.T, replicas []*service, do func()) {
	t.Helper()
	var answered atomic.Int64
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var all sync.WaitGroup
	for caller := range 4 {
		all.Go(func() {
			for s := replicas[caller%2]; ctx.Err() == nil; {
				if status, body := s.send(t, "POST", "/notes", `{"text": "a"}`); status != http.StatusCreated || !strings.Contains(body, `"text":"a"`) || !strings.Contains(body, `"tag":"new"`) {
					t.Errorf("adding is answered %d %s", status, body)
				}
				if status, body := s.send(t, "GET", "/notes", ""); status != http.StatusOK || strings.Contains(body, "pinned") || !strings.Contains(body, `"recent":`) {
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
	do()
	more(20)
	stop()
	all.Wait()
}
