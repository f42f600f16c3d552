package bench_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/bcrypt"

	"github.com/flowc-dev/flowc/golden/apps/auth/flows"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/database/dbtest"
)

// otherRounds is the cost of a hash that another program has stored; that of the workflow is 12.
const otherRounds = 10

// BenchmarkRefusedLogin measures how long who logs in waits to be refused, over a server of golden/apps/auth: as an unknown user, with a
// wrong password, and with a wrong password for a user whose stored hash has other rounds. The fastest of several turns of each
// counts: what else the machine does only adds to it. That the first two take equally long is promised. The third is as quick as
// its hash, until he logs in: needsRehash tells a workflow then to hash the password anew.
func BenchmarkRefusedLogin(b *testing.B) {
	const turns = 5
	s := openAccounts(b)
	for _, email := range []string{"ada@example.com", "old@example.com"} {
		s.post(b, "/signup", email, http.StatusCreated)
	}
	s.rehash(b, "old@example.com", otherRounds)
	users := []string{"nobody@example.com", "ada@example.com", "old@example.com"}
	fastest := []time.Duration{time.Hour, time.Hour, time.Hour}
	for b.Loop() {
		for range turns {
			for i, user := range users {
				fastest[i] = min(fastest[i], s.post(b, "/login", user, http.StatusUnauthorized))
			}
		}
	}
	for i, what := range []string{"ms/unknown-user", "ms/wrong-password", "ms/other-rounds"} {
		b.ReportMetric(float64(fastest[i].Microseconds())/1000, what)
	}
	b.ReportMetric(0, "ns/op") // of all turns: means nothing
	// A hash of another cost takes half as long or twice at least; runtime/password compares the two answers closely.
	if ratio := float64(fastest[0]) / float64(fastest[1]); ratio < 2./3 || ratio > 1.5 {
		b.Errorf("an unknown user takes %.2f times as long as a wrong password", ratio)
	}
}

// accounts is a server of golden/apps/auth, whose users have the password "correct horse battery".
type accounts struct{ url, dir string }

const accountsDB = "sqlite:auth.db"

func openAccounts(b *testing.B) *accounts {
	b.Helper()
	dir := b.TempDir()
	env := map[string]string{"JWT_SECRET": "a secret of the benchmark, long enough for HS256", "DATABASE_URL": accountsDB}
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(dir), rt.WithLogWriter(io.Discard))
	if err != nil {
		b.Fatal(err)
	}
	f, err := flows.New(app)
	if err != nil {
		b.Fatal(err)
	}
	mux := http.NewServeMux()
	f.Register(mux)
	server := httptest.NewServer(app.Handler(mux))
	b.Cleanup(func() {
		server.Close()
		if err := app.Close(); err != nil {
			b.Error(err)
		}
	})
	return &accounts{server.URL, dir}
}

// post sends a user's e-mail address, with the right password where an account is made and else with a wrong one, and
// returns how long the answer takes.
func (s *accounts) post(b *testing.B, path, email string, want int) time.Duration {
	b.Helper()
	password := "a wrong password"
	if want == http.StatusCreated {
		password = "correct horse battery"
	}
	began := time.Now()
	answer, err := http.Post(s.url+path, "application/json", strings.NewReader(`{"email": "`+email+`", "password": "`+password+`"}`))
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != want {
		b.Fatalf("%s: %d %s, %v", path, answer.StatusCode, text, err)
	}
	return time.Since(began)
}

// rehash stores another hash of a user's password, as another program may have made it.
func (s *accounts) rehash(b *testing.B, email string, cost int) {
	b.Helper()
	hash, err := bcrypt.GenerateFromPassword([]byte("correct horse battery"), cost)
	if err != nil {
		b.Fatal(err)
	}
	db := dbtest.Open(b, accountsDB, s.dir)
	if _, err := db.ExecContext(b.Context(), "UPDATE users SET password_hash = $1 WHERE email = $2", string(hash), email); err != nil {
		b.Fatal(err)
	}
}
