package postgres_test

import (
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	ask "github.com/flowc-dev/flowc/cmd/flowc/postgres"
)

// BenchmarkThousandStatements asks a server that runs about a thousand statements, in a database that is made for them. It fails
// from three seconds on.
func BenchmarkThousandStatements(b *testing.B) {
	b.Setenv(ask.Variable, "")
	p := &ask.Prover{}
	defer p.Close()
	schema := schemaOf("CREATE TABLE users (id bigint PRIMARY KEY, name text NOT NULL, team bigint)")
	statements := make([]string, 1000)
	for i := range statements {
		statements[i] = fmt.Sprintf("SELECT u.id, u.name, v.name AS other FROM users u LEFT JOIN users v ON v.id = u.team WHERE u.id = $1 AND u.team > %d", i)
	}
	if _, _, err := p.Prove(b.Context(), schema, statements[:1]); err != nil {
		if errors.Is(err, ask.ErrNone) && os.Getenv("FLOWC_TEST_REQUIRE_SERVICES") != "1" {
			b.Skip(err)
		}
		b.Fatal(err)
	}
	for b.Loop() {
		facts, problems, err := p.Prove(b.Context(), schema, statements)
		if err != nil || len(problems) > 0 || len(facts.Statements) != len(statements) {
			b.Fatalf("%v, %v", problems, err)
		}
	}
	if each := b.Elapsed() / time.Duration(b.N); each > 3*time.Second {
		b.Errorf("%s for a thousand statements, want less than 3s", each)
	}
}
