// Package postgres_test holds what lint says of everyday statements to what a PostgreSQL does with them.
package postgres_test

import (
	"database/sql"
	_ "embed"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx", which the runtime reads with

	ask "github.com/flowc-dev/flowc/cmd/flowc/postgres"
	"github.com/flowc-dev/flowc/gen"
	"github.com/flowc-dev/flowc/gen/migrations"
	"github.com/flowc-dev/flowc/gen/sql/lineage"
	"github.com/flowc-dev/flowc/gen/sql/postgres"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/schema/diag"
	"github.com/flowc-dev/flowc/schema/types"
	"github.com/flowc-dev/flowc/templates/all"
)

//go:embed schema.postgres.sql
var schema string

//go:embed queries.sql
var queries string

// query is one statement of queries.sql.
type query struct {
	sql  string
	lint string // what lint alone refuses it with, "" where it may not
	late string // what PostgreSQL refuses it with when it runs, and not before; "" where it says so in time
	own  string // late, of SQLite
}

// read reads a file such as queries.sql: paragraphs, of which lines that begin with -- are comments.
func read(t *testing.T, queries string, least int) []query {
	t.Helper()
	var all []query
	for _, paragraph := range strings.Split(queries, "\n\n") {
		var q query
		for line := range strings.Lines(paragraph) {
			if why, ok := strings.CutPrefix(line, "-- lint: "); ok {
				q.lint = strings.TrimSpace(why)
			} else if why, ok := strings.CutPrefix(line, "-- late: "); ok {
				q.late = strings.TrimSpace(why)
			} else if why, ok := strings.CutPrefix(line, "-- late of SQLite: "); ok {
				q.own = strings.TrimSpace(why)
			} else if !strings.HasPrefix(line, "--") {
				q.sql += line
			}
		}
		if q.sql = strings.TrimSpace(q.sql); q.sql != "" {
			all = append(all, q)
		}
	}
	if len(all) < least {
		t.Fatalf("read %d statements", len(all))
	}
	return all
}

// values are what requests send for the parameters.
var values = map[string]any{"i": 1, "n": 0, "s": "Ann", "f": 1.5, "b": true, "t": time.Date(2026, 1, 31, 10, 0, 0, 0, time.UTC)}

const fields = `{"i": {"type": "int", "required": true}, "n": {"type": "int", "required": true}, "s": {"type": "string", "required": true},
	"f": {"type": "float", "required": true}, "b": {"type": "bool", "required": true}, "t": {"type": "time", "required": true}}`

// folder has a workflow for each statement, which runs it and answers what comes.
func folder(t *testing.T, statements []query, facts *postgres.Facts, dialect string) *gen.Folder {
	t.Helper()
	f := &gen.Folder{Package: "flows", Templates: all.Templates(), Postgres: diag.NewFile(postgres.SchemaFile, []byte(schema))}
	for i, q := range statements {
		text, err := json.Marshal(q.sql)
		if err != nil {
			t.Fatal(err)
		}
		f.Documents = append(f.Documents, diag.NewFile(fmt.Sprintf("q%03d.flow.json", i), fmt.Appendf(nil, `{
	"version": 1, "id": "%026d", "name": "q%03d",
	"nodes": [
		{"id": "in", "type": "apiEndpoint", "data": {"endpointMethod": "POST", "endpointPath": "/q%03d", "endpointPublic": true, "endpointFields": %s}},
		{"id": "q", "type": "sql", "data": {"sqlDialect": %q, "sqlQuery": %s}},
		{"id": "ok", "type": "response", "data": {"responseStatus": 204}}
	],
	"edges": [{"source": "in", "target": "q"}, {"source": "q", "target": "ok"}]
}`, i, i, i, fields, dialect, text)))
	}
	if facts != nil {
		content, err := facts.Write()
		if err != nil {
			t.Fatal(err)
		}
		f.Proofs = diag.NewFile(postgres.FactsFile, content)
	}
	return f
}

// schemaOf is the schema that statements of a folder are proved over.
func schemaOf(f *gen.Folder) ask.Schema {
	text := string(f.Postgres.Src)
	return ask.Schema{Files: []migrations.File{{Name: f.Postgres.Name, Src: text, Up: text, Alone: true}}}
}

// proved is what the statements mean once a server was asked about them.
func proved(t *testing.T, statements []query) *gen.Analysis {
	t.Helper()
	f := folder(t, statements, nil, "postgres")
	asked := gen.Analyse([]*gen.Folder{f})[0]
	prover := &ask.Prover{}
	defer prover.Close()
	said, problems, err := prover.Prove(t.Context(), schemaOf(f), asked.Postgres.Missing())
	if err != nil || len(problems) > 0 {
		t.Fatal(problems, err)
	}
	return gen.Analyse([]*gen.Folder{folder(t, statements, asked.Postgres.With(said), "postgres")})[0]
}

// TestVerdicts wants lint to refuse what PostgreSQL refuses, and nothing else but what is said to be; and what it says of a
// column, its type and whether it may be null, to be so in each row that comes.
func TestVerdicts(t *testing.T) {
	address := dbtest.Postgres(t)
	t.Setenv(ask.Variable, address)
	all := read(t, queries, 200)
	a := proved(t, all)
	refused := refusals(a)
	db := populated(t, address)
	for i, q := range all {
		d, linted := refused[fmt.Sprintf("q%03d.flow.json", i)]
		columns, err := columnsOf(a, i)
		if err != nil && !linted {
			t.Errorf("%s\n\t%v", q.sql, err)
			continue
		}
		ran := run(t, db, q.sql, columns, linted)
		switch {
		case q.lint != "":
			if !linted || !strings.Contains(d.Message, q.lint) {
				t.Errorf("%s\n\tlint says %q, want one with %q", q.sql, d.Message, q.lint)
			}
		case q.late != "":
			if linted || ran == nil || !strings.Contains(ran.Error(), q.late) {
				t.Errorf("%s\n\tlint says %q, and PostgreSQL %v; want it alone to say %q", q.sql, d.Message, ran, q.late)
			}
		case ran == nil && linted:
			t.Errorf("%s\n\truns, and lint refuses it: %s [%s]", q.sql, d.Message, d.Code.Name)
		case ran != nil && !linted:
			t.Errorf("%s\n\tlint takes it, and: %v", q.sql, ran)
		}
	}
}

// refusals are the first errors, by file.
func refusals(a *gen.Analysis) map[string]diag.Diagnostic {
	refused := map[string]diag.Diagnostic{}
	for _, d := range a.Found {
		if _, known := refused[d.File.Name]; !known && d.Severity() == diag.Error {
			refused[d.File.Name] = d
		}
	}
	return refused
}

// columnsOf are the columns that lint says statement i has.
func columnsOf(a *gen.Analysis, i int) ([]types.Field, error) {
	for _, s := range a.Program.Workflows[i].Flows[0].Steps {
		if s.Node.ID.Value != "q" || len(s.Outs) == 0 {
			continue
		}
		for _, f := range s.Outs[0].Type.Fields {
			switch f.Name {
			case "rows":
				return f.Type.Elem.Fields, nil
			case "rowsAffected":
				return nil, nil
			}
		}
	}
	return nil, fmt.Errorf("its type is not known")
}

var placeholder = regexp.MustCompile(`\{\{(\w)\}\}`)

// run runs a statement and takes back what it did. Of what comes it wants what the columns say.
func run(t *testing.T, db *sql.DB, text string, columns []types.Field, refused bool) error {
	t.Helper()
	var args []any
	text = placeholder.ReplaceAllStringFunc(text, func(p string) string {
		args = append(args, values[p[2:3]])
		if strings.Contains(text, p+" IS NULL") {
			return fmt.Sprintf("CAST($%d AS bigint)", len(args)) // as the emitter does
		}
		return fmt.Sprintf("$%d", len(args))
	})
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	rows, err := tx.QueryContext(t.Context(), named(text), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() && !refused {
		if err := fits(rows, columns); err != nil {
			return err
		}
	}
	return rows.Err()
}

// named is a statement with the columns that it leaves unnamed, as it is sent.
func named(text string) string {
	all, at := "", 0
	for _, s := range lineage.Resolve(text, lineage.ReadSchema(schema)).Spelled {
		all += text[at:s.Start] + s.Text
		at = s.End
	}
	return all + text[at:]
}

// fits reads a row as its columns are said to be.
func fits(rows *sql.Rows, columns []types.Field) error {
	targets := make([]any, len(columns))
	for i, c := range columns {
		targets[i] = target(c.Type.Kind)
	}
	if err := rows.Scan(targets...); err != nil {
		return err
	}
	names, err := rows.Columns()
	if err != nil {
		return err
	}
	for i, c := range columns {
		if names[i] != c.Name {
			return fmt.Errorf("column %d is %q, and lint says %q", i+1, names[i], c.Name)
		}
	}
	for i, c := range columns {
		if null(targets[i]) && !c.Type.Nullable {
			return fmt.Errorf("column %q is null, and lint says that it never is", c.Name)
		}
		if list, ok := targets[i].(**array); ok && *list != nil && (*list).holdsNull() && !c.Type.Elem.Nullable {
			return fmt.Errorf("column %q holds a null, and lint says that it never does", c.Name)
		}
	}
	return nil
}

// target is what a value of a kind is read into, null or not.
func target(kind types.Kind) any {
	switch kind {
	case types.String:
		return new(*string)
	case types.Int:
		return new(*int64)
	case types.Float:
		return new(*float64)
	case types.Bool:
		return new(*bool)
	case types.Time:
		return new(*time.Time)
	case types.Bytes:
		return new(*[]byte)
	case types.List:
		return new(*array) // the driver hands arrays over as texts, which runtime/database reads
	}
	return new(any)
}

// array is one as the driver hands it over: {1,NULL}.
type array string

var nullElement = regexp.MustCompile(`[{,]NULL[,}]`)

// holdsNull reports whether an element is null. Texts that spell it are in quotes.
func (a array) holdsNull() bool { return nullElement.MatchString(string(a)) }

func null(target any) bool {
	switch v := target.(type) {
	case **string:
		return *v == nil
	case **int64:
		return *v == nil
	case **float64:
		return *v == nil
	case **bool:
		return *v == nil
	case **time.Time:
		return *v == nil
	case **[]byte:
		return *v == nil
	case **array:
		return *v == nil
	case *any:
		return *v == nil
	}
	panic(fmt.Sprintf("a %T is no target", target))
}

// populated is a database with random rows, in which whatever may be null is null somewhere.
func populated(t *testing.T, address string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	fill(t, db, schema, time.RFC3339)
	return db
}

// fill makes the tables of a database, and random rows. clock is how a time is written there.
func fill(t *testing.T, db *sql.DB, schema, clock string) {
	t.Helper()
	do := func(text string, args ...any) {
		t.Helper()
		if _, err := db.ExecContext(t.Context(), text, args...); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	do(schema)
	do("INSERT INTO teams (name, motto) VALUES ('red', 'go'), ('blue', NULL), ('empty', 'x')")
	random := rand.New(rand.NewPCG(15, 15))
	maybe := func(v any) any {
		if random.IntN(3) == 0 {
			return nil
		}
		return v
	}
	boss := func(i int) any {
		if i == 0 {
			return nil
		}
		return maybe(i)
	}
	for i := range 40 {
		do(`INSERT INTO people (team, boss, name, mail, felt, age, score, salary, seen, born, nap, photo, extra, tags)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
			maybe(1+i%2), boss(i), fmt.Sprintf("P%d", i), fmt.Sprintf("p%d@x", i), maybe("glad"), maybe(i%9), maybe(float32(i)),
			maybe("1500.50"), maybe(time.Now().Format(clock)), maybe("2000-01-31"), maybe("2 hours"), maybe([]byte("p")), maybe(`{"a": 1}`), "{x,y}")
	}
	do("INSERT INTO orders (person, item, qty, price, note) SELECT id, 'thing', 1, 2.5, CASE WHEN id % 2 = 0 THEN 'n' END FROM people WHERE id % 3 = 0")
}
