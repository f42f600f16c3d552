package studio

import (
	"cmp"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// record is a line of the log of a project's server, as the reference of the runtime describes it.
type record struct {
	Time     time.Time      `json:"time"`
	Level    string         `json:"level"`
	Msg      string         `json:"msg"`
	ID       string         `json:"id"`
	Own      string         `json:"execution"` // of the runtime, where ID is one that the program around has given
	Workflow string         `json:"workflow"`
	Entry    string         `json:"entry"`
	Method   string         `json:"method"`
	Path     string         `json:"path"`
	Status   int            `json:"status"`
	Duration int64          `json:"duration"`
	Nodes    string         `json:"nodes"`
	Seq      int            `json:"seq"`
	Node     string         `json:"node"`
	Call     string         `json:"call"` // the Calls that the node's workflow runs below, outermost first: "take/note"
	State    string         `json:"state"`
	Attempt  jsontext.Value `json:"attempt"`
	Output   string         `json:"output"`
	Error    string         `json:"error"`
	By       string         `json:"by"`
	Cut      int            `json:"cut"`
	Inputs   jsontext.Value `json:"inputs"`
	Values   jsontext.Value `json:"values"`
}

// lenient takes what another version, or a library, has written.
var lenient = json.JoinOptions(jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))

// readRecord reads a line, which may be none of a log.
func readRecord(line []byte) (r record, ok bool) {
	if len(line) == 0 || line[0] != '{' {
		return r, false
	}
	ok = json.Unmarshal(line, &r, lenient) == nil && r.Msg != ""
	r.ID = cmp.Or(r.Own, r.ID) // the other one may repeat
	return r, ok
}

// place is the name of a node's record in the execution, as in its way: "take/note/line" of a node that a Call has led
// to.
func (r *record) place() string {
	if r.Call == "" {
		return r.Node
	}
	return r.Call + "/" + r.Node
}

// attempt is the attempt of a node's record, as text.
func (r *record) attempt() string { return strings.Trim(string(r.Attempt), `"`) }

// visitsOf reads the way that an execution took, where there is no more than its last record: "in check:invalid no".
func visitsOf(way string) []*Visit {
	var visits []*Visit
	for i, step := range strings.Fields(way) {
		node, output, _ := strings.Cut(step, ":")
		visits = append(visits, &Visit{Seq: i + 1, Node: node, Output: output, Left: true})
	}
	return visits
}
