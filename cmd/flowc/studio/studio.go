// Package studio serves a canvas on which a person sees a project's workflows, calls them, and watches every execution
// take its way: an http.Handler over what is on disk, what a running server logs, and what is sent to it.
//
// Only cmd/flowc imports it.
package studio

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"sync"
	"time"

	"github.com/flowc-dev/flowc/cmd/flowc/outbox"
	"github.com/flowc-dev/flowc/gen/assist"
)

//go:generate go run -C web . -o ../dist

// Studio is the canvas of one project.
type Studio struct {
	config     Config
	mux        http.Handler
	news       *news
	executions *Executions
	client     *http.Client // of requests to the project's server
	ended      chan struct{}

	writing  sync.Mutex // held from the look at a file to its writing
	checking sync.Mutex // so that what was read last counts
	trying   sync.Mutex // one run beside the server after the other

	mu      sync.Mutex
	project *projectState
	running running
	turned  chan struct{}  // closed when running turns into another
	kept    map[string]any // values of earlier answers, by name
}

// Config is what a Studio is about.
type Config struct {
	Dir string // of the project
	// Paths returns what a command line would name for the folders of workflows; nil is Dir.
	Paths  func() []string
	Base   string          // URL of its server; "" where none runs, and a log is looked at
	Key    string          // without which nobody is served
	Log    string          // the file of the log that is looked at, or ""
	Outbox *outbox.Outbox  // catches calls of the program; nil where nothing runs
	Again  chan<- struct{} // has the program started again; of room for one
	// Try runs the program beside the one that serves, of other documents (serve.Server.Try); nil where nothing runs.
	Try func(ctx context.Context, texts map[string][]byte, env ...string) (base string, end func(), err error)
	// Foreign says that the program has its environment from where it likes, and does not read .env.
	Foreign bool
	Now     func() time.Time
	// Build is what the Go compiler says of the project; nil where nothing is built.
	Build *Build
	Begin *Begin // nil where there are workflows
	Why   string // why nothing runs, where that is known from the beginning
}

// New makes a Studio. Check has it look at the project.
func New(c Config) *Studio {
	jar, _ := cookiejar.New(nil) // never fails
	if c.Paths == nil {
		c.Paths = func() []string { return []string{c.Dir} }
	}
	s := &Studio{config: c, news: newNews(), kept: map[string]any{}, project: &projectState{}, turned: make(chan struct{}), ended: make(chan struct{})}
	s.running.Why, s.running.Held = c.Why, []held{}
	s.executions = newExecutions(func() { s.news.notify(newsExecutions) })
	s.client = &http.Client{
		Jar: jar, Timeout: sendTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }, // shown, not followed
	}
	if c.Outbox != nil {
		c.Outbox.OnCall(func() { s.news.notify(newsOutbox) })
	}
	s.mux = s.routes()
	return s
}

// ServeHTTP implements http.Handler.
func (s *Studio) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.mux.ServeHTTP(w, r) }

// Executions are those that are known of.
func (s *Studio) Executions() *Executions { return s.executions }

// questions are those that a page asks of a draft, by their paths.
var questions = map[string]func(*assist.Draft, asking) (any, error){
	"here": answerHere, "inputs": answerInputs, "follow": answerFollow, "loose": answerLoose, "tidy": answerTidy,
	"hover": answerHover, "rename": answerRename, "mend": answerFix, "picture": answerPicture, "extract": answerExtract,
}

func (s *Studio) routes() http.Handler {
	api := http.NewServeMux()
	api.HandleFunc("GET /api/state", s.serveState)
	api.HandleFunc("GET /api/workflow", s.serveWorkflow)
	api.HandleFunc("GET /api/find", s.serveFind)
	api.HandleFunc("GET /api/document", s.serveDocument)
	api.HandleFunc("PUT /api/document", s.serveSave)
	api.HandleFunc("PUT /api/draft", s.serveKeep)
	api.HandleFunc("DELETE /api/draft", s.serveDrop)
	api.HandleFunc("POST /api/format", serveFormat)
	api.HandleFunc("POST /api/workflows", s.serveWorkflows)
	api.HandleFunc("GET /api/project", s.serveProject)
	api.HandleFunc("POST /api/starter", s.serveStarter)
	api.HandleFunc("POST /api/preset", s.servePreset)
	api.HandleFunc("GET /api/outbox", s.serveCaught)
	api.HandleFunc("PUT /api/outbox", s.serveCatch)
	api.HandleFunc("DELETE /api/outbox", s.serveClear)
	api.HandleFunc("GET /api/environment", s.serveEnvironment)
	api.HandleFunc("PUT /api/variable", s.serveSetVariable)
	api.HandleFunc("POST /api/ignore", s.serveIgnore)
	api.HandleFunc("GET /api/data", s.serveData)
	api.HandleFunc("GET /api/defaults", s.serveDefaults)
	api.HandleFunc("POST /api/rows", s.serveRows)
	api.HandleFunc("POST /api/statement", s.question(s.answerStatement))
	api.HandleFunc("POST /api/trial", s.serveTrial)
	api.HandleFunc("POST /api/migration", s.serveMigration)
	api.HandleFunc("GET /api/requests", s.serveRequests)
	api.HandleFunc("PUT /api/requests", s.serveKeepRequests)
	api.HandleFunc("POST /api/go", s.question(s.answerGo))
	api.HandleFunc("POST /api/check", s.serveCheck)
	api.HandleFunc("POST /api/since", s.serveSince)
	api.HandleFunc("POST /api/complete", s.serveComplete)
	for path, answer := range questions {
		api.HandleFunc("POST /api/"+path, s.question(answer))
	}
	api.HandleFunc("GET /api/nodetypes", serveNodeTypes)
	api.HandleFunc("GET /api/explain", serveExplanation)
	api.HandleFunc("GET /api/docs", servePages)
	api.HandleFunc("GET /api/executions", s.serveExecutions)
	api.HandleFunc("GET /api/execution", s.serveExecution)
	api.HandleFunc("GET /api/events", s.serveEvents)
	api.HandleFunc("POST /api/send", s.serveSend)
	api.HandleFunc("POST /api/curl", s.serveCurl)
	api.HandleFunc("POST /api/tohere", s.serveToHere)
	mux := http.NewServeMux()
	mux.Handle("/api/", keyed(s.config.Key, api))
	mux.Handle("/", page())
	return door(mux)
}
