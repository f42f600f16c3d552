package postgres_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	ask "github.com/flowc-dev/flowc/cmd/flowc/postgres"
	"github.com/flowc-dev/flowc/gen/migrations"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/golden/harness"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/schema/diag"
)

// servers are the ways to a PostgreSQL: one that is started for this, and one that is named.
func servers(t *testing.T, test func(t *testing.T, prover *ask.Prover)) {
	t.Run("started", func(t *testing.T) {
		t.Setenv(ask.Variable, "")
		test(t, proverOf(t))
	})
	t.Run("named", func(t *testing.T) {
		t.Setenv(ask.Variable, dbtest.Postgres(t))
		test(t, proverOf(t))
	})
}

// schemaOf is a schema of one file.
func schemaOf(text string) ask.Schema {
	return ask.Schema{Files: []migrations.File{{Name: postgres.SchemaFile, Src: text, Up: text, Alone: true}}}
}

func proverOf(t *testing.T) *ask.Prover {
	t.Helper()
	p := &ask.Prover{}
	t.Cleanup(p.Close)
	return p
}

// prove fails the test where there is no server and CI wants one, and skips it elsewhere.
func prove(t *testing.T, p *ask.Prover, schema string, statements ...string) (*postgres.Facts, diag.List) {
	t.Helper()
	facts, problems, err := p.Prove(t.Context(), schemaOf(schema), statements)
	if errors.Is(err, ask.ErrNone) && os.Getenv("FLOWC_TEST_REQUIRE_SERVICES") != "1" {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	return facts, problems
}

const everyType = `
CREATE TYPE mood AS ENUM ('sad', 'glad');
CREATE DOMAIN email AS text CHECK (VALUE LIKE '%@%');
CREATE TABLE things (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, small smallint, price numeric(10, 2) NOT NULL, score real, ok boolean NOT NULL,
	name varchar(20) NOT NULL, key uuid NOT NULL, mail email NOT NULL, feels mood NOT NULL, made timestamptz NOT NULL DEFAULT now(),
	day date, took interval, raw bytea, doc jsonb NOT NULL DEFAULT '{}', tags text[] NOT NULL DEFAULT '{}', moods mood[], mails email[]
);
CREATE VIEW cheap AS SELECT id, name FROM things WHERE price < 10;
`

func TestProve(t *testing.T) {
	servers(t, func(t *testing.T, p *ask.Prover) {
		insert := "INSERT INTO things (small, price, ok, name, key, mail, feels, day) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
		statements := []string{
			"SELECT * FROM things WHERE id = $1", "SELECT id, name FROM cheap", "SELECT t.name FROM cheap c LEFT JOIN things t ON t.id = c.id",
			insert, "SELECT nam FROM things", "SELEC", "SELECT $1 + 1",
		}
		facts, problems := prove(t, p, everyType, statements...)
		if len(problems) > 0 || facts.Server < 12 {
			t.Fatalf("problems %v, of version %d", problems, facts.Server)
		}
		said := func(i int) postgres.Statement { return facts.Statements[postgres.Hash(statements[i])] }
		var columns []string
		for _, c := range said(0).Columns {
			columns = append(columns, c.Name+" "+c.Type+map[bool]string{true: "!"}[c.NotNull])
		}
		if got, want := strings.Join(columns, ", "), "id int8!, small int2, price numeric!, score float4, ok bool!, name varchar!, key uuid!, "+
			"mail text!, feels mood!, made timestamptz!, day date, took interval, raw bytea, doc jsonb!, tags text[]!, moods mood[], mails text[]"; got != want {
			t.Errorf("columns are %s\nwant        %s", got, want)
		}
		if want := map[string][]string{"mood": {"sad", "glad"}}; !reflect.DeepEqual(facts.Enums, want) {
			t.Errorf("enums are %v, want %v", facts.Enums, want)
		}
		if c := said(1).Columns[0]; c.NotNull {
			t.Error("a view's column is NOT NULL")
		}
		if c := said(2).Columns[0]; !c.NotNull {
			t.Error("a table's column behind an outer join is not said to be NOT NULL of its table")
		}
		if got, want := said(3).Params, []string{"int2", "numeric", "bool", "varchar", "uuid", "text", "mood", "date"}; !reflect.DeepEqual(got, want) {
			t.Errorf("parameters are %v, want %v", got, want)
		}
		if r := said(4).Refused; r == nil || r.State != "42703" || r.At != 8 || r.Message != `column "nam" does not exist` {
			t.Errorf("refused with %+v", r)
		}
		if r := said(5).Refused; r == nil || r.State != "42601" || r.At != 1 {
			t.Errorf("refused with %+v", r)
		}
		if got := said(6); len(got.Params) != 1 || got.Params[0] != "int4" || got.Columns[0].Type != "int4" {
			t.Errorf("described as %+v", got)
		}
	})
}

// TestSchemaRunsNothing wants a schema to do nothing outside of its database: it may come with a pull request.
func TestSchemaRunsNothing(t *testing.T) {
	servers(t, func(t *testing.T, p *ask.Prover) {
		touched := filepath.Join(t.TempDir(), "touched")
		schemas := []string{
			"COPY (SELECT 1) TO PROGRAM 'touch " + touched + "'",
			"COPY (SELECT 1) TO '" + touched + "'",
			"CREATE TABLE t (a text); COPY t FROM '/etc/passwd'",
			"CREATE TABLE t (a text); COPY t FROM PROGRAM 'id'",
			"SELECT pg_read_file('/etc/passwd')",
			"RESET ROLE; RESET SESSION AUTHORIZATION; CREATE ROLE somebody SUPERUSER",
			"ALTER ROLE CURRENT_USER SUPERUSER", "CREATE DATABASE more", "CREATE EXTENSION plpython3u", "ALTER SYSTEM SET port = 1",
			"SELECT lo_export(lo_from_bytea(0, 'x'), '" + touched + "')",
		}
		if os.Getenv(ask.Variable) != "" {
			schemas = schemas[:2] // the role is made in the same way
		}
		for _, schema := range schemas {
			if _, problems := prove(t, p, schema, "SELECT 1"); !problems.HasErrors() {
				t.Errorf("%s: loaded", schema)
			}
		}
		if _, err := os.Stat(touched); err == nil {
			t.Error("a schema wrote a file")
		}
	})
}

// TestSchemaWithMistake wants the place of what PostgreSQL does not take.
func TestSchemaWithMistake(t *testing.T) {
	t.Setenv(ask.Variable, "")
	schema := "-- é\nCREATE TABLE a (id int);\nCREATE TABLE b (id integerr);"
	_, problems := prove(t, proverOf(t), schema, "SELECT 1")
	if len(problems) != 1 || problems[0].Code != diag.FC209 || !strings.Contains(problems[0].Message, `type "integerr" does not exist`) {
		t.Fatalf("problems are %v", problems)
	}
	if got := schema[problems[0].Span.Start:problems[0].Span.End]; got != "integerr" {
		t.Errorf("it points to %q", got)
	}
	if _, problems := prove(t, proverOf(t), "CREATE TABLE t (a int); COPY t FROM STDIN;\n1\n\\.\n", "SELECT 1"); !problems.HasErrors() {
		t.Error("a COPY from nowhere was loaded")
	}
}

func TestOff(t *testing.T) {
	t.Setenv(ask.Variable, "off")
	_, _, err := proverOf(t).Prove(t.Context(), ask.Schema{}, []string{"SELECT 1"})
	if !errors.Is(err, ask.ErrNone) {
		t.Errorf("got %v", err)
	}
}

// TestMalformedURL wants an error that does not quote what may hold a password.
func TestMalformedURL(t *testing.T) {
	t.Setenv(ask.Variable, "postgres://u:hunter2@[half")
	_, _, err := proverOf(t).Prove(t.Context(), ask.Schema{}, []string{"SELECT 1"})
	if err == nil || strings.Contains(err.Error(), "hunter2") || !strings.Contains(err.Error(), ask.Variable) {
		t.Errorf("got %v", err)
	}
}

// TestHeldWhileAsked wants a server not to be taken for one that nobody holds while it is asked.
func TestHeldWhileAsked(t *testing.T) {
	t.Setenv(ask.Variable, "")
	prove(t, proverOf(t), "", "SELECT 1") // skips where there is none
	defer debug.SetGCPercent(debug.SetGCPercent(1))
	for range 3 {
		if _, _, err := new(ask.Prover).Prove(t.Context(), ask.Schema{}, []string{"SELECT 1"}); err != nil {
			t.Fatal(err)
		}
	}
}

const childVariable = "FLOWC_TEST_PROVING"

// TestMain is also the process that TestKilled kills: it proves, says where its server is, and waits.
func TestMain(m *testing.M) {
	if os.Getenv(childVariable) == "" {
		os.Exit(harness.InMemory(m).Run())
	}
	p := &ask.Prover{}
	_, _, err := p.Prove(context.Background(), ask.Schema{}, []string{"SELECT 1"})
	if err != nil {
		os.Stdout.WriteString("failed: " + err.Error() + "\n")
		os.Exit(1)
	}
	os.Stdout.WriteString("proved\n")
	_, _ = io.Copy(io.Discard, os.Stdin)
	runtime.KeepAlive(p)
}

// TestKilled wants nothing to be left running or lying about after kill -9.
func TestKilled(t *testing.T) {
	t.Setenv(ask.Variable, "")
	prove(t, proverOf(t), "", "SELECT 1") // skips where there is none
	temporary, err := os.MkdirTemp("", "flowc-killed-")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(temporary)
	if err := os.Chmod(temporary, 0o777); err != nil { // the server's user goes through it
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	child := exec.CommandContext(t.Context(), self)
	child.Env = append(os.Environ(), childVariable+"=1", "TMPDIR="+temporary)
	in, _ := child.StdinPipe()
	defer in.Close()
	out, _ := child.StdoutPipe()
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 7)
	if _, err := io.ReadFull(out, line); err != nil || !bytes.Equal(line, []byte("proved\n")) {
		rest, _ := io.ReadAll(io.LimitReader(out, 1<<10))
		t.Fatalf("the child says %q, %v", append(line, rest...), err)
	}
	if made, _ := os.ReadDir(temporary); len(made) != 1 {
		t.Fatalf("the server's folder is %v", made)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	eventually(t, "its folder is gone", func() bool {
		left, err := os.ReadDir(temporary)
		return err == nil && len(left) == 0
	})
}

// TestLeftOver wants what somebody left on a server who was killed to be removed by the next one, and nothing of who is still at it.
func TestLeftOver(t *testing.T) {
	address := dbtest.Postgres(t)
	t.Setenv(ask.Variable, address)
	server := dbtest.Open(t, address, "")
	old, fresh := "flowc_prove_1000000000_1_left", fmt.Sprintf("flowc_prove_%d_1_left", time.Now().Unix())
	for _, name := range []string{old, fresh} {
		for _, statement := range []string{"CREATE ROLE " + name, "CREATE DATABASE " + name + " OWNER " + name} {
			if _, err := server.ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
	}
	t.Cleanup(func() {
		for _, statement := range []string{"DROP DATABASE " + fresh, "DROP ROLE " + fresh} {
			if _, err := server.ExecContext(context.Background(), statement); err != nil {
				t.Error(err)
			}
		}
	})
	prove(t, proverOf(t), "CREATE TABLE a (id int)", "SELECT id FROM a")
	var left string
	const names = "SELECT string_agg(name, ' ') FROM (SELECT datname::text AS name FROM pg_database UNION ALL SELECT rolname::text FROM pg_roles) x WHERE starts_with(name, 'flowc_prove_')"
	if err := server.QueryRowContext(t.Context(), names).Scan(&left); err != nil || left != fresh+" "+fresh {
		t.Errorf("left are %q, %v", left, err)
	}
}
