package system_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

// orders is how many requests are in the process when it is told to end.
const orders = 20

// TestTerminateFinishesRequests ends a process while all its requests wait for somebody else: each is answered, with
// all its work done, and who comes later is not let in.
func TestTerminateFinishesRequests(t *testing.T) {
	t.Parallel()
	arrived, release := make(chan struct{}, 2*orders), make(chan struct{})
	warehouse := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		arrived <- struct{}{}
		<-release
		_, _ = io.WriteString(w, `{"ticket": "T-1"}`)
	}))
	defer warehouse.Close()
	p := start(t, buildPatient(t), "WAREHOUSE_URL="+warehouse.URL, "WAREHOUSE_KEY=a key of the tests")

	answers := make(chan string, orders)
	for range orders {
		go func() { answers <- post(p.url+"/orders", `{"item": "lamp", "quantity": 2}`) }()
	}
	for range orders {
		<-arrived
	}
	p.terminate(t)
	awaitClosed(t, p)
	close(release)
	for range orders {
		if got := <-answers; !strings.HasPrefix(got, "201 ") {
			t.Errorf("a request that was taken is answered %q, want 201", got)
		}
	}
	p.end(t)
	want := []string{fmt.Sprint(orders, " orders, ", orders, " told")}
	if got := rows(t, p, "SELECT count(*) || ' orders, ' || count(ticket) || ' told' FROM orders"); !slices.Equal(got, want) {
		t.Errorf("stored: %q, want %q", got, want)
	}
}

// buildPatient builds the project with a call that waits longer than a slow machine takes for this test.
func buildPatient(t *testing.T) string {
	t.Helper()
	files := workflows(t, "notify")
	const was, is = `"apiTimeout": "1s"`, `"apiTimeout": "25s"`
	if bytes.Count(files["order.flow.json"], []byte(was)) != 1 {
		t.Fatalf("the workflow does not say %s", was)
	}
	files["order.flow.json"] = bytes.Replace(files["order.flow.json"], []byte(was), []byte(is), 1)
	return buildChanged(t, "notify", files)
}

// awaitClosed returns once nobody is let in any more.
func awaitClosed(t *testing.T, p *process) {
	t.Helper()
	_, address, _ := strings.Cut(p.url, "//")
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		connection, err := net.Dial("tcp", address)
		if err != nil {
			return
		}
		connection.Close()
	}
	t.Error("the process takes new connections")
}

// post returns the status and body of an answer, or why there is none.
func post(url, body string, headers ...string) string {
	request, err := http.NewRequest(http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		return err.Error()
	}
	request.Header.Set("Content-Type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	client := http.Client{Timeout: patience, Transport: &http.Transport{DisableKeepAlives: true}}
	response, err := client.Do(request)
	if err != nil {
		return err.Error()
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprint(response.StatusCode, " ", string(text))
}

// TestTerminateFinishesWorkAfterAnswers ends a process that has answered, and whose work after the answers waits for
// its database.
func TestTerminateFinishesWorkAfterAnswers(t *testing.T) {
	t.Parallel()
	p := start(t, build(t, "./golden/apps/webhooks", nil), webhookSecrets...)
	unlock := lock(t, p)
	var sent []string
	for i := range orders {
		sent = append(sent, fmt.Sprintf("delivery-%02d", i))
		if got := push(p.url, sent[i]); got != "202 " {
			t.Errorf("a push is answered %q, want 202", got)
		}
	}
	p.terminate(t)
	unlock()
	p.end(t)
	if got := rows(t, p, "SELECT delivery FROM pushes ORDER BY delivery"); !slices.Equal(got, sent) {
		t.Errorf("stored: %q, want all that was answered: %q", got, sent)
	}
}

// lock keeps everybody else from writing to the process's database.
func lock(t *testing.T, p *process) (unlock func()) {
	t.Helper()
	db := open(t, p)
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("BEGIN IMMEDIATE"); err != nil {
		t.Fatal(err)
	}
	return func() {
		if _, err := db.Exec("ROLLBACK"); err != nil {
			t.Error(err)
		}
	}
}

// TestTerminateUnderLoad ends a process in the middle of many requests: what was answered is stored, and what is stored
// was answered.
func TestTerminateUnderLoad(t *testing.T) {
	t.Parallel()
	p := start(t, build(t, "./golden/apps/webhooks", nil), webhookSecrets...)
	var mu sync.Mutex
	var answered []string
	refused, enough := 0, make(chan struct{})
	var wg sync.WaitGroup
	for caller := range 8 {
		wg.Go(func() {
			for i := 0; ; i++ {
				delivery := fmt.Sprintf("%d-%05d", caller, i)
				got := push(p.url, delivery)
				mu.Lock()
				if got == "202 " {
					if answered = append(answered, delivery); len(answered) == 500 {
						close(enough)
					}
				} else {
					refused++
				}
				mu.Unlock()
				if got == "202 " {
					continue
				}
				if strings.HasPrefix(got, "5") || strings.HasPrefix(got, "4") {
					t.Errorf("a push is answered %q", got)
				}
				return
			}
		})
	}
	<-enough
	p.terminate(t)
	wg.Wait()
	p.end(t)
	slices.Sort(answered)
	if got := rows(t, p, "SELECT delivery FROM pushes ORDER BY delivery"); !slices.Equal(got, answered) {
		t.Errorf("%d pushes are stored, %d were answered, %d were not", len(got), len(answered), refused)
	}
}

// rows returns what a query of the process's database selects, each row as text.
func rows(t *testing.T, p *process, query string) []string {
	t.Helper()
	result, err := open(t, p).QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer result.Close()
	var list []string
	for result.Next() {
		var row string
		if err := result.Scan(&row); err != nil {
			t.Fatal(err)
		}
		list = append(list, row)
	}
	if err := result.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

func open(t *testing.T, p *process) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(p.dir, "flows.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}
