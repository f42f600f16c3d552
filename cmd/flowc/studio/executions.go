package studio

import (
	"slices"
	"sync"
	"time"
)

// What is kept of executions: so many, and of all of them so many bytes.
const (
	maxExecutions = 500
	maxBytes      = 64 << 20
)

// Execution is one that is known of.
type Execution struct {
	ID       string    `json:"id"`
	Workflow string    `json:"workflow"`
	Entry    string    `json:"entry"`
	Method   string    `json:"method"`
	Path     string    `json:"path"`
	Status   int       `json:"status"`
	Began    time.Time `json:"began"`
	Duration int64     `json:"duration"` // nanoseconds
	State    string    `json:"state"`    // running, done, or lost: the server has ended meanwhile
	Failed   string    `json:"failed"`   // the node that failed it, or ""
	Error    string    `json:"error"`    // why
	Late     bool      `json:"late"`     // it failed after the answer
	Visits   []*Visit  `json:"visits,omitempty"`
	Dropped  string    `json:"dropped"` // what is not kept any more: "values", or "nodes" too

	size int
}

// Visit is a node that an execution has reached.
type Visit struct {
	Seq      int       `json:"seq"`
	Node     string    `json:"node"`
	Attempt  string    `json:"attempt"`
	Output   string    `json:"output"`
	Entered  time.Time `json:"entered"`
	Duration int64     `json:"duration"`
	Left     bool      `json:"left"`
	Error    string    `json:"error"`
	Inputs   rawJSON   `json:"inputs"`
	Values   rawJSON   `json:"values"`
	Cut      int       `json:"cut"`
}

// rawJSON is JSON as the log has it.
type rawJSON []byte

// MarshalJSON implements json.Marshaler.
func (r rawJSON) MarshalJSON() ([]byte, error) {
	if len(r) == 0 {
		return []byte("null"), nil
	}
	return r, nil
}

// Executions are the last ones, in the order in which they began.
type Executions struct {
	changed func()

	mu   sync.Mutex
	list []*Execution
	byID map[string]*Execution
	last map[string]int // workflow and entry point -> status of the last answer
	size int
	seen int // all, those that are not kept any more included
	lean counts
}

// counts are how many executions have lost what.
type counts struct {
	Gone   int `json:"gone"`   // all
	Values int `json:"values"` // the values of their nodes
	Nodes  int `json:"nodes"`  // their nodes
}

func newExecutions(changed func()) *Executions {
	return &Executions{changed: changed, byID: map[string]*Execution{}, last: map[string]int{}}
}

// add takes a record in, if it is of an execution.
func (e *Executions) add(r record) {
	if r.ID == "" || r.Workflow == "" {
		return
	}
	e.mu.Lock()
	x := e.of(r)
	before := x.size
	x.take(r)
	if r.Msg == "execution" {
		e.last[r.Workflow+" "+r.Entry] = r.Status
	}
	e.size += x.size - before
	e.shrink()
	e.mu.Unlock()
	e.changed()
}

// of is the execution of a record, a new one where it is the first of it.
func (e *Executions) of(r record) *Execution {
	x := e.byID[r.ID]
	if x == nil {
		x = &Execution{ID: r.ID, Workflow: r.Workflow, Began: r.Time, State: "running", size: 300}
		e.byID[r.ID] = x
		e.list = append(e.list, x)
		e.size += x.size
		e.seen++
	}
	return x
}

// take adds what a record says of the execution.
func (x *Execution) take(r record) {
	switch r.Msg {
	case "node":
		x.visit(r)
	case "execution":
		x.Entry, x.Method, x.Path, x.Status, x.Duration, x.State = r.Entry, r.Method, r.Path, r.Status, r.Duration, "done"
		if len(x.Visits) == 0 && x.Dropped == "" {
			x.Began = r.Time.Add(-time.Duration(r.Duration))
			x.Visits = visitsOf(r.Nodes)
		}
		x.markFailed()
	case "failed", "failed after the answer":
		x.Failed, x.Error, x.Late = r.place(), r.Error, r.Msg != "failed"
	}
}

// markFailed shows the failure at its node, where the log has no record of nodes.
func (x *Execution) markFailed() {
	for _, v := range slices.Backward(x.Visits) {
		if v.Node == x.Failed && v.Error == "" {
			v.Error = x.Error
			return
		}
	}
}

func (x *Execution) visit(r record) {
	if x.Dropped == "nodes" {
		return
	}
	v := x.at(r)
	if r.State != "leave" {
		return
	}
	v.Left = true
	if r.Output != "" {
		v.Output = r.Output
	}
	if v.Duration == 0 {
		v.Duration = r.Duration
	}
	if r.Error != "" {
		v.Error = r.Error
	}
	if x.Dropped == "" && (r.Inputs != nil || r.Values != nil) {
		v.Inputs, v.Values, v.Cut = rawJSON(r.Inputs), rawJSON(r.Values), r.Cut
		x.size += len(v.Inputs) + len(v.Values)
	}
}

// at is the visit that a record is of, a new one where it is the first.
func (x *Execution) at(r record) *Visit {
	i := slices.IndexFunc(x.Visits, func(v *Visit) bool { return v.Seq == r.Seq })
	if i >= 0 {
		return x.Visits[i]
	}
	v := &Visit{Seq: r.Seq, Node: r.place(), Attempt: r.attempt(), Entered: r.Time}
	x.Visits = append(x.Visits, v)
	x.size += 200
	if r.Seq == 1 {
		x.Entry = r.Node
	}
	return v
}

// shrink drops what is too much: the oldest executions where there are too many, then values, then nodes.
func (e *Executions) shrink() {
	for len(e.list) > maxExecutions {
		oldest := e.list[0]
		delete(e.byID, oldest.ID)
		e.size -= oldest.size
		e.list = e.list[1:]
		e.lean.Gone++
	}
	for _, drop := range []func(*Execution, *counts){dropValues, dropNodes} {
		for i := 0; e.size > maxBytes && i < len(e.list); i++ {
			before := e.list[i].size
			drop(e.list[i], &e.lean)
			e.size += e.list[i].size - before
		}
	}
}

func dropValues(x *Execution, c *counts) {
	if x.Dropped != "" {
		return
	}
	x.Dropped = "values"
	c.Values++
	for _, v := range x.Visits {
		x.size -= len(v.Inputs) + len(v.Values)
		v.Inputs, v.Values = nil, nil
	}
}

func dropNodes(x *Execution, c *counts) {
	if x.Dropped == "nodes" {
		return
	}
	x.Dropped = "nodes"
	c.Nodes++
	x.size -= 200 * len(x.Visits)
	x.Visits = nil
}

// cutOff says of what runs that it has ended with its server.
func (e *Executions) cutOff() {
	e.mu.Lock()
	for _, x := range e.list {
		if x.State == "running" {
			x.State = "lost"
		}
	}
	e.mu.Unlock()
	e.changed()
}

func (e *Executions) lastStatus() map[string]int {
	e.mu.Lock()
	defer e.mu.Unlock()
	last := map[string]int{}
	for route, status := range e.last {
		last[route] = status
	}
	return last
}

// filter is which executions a page wants to see.
type filter struct {
	workflow string
	status   string // "2", "4", "5", "running", or "" for all
	slower   int64  // nanoseconds that they took at least
	limit    int
}

func (f filter) takes(x *Execution) bool {
	switch {
	case f.workflow != "" && x.Workflow != f.workflow, x.Duration < f.slower:
		return false
	case f.status == "":
		return true
	case f.status == "running":
		return x.State == "running"
	}
	return x.Status/100 == int(f.status[0]-'0')
}

// summaries are the executions that f takes without their nodes, the last first.
func (e *Executions) summaries(f filter) []Execution {
	e.mu.Lock()
	defer e.mu.Unlock()
	list := []Execution{}
	for _, x := range slices.Backward(e.list) {
		if len(list) == f.limit {
			break
		}
		if f.takes(x) {
			short := *x
			short.Visits = nil
			list = append(list, short)
		}
	}
	return list
}

// find returns a copy of an execution.
func (e *Executions) find(id string) (Execution, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	x := e.byID[id]
	if x == nil {
		return Execution{}, false
	}
	found := *x
	found.Visits = make([]*Visit, len(x.Visits))
	for i, v := range x.Visits {
		copied := *v
		found.Visits[i] = &copied
	}
	return found, true
}

// counted is how many there were, and what is not kept of them.
func (e *Executions) counted() (seen int, lean counts) {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.seen, e.lean
}
