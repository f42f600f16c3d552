package golden_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// record is a line of a server's log.
type record struct {
	Level, Msg, Address string
	ID, Workflow, Entry string
	Nodes               string // of an execution: what it entered, each with the output that it took where it says so
	Status              int
	Node, Error, Stack  string // of a failure
	line                string
}

// answered is how one of the entry points has answered.
type answered struct {
	Workflow, Entry string
	Status          int
}

// readLog reads a log until the process ends. What is no JSON, such as a crash, is a record without a level.
func readLog(log io.Reader, each func(record)) {
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		r := record{line: lines.Text()}
		_ = json.Unmarshal(lines.Bytes(), &r)
		each(r)
	}
}

// byRight are failures that are no mistake of the compiler: a conflict without a wire, and sums of what is stored. After
// the answer, where nobody can be told, more of them are errors in the log: what a caller sent and what a function refused.
var (
	byRight      = []string{"conflict with a unique or foreign key", "int overflow", "float overflow", "division by zero"}
	byRightAfter = append([]string{"a value of the request can't be used", "rejected: odd"}, byRight...)
)

func isOneOf(known []string, problem string) bool {
	return slices.ContainsFunc(known, func(k string) bool { return strings.Contains(problem, k) })
}

// checkLog reads in a server's log that each request was one execution with the status that its caller got, and that
// nothing panicked, was written twice, or failed by a fault of ours.
func checkLog(t *testing.T, records []record, sent map[answered]int) {
	t.Helper()
	seen, got := map[string]bool{}, map[answered]int{}
	for _, r := range records {
		if !r.isOrdinary() {
			t.Errorf("logged: %s", r.line)
		}
		if r.Msg != "execution" {
			continue
		}
		if seen[r.ID] {
			t.Errorf("execution %s has several records", r.ID)
		}
		seen[r.ID] = true
		got[answered{r.Workflow, r.Entry, r.Status}]++
	}
	if diff := cmp.Diff(sent, got); diff != "" {
		t.Errorf("answers that callers got (-) and that executions gave (+):\n%s", diff)
	}
}

// checkAnswers wants that each execution in a log was answered by exactly one Response, or by one failure that nothing
// handled.
func checkAnswers(t *testing.T, records []record, documents []*document) {
	t.Helper()
	failures := map[string][]record{}
	for _, r := range records {
		if slices.Contains([]string{"failed", "caught", "attempt failed", "failed after the answer"}, r.Msg) {
			failures[r.ID] = append(failures[r.ID], r)
		}
	}
	byName, loops := map[string]*document{}, 0
	for _, d := range documents {
		byName[d.name] = d
	}
	for _, r := range records {
		if r.Msg == "execution" {
			r.checkAnswer(t, byName[r.Workflow], failures[r.ID])
			loops += r.checkLoops(t, byName[r.Workflow], failures[r.ID])
		}
	}
	t.Logf("%d loops ran behind an answer", loops)
}

// checkLoops wants each loop behind the answer to do all of its items, of which there are two at least, where nothing has failed. It
// returns how many loops there were.
func (r *record) checkLoops(t *testing.T, d *document, failures []record) int {
	t.Helper()
	if len(failures) > 0 || strings.Contains(r.Nodes, "...") { // a long trail is cut
		return 0
	}
	answered, visits, loops, total := false, map[string]int{}, map[string]int{}, 0
	for text := range strings.FieldsSeq(r.Nodes) {
		path, _, _ := strings.Cut(text, ":")
		visits[path]++
		where, id := d.at(path)
		switch n := where.node(id); {
		case n.Type == "response":
			answered = true
		case answered && n.Type == "forEach":
			total++
			loops[strings.TrimSuffix(path, id)+where.targets(id, "each")[0]] += 2
		}
	}
	for first, items := range loops {
		if visits[first] < items {
			t.Errorf("%s ran %d times, want %d at least: %s", first, visits[first], items, r.line)
		}
	}
	return total
}

// at is the workflow and the id of a node in it, by the path in a trail.
func (d *document) at(path string) (where *document, id string) {
	calls := strings.Split(path, "/")
	return d.below(calls[:len(calls)-1]), calls[len(calls)-1]
}

// isOrdinary says whether a record may be there: only these are known, and net/http's own are not among them.
func (r *record) isOrdinary() bool {
	switch r.Msg {
	case "listening", "shutting down":
		return r.Level == "INFO"
	case "execution", "caught", "attempt failed":
		return r.Stack == ""
	case "failed":
		return r.Stack == "" && (r.Level != "ERROR" || isOneOf(byRight, r.Error))
	case "failed after the answer":
		return r.Stack == "" && isOneOf(byRightAfter, r.Error)
	}
	return false
}

func (r *record) checkAnswer(t *testing.T, d *document, failures []record) {
	t.Helper()
	var answers []*node
	for _, n := range r.walk(t, d) {
		if n.Type == "response" && !slices.ContainsFunc(failures, func(f record) bool { return f.Node == n.ID }) {
			answers = append(answers, n)
		}
	}
	uncaught := 0
	for _, f := range failures {
		if f.Msg == "failed" {
			uncaught++
		}
	}
	if last := r.Nodes[strings.LastIndex(r.Nodes, " ")+1:]; strings.HasSuffix(last, ":replayed") && d.unwired(strings.TrimSuffix(last, ":replayed"), "replayed") {
		uncaught++ // what was seen before is answered without a Response
	}
	if len(answers)+uncaught != 1 {
		t.Errorf("%d Responses and %d failures answered: %s", len(answers), uncaught, r.line)
	}
	if len(answers) == 1 && answers[0].Data["responseStatus"] != r.Status {
		t.Errorf("%s has the status %v, and the answer was: %s", answers[0].ID, answers[0].Data["responseStatus"], r.line)
	}
}

// walk returns the nodes of the workflow that an execution entered. Each, and each of a workflow that is called, must be the target
// of a wire from one before it, and a Call takes an output that a Return before it names.
func (r *record) walk(t *testing.T, d *document) []*node {
	t.Helper()
	at, returns := map[string][]*node{}, map[string]bool{} // by the Calls that lead there
	for i, text := range strings.Fields(r.Nodes) {
		path, _, _ := strings.Cut(text, ":")
		calls := strings.Split(path, "/")
		id, calls := calls[len(calls)-1], calls[:len(calls)-1]
		where, entry := d.below(calls), r.Entry
		if len(calls) > 0 {
			entry = where.entries[0].node
		}
		key := strings.Join(calls, "/")
		led := slices.ContainsFunc(where.wires, func(w wire) bool {
			return w.Target == id && slices.ContainsFunc(at[key], func(n *node) bool { return n.ID == w.Source })
		})
		if !led && id != entry || i == 0 && id != entry {
			t.Errorf("no wire leads to %s: %s", path, r.line)
		}
		n := where.node(id)
		if n.Type == "return" {
			returns[fmt.Sprint(key, ":", n.Data["returnOutput"])] = true
		}
		at[key] = append(at[key], n)
	}
	for text := range strings.FieldsSeq(r.Nodes) {
		path, _, took := strings.Cut(text, ":")
		if calls := strings.Split(path, "/"); took && d.below(calls[:len(calls)-1]).node(calls[len(calls)-1]).calls != nil && !returns[text] {
			t.Errorf("no Return names %s: %s", text, r.line)
		}
	}
	return at[""]
}

// unwired reports whether no wire leaves a node's output.
func (d *document) unwired(id, output string) bool {
	return !slices.ContainsFunc(d.wires, func(w wire) bool { return w.Source == id && w.Output == output })
}
