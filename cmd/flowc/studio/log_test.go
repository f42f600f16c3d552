package studio_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/studio"
)

// TestNodesOfWhatIsCalled reads the records of a workflow that calls another one, whose node has a name of the caller's
// too: the way names it by its Calls, with the log of nodes and without.
func TestNodesOfWhatIsCalled(t *testing.T) {
	page := studio.New(studio.Config{Dir: t.TempDir(), Key: key, Now: time.Now})
	node := func(seq int, more string) string {
		return fmt.Sprintf(`{"level":"DEBUG","msg":"node","id":"X","workflow":"pay","seq":%d,"state":"enter",%s}`+"\n", seq, more)
	}
	end := `{"level":"INFO","msg":"execution","workflow":"pay","entry":"in","id":"%s","status":200,"duration":51000,"nodes":"in take take/in:out ok"}` + "\n"
	text := node(1, `"node":"in"`) + node(2, `"node":"take"`) + node(3, `"node":"in","call":"take"`) + node(4, `"node":"ok"`) +
		fmt.Sprintf(end, "X") + fmt.Sprintf(end, "Y")
	if _, _, err := page.Executions().Read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	b := serveAlone(t, page)
	for _, id := range []string{"X", "Y"} {
		var x studio.Execution
		b.get("/api/execution?id="+id, &x)
		if way := strings.ReplaceAll(visited(x), ":out", ""); way != "in take take/in ok" || x.Entry != "in" {
			t.Errorf("execution %s began at %q and went %q", x.ID, x.Entry, way)
		}
	}
}

// TestMemoryIsBounded keeps the last 500 executions, and of them 64 MiB: values go first, and how many is said.
func TestMemoryIsBounded(t *testing.T) {
	page := studio.New(studio.Config{Dir: t.TempDir(), Key: key, Now: time.Now})
	path := filepath.Join(t.TempDir(), "log")
	var log bytes.Buffer
	value := strings.Repeat("v", 200<<10)
	for i := range 600 {
		fmt.Fprintf(&log, `{"time":"2030-01-31T12:00:00Z","level":"DEBUG","msg":"node","id":"X%d","workflow":"w","seq":1,"node":"in","state":"leave","duration":1,"values":"%s"}`+"\n", i, value)
		fmt.Fprintf(&log, `{"time":"2030-01-31T12:00:00Z","level":"INFO","msg":"execution","workflow":"w","entry":"in","id":"X%d","status":200,"duration":5,"nodes":"in"}`+"\n", i)
	}
	write(t, path, log.String())
	if _, _, err := page.Executions().ReadLog(path); err != nil {
		t.Fatal(err)
	}
	b := serveAlone(t, page)
	var list executions
	b.get("/api/executions", &list)
	if len(list.List) != 500 || list.Seen != 600 || list.Lean.Gone != 100 || list.Lean.Values < 100 || list.Lean.Nodes != 0 {
		t.Errorf("%d are kept of %d, %+v", len(list.List), list.Seen, list.Lean)
	}
	if _, text := b.call("GET", "/api/execution?id=X599", ""); !strings.Contains(text, value) {
		t.Error("the last one has no values")
	}
	if _, text := b.call("GET", "/api/execution?id=X100", ""); strings.Contains(text, value) || !strings.Contains(text, `"dropped":"values"`) {
		t.Error("the first one has values still")
	}
}

// TestLogFromElsewhere opens a log of production, which has one record an execution, among lines of other programs.
func TestLogFromElsewhere(t *testing.T) {
	page := studio.New(studio.Config{Dir: t.TempDir(), Key: key, Log: "x", Now: time.Now})
	path := filepath.Join(t.TempDir(), "log")
	write(t, path, "started\n"+
		`{"time":"2030-01-31T12:00:00Z","level":"INFO","msg":"failed","id":"Y","workflow":"login","node":"user","error":"the database is unavailable"}`+"\n"+
		`{"time":"2030-01-31T12:00:00Z","level":"ERROR","msg":"execution","workflow":"login","entry":"in","path":"/login","id":"Y","method":"POST","status":503,"duration":5,"nodes":"in user check:invalid"}`+"\n"+
		`{"torn`)
	records, others, err := page.Executions().ReadLog(path)
	if err != nil || records != 2 || others != 2 {
		t.Errorf("%d records, %d others, %v", records, others, err)
	}
	_, text := serveAlone(t, page).call("GET", "/api/execution?id=Y", "")
	x := decode(t, text)
	if got := visited(x); got != "in user check:invalid" || x.Visits[1].Error == "" {
		t.Errorf("the way is %q, %+v", got, x.Visits)
	}
	if _, _, err := page.Executions().ReadLog(filepath.Join(os.TempDir(), "there", "is", "none")); err == nil {
		t.Error("a log that is not there is read")
	}
}
