package studio

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/project"
	"github.com/flowc-dev/flowc/cmd/flowc/serve"
	"github.com/flowc-dev/flowc/gen/assist"
	"github.com/flowc-dev/flowc/gen/facts"
	"github.com/flowc-dev/flowc/gen/ir"
)

// requestsSuffix ends the name of the file of requests that are kept beside a workflow.
const requestsSuffix = ".http"

func (d *shelf) requestsFile() string {
	return strings.TrimSuffix(d.name, project.DocumentSuffix) + requestsSuffix
}

// requestsView are the requests that are kept beside a workflow. Those that it has no form for are left out.
type requestsView struct {
	File     string       `json:"file"`
	Requests []serve.Kept `json:"requests"`
}

func (s *Studio) serveRequests(w http.ResponseWriter, r *http.Request) {
	d, ok := s.shelved(w, r.FormValue("key"))
	if !ok {
		return
	}
	defer d.close()
	file, err := s.requests(d)
	if err != nil {
		refuse(w, err)
		return
	}
	v := requestsView{File: filepath.Join(filepath.Dir(d.path), d.requestsFile()), Requests: []serve.Kept{}}
	for _, k := range file.Requests {
		if !k.Raw() {
			v.Requests = append(v.Requests, k)
		}
	}
	reply(w, v)
}

// requests reads the file of requests; one that is not there holds none.
func (s *Studio) requests(d *shelf) (serve.File, error) {
	text, err := d.readFile(d.requestsFile())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return serve.File{}, err
	}
	return serve.ReadHTTP(string(text), s.routesOf(d.key)), nil
}

// routesOf are the routes of a workflow.
func (s *Studio) routesOf(key string) []serve.Route {
	s.mu.Lock()
	p := s.project
	s.mu.Unlock()
	var list []serve.Route
	for _, r := range p.routes {
		if keyOf(p, r.Flow.Workflow) == key {
			list = append(list, r)
		}
	}
	return list
}

// keeping are the requests of a workflow as the page wants them kept.
type keeping struct {
	Key      string       `json:"key"`
	Requests []serve.Kept `json:"requests"`
}

// serveKeepRequests writes the requests of a workflow beside it. What the file has besides stays in it, and what is
// hidden in a form is not in it.
func (s *Studio) serveKeepRequests(w http.ResponseWriter, r *http.Request) {
	var asked keeping
	if !readBody(w, r, maxForm, &asked) {
		return
	}
	s.writeTo(w, asked.Key, func(d *shelf) error {
		have, err := s.requests(d)
		if err != nil {
			return err
		}
		if err := d.write(d.requestsFile(), have.Keep(s.asForms(asked)).Write(s.config.Base)); err != nil {
			return err
		}
		reply(w, map[string]string{"file": filepath.Join(filepath.Dir(d.path), d.requestsFile())})
		return nil
	})
}

// asForms takes of the page's requests the values alone: what is hidden is the routes' to say.
func (s *Studio) asForms(asked keeping) []serve.Kept {
	var list []serve.Kept
	for _, r := range s.routesOf(asked.Key) {
		for _, k := range asked.Requests {
			if k.Entry != r.Flow.Entry.ID.Value {
				continue
			}
			form := r.Form()
			form.Fill(k.Form)
			list = append(list, serve.Kept{Name: k.Name, Entry: k.Entry, Form: form})
		}
	}
	return list
}

const (
	besideStem = "flowc-trial"
	callOfIt   = "called/"       // before the nodes of a workflow that the trial calls
	besideLong = 3 * time.Minute // build included
	recordLate = 5 * time.Second // from an answer to the record of its execution
)

// hereAsked is a run of a workflow as it is drawn: up to a node, or of all that others call where Node is "".
type hereAsked struct {
	Key  string     `json:"key"`
	Text string     `json:"text"`
	Node string     `json:"node"`
	Form serve.Form `json:"form"`
	Sure bool       `json:"sure"` // the effects have been read; else they are the answer
}

// hereView is what a trial does on the way, or what came of it.
type hereView struct {
	Entry     string     `json:"entry"`   // id of the entry point's node
	Effects   []string   `json:"effects"` // of the nodes on the way: "insert into orders"
	Why       string     `json:"why"`     // why it can't be run, or did not get there; "" where it did
	Status    int        `json:"status"`
	Output    string     `json:"output"` // that the node took
	Values    rawJSON    `json:"values"` // that it yielded, masked as in logs
	Execution *Execution `json:"execution"`
}

// trial is a run that has been worked out.
type toHere struct {
	hereView
	workflow string // its name
	node     string // by name, "" for a workflow that is called as a whole
	called   bool
	route    serve.Route
	texts    map[string][]byte
}

func (s *Studio) serveToHere(w http.ResponseWriter, r *http.Request) {
	var asked hereAsked
	if !readBody(w, r, maxDocument, &asked) {
		return
	}
	d, ok := s.opened(w, draft{Key: asked.Key, Text: asked.Text})
	if !ok {
		return
	}
	t := toHere{hereView: hereView{Effects: []string{}}}
	err := s.plan(&t, d, asked)
	if err == nil && asked.Sure {
		ctx, cancel := context.WithTimeout(r.Context(), besideLong)
		defer cancel()
		err = s.runBeside(ctx, &t, asked.Form)
	}
	if err != nil {
		t.Why = err.Error()
	}
	reply(w, t.hereView)
}

// plan works out what is run, and what it does on the way.
func (s *Studio) plan(t *toHere, d *assist.Draft, asked hereAsked) error {
	if s.config.Try == nil {
		return errors.New("nothing runs here")
	}
	flow := flowTo(d.Workflow, asked.Node)
	if flow == nil {
		return errors.New("no wire leads there from an entry point")
	}
	t.Entry, t.workflow, t.called = flow.Entry.ID.Value, d.Workflow.Name.Value, flow.Called()
	if flow.Entry.Route().Tool != "" {
		return errors.New("an assistant calls it as an MCP tool: no request of this page leads there")
	}
	for _, route := range s.routesOf(asked.Key) {
		if route.Flow.Entry.ID.Value == t.Entry {
			t.route = route
		}
	}
	if !t.called && t.route.Flow == nil {
		return errors.New("its route is not saved yet: save the workflow first")
	}
	src := d.File.Src
	if asked.Node != "" {
		var err error
		if src, err = serve.CutAt(d.Workflow, d.File.Src, asked.Node); err != nil {
			return err
		}
	}
	whole, which := s.folderOf(asked.Key)
	if whole == nil {
		return errors.New("there is no such workflow")
	}
	part := assist.Open(whole.Sources(), which, fileOf(asked.Key), src)
	if part.Found.HasErrors() || part.Workflow == nil {
		return fmt.Errorf("what leads there can't run by itself: %s", firstError(part))
	}
	t.texts = map[string][]byte{project.Absolute(fileOf(asked.Key)): src}
	for _, f := range part.Workflow.Flows {
		if f.Entry.ID.Value == t.Entry {
			t.Effects = effectsOf(f, t.Effects)
			t.node = nameOf(f, asked.Node)
		}
	}
	if !t.called {
		return nil
	}
	text, err := serve.CallOf(part.Workflow, src, part.Workflow.Stem, besidePath)
	t.texts[project.Absolute(filepath.Join(filepath.Dir(fileOf(asked.Key)), besideStem+project.DocumentSuffix))] = text
	return err
}

// flowTo is the flow by which a node is reached; of no node, the one that others call.
func flowTo(w *ir.Workflow, node string) *ir.Flow {
	if w == nil {
		return nil
	}
	for _, f := range w.Flows {
		if node == "" && f.Called() || nameOf(f, node) != "" {
			return f
		}
	}
	return nil
}

func nameOf(f *ir.Flow, node string) string {
	for _, s := range f.Steps {
		if s.Node.ID.Value == node {
			return s.Node.Name.Value
		}
	}
	return ""
}

func firstError(d *assist.Draft) string {
	for _, found := range d.Found {
		if found.Severity().String() == "error" {
			return found.Message
		}
	}
	return "it can't be read"
}

// effectsOf are what the steps of a flow change outside of it, those of workflows that it calls among them.
func effectsOf(f *ir.Flow, list []string) []string {
	for _, s := range f.Steps {
		if callee := s.Callee(); callee != nil {
			list = effectsOf(callee, list)
		}
		t := s.Node.Template
		if !s.Node.Known() || t.Effect.Changes == nil || !t.Effect.Changes(ir.NewPass(s)) {
			continue
		}
		if says := facts.Brief(s.Node); !slices.Contains(list, says) {
			list = append(list, says)
		}
	}
	return list
}

// runBeside runs the workflow on a port of its own, sends it a request, and reads what its nodes did.
func (s *Studio) runBeside(ctx context.Context, t *toHere, form serve.Form) error {
	s.trying.Lock()
	defer s.trying.Unlock()
	news := make(chan struct{}, 1)
	seen := newExecutions(func() {
		select {
		case news <- struct{}{}:
		default:
		}
	})
	socket, err := OpenSocket()
	if err != nil {
		return err
	}
	defer socket.Close()
	go socket.Serve(seen)
	base, end, err := s.config.Try(ctx, t.texts, socket.Variable())
	if err != nil {
		return err
	}
	defer end()
	if !t.called {
		form.Method, form.Path = t.route.Method, t.route.Path
	}
	filler := serve.Filler{Base: base, Value: s.keptValue, Env: s.variable, Now: s.config.Now}
	request, err := filler.Request(ctx, t.route, form)
	if err != nil {
		return err
	}
	answer, err := s.client.Do(request)
	if err != nil {
		return errors.New(unanswered(err))
	}
	_, _ = io.Copy(io.Discard, io.LimitReader(answer.Body, maxAnswer))
	_ = answer.Body.Close()
	t.Status = answer.StatusCode
	x := ended(ctx, seen, news)
	if x == nil {
		return fmt.Errorf("it answered %d, and left no record", t.Status)
	}
	return t.read(x)
}

// ended waits for the record of the one execution, and returns nil where it does not come.
func ended(ctx context.Context, seen *Executions, news <-chan struct{}) *Execution {
	late := time.After(recordLate)
	for {
		for _, x := range seen.summaries(filter{limit: 10}) {
			if found, ok := seen.find(x.ID); ok && found.State == "done" {
				return &found
			}
		}
		select {
		case <-news:
		case <-late:
			return nil
		case <-ctx.Done():
			return nil
		}
	}
}

// read takes what the node did from the record of the execution.
func (t *toHere) read(x *Execution) error {
	wanted := t.node
	if t.called {
		for _, v := range x.Visits {
			if t.node == "" && v.Node == strings.TrimSuffix(callOfIt, "/") {
				t.Output, t.Values = v.Output, v.Values
			}
		}
		x.Visits = slices.DeleteFunc(x.Visits, func(v *Visit) bool { return !strings.HasPrefix(v.Node, callOfIt) })
		for _, v := range x.Visits {
			v.Node = strings.TrimPrefix(v.Node, callOfIt)
		}
		x.Failed, x.Workflow = strings.TrimPrefix(x.Failed, callOfIt), t.workflow
	}
	t.Execution = x
	came := wanted == ""
	for _, v := range x.Visits {
		if v.Node == wanted {
			came, t.Output, t.Values = true, v.Output, v.Values
		}
	}
	switch {
	case x.Failed != "":
		return fmt.Errorf("%s failed: %s", x.Failed, x.Error)
	case !came:
		return fmt.Errorf("the request did not get there: it was answered %d before", t.Status)
	}
	return nil
}
