package attacks_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/runtime/database/dbtest"
	"github.com/flowc-dev/flowc/runtime/storage/storagetest"
)

// kept is env with a database and a Local Storage for a project: FLOWC_TEST_DATABASE_URL names a PostgreSQL server, and
// FLOWC_TEST_STORAGE_URL a Redis, that they are on.
func kept(t *testing.T, project string, env map[string]string) map[string]string {
	t.Helper()
	env["DATABASE_URL"] = dbtest.Chosen(t, "sqlite:flows.db", "../apps/"+project+"/flows")
	env["STORAGE_URL"] = storagetest.Chosen(t, "memory:")
	return env
}

// rows ends the server, so that all work is done, and counts what a query selects.
func (s *wire) rows(t *testing.T, query string) (n int) {
	t.Helper()
	s.end()
	if err := dbtest.Open(t, s.database, s.dir).QueryRowContext(t.Context(), "SELECT count(*) FROM ("+query+") AS rows").Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// goOn sends all requests as suffer does, each on a connection that goes on with one more request: that is answered as itself,
// unless the answer before has said that it is the last.
func (s *wire) goOn(t *testing.T, requests []hostile, secrets ...string) {
	t.Helper()
	for _, h := range requests {
		t.Run(h.name, func(t *testing.T) {
			answers := s.write(t, strings.Replace(h.text, "Connection: close\r\n", "", 1)+of("GET /healthz"))
			for len(answers) > 0 && answers[0].StatusCode == http.StatusContinue {
				answers = answers[1:]
			}
			if len(answers) == 0 || len(answers) > 2 || len(answers) == 1 && !answers[0].Close {
				t.Fatalf("%.300q and what follows have %d answers: %v", h.text, len(answers), answers)
			}
			if len(answers) == 2 && (answers[1].StatusCode != http.StatusOK || answers[1].text != `{"status":"ok"}`) {
				t.Errorf("what follows %.300q is answered %d %s", h.text, answers[1].StatusCode, answers[1].text)
			}
			s.judge(t, h, answers[0], secrets)
		})
	}
	s.wantQuiet(t, secrets)
}

// cutOff writes bytes to a connection of their own and then says that there are no more.
func (s *wire) cutOff(t *testing.T, text string) []reply {
	t.Helper()
	c := s.dial(t)
	defer c.Close()
	if _, err := io.WriteString(c, text); err != nil {
		t.Fatal(err)
	}
	if err := c.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	return answered(t, c, text)
}

// hostiles collects requests, which are called by what they are and their number.
type hostiles []hostile

func (l *hostiles) add(name, text string, statuses ...int) {
	*l = append(*l, hostile{fmt.Sprintf("%d %.40s", len(*l), name), text, statuses})
}

// chunked is a request whose body comes in chunks of n bytes, with trailers behind it.
func chunked(first, contentType, body string, n int, trailers string, lines ...string) string {
	var b strings.Builder
	b.WriteString(of(first, append(lines, "Content-Type: "+contentType, "Transfer-Encoding: chunked")...))
	for len(body) > 0 {
		part := body[:min(n, len(body))]
		fmt.Fprintf(&b, "%x\r\n%s\r\n", len(part), part)
		body = body[len(part):]
	}
	return b.String() + "0\r\n" + trailers + "\r\n"
}
