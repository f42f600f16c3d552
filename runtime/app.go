package runtime

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/flowc-dev/flowc/runtime/internal/credentials"
)

// App is one process: its environment, its log, what it has opened, and the executions that run in it.
type App struct {
	dir    string
	env    environment
	config ConfigError
	weak   []ConfigProblem // that preview warns of, each once
	warned sync.Map        // workflow -> true: the log has told of its weak secret
	log    *logSink
	logger *slog.Logger // for everybody; masks what any running execution saw
	studio *studioLog   // nil: the process runs below none
	own    slog.Handler // for records of this package alone, that hold neither secrets nor what a caller sent

	executionLevel slog.Level                 // of the record of an execution that is no error
	given          map[string]any             // of WithGiven, by variable
	executionID    func(*http.Request) string // of WithExecutionID; nil: flowc's own id names an execution
	misnamed       sync.Once                  // the log has told that it does not

	clock  func() time.Time
	mocked bool              // clock is that of WithClock, and not the machine's
	carry  http.RoundTripper // of WithTransport; nil: each part of the runtime has its own

	observer Observer // nil: nobody watches

	limits  Limits
	running atomic.Int64 // executions, without those that wait for their body
	bodies  bodyRoom
	health  string  // the address for /healthz and /readyz alone; "" has them on the server
	proxies proxies // whom IP believes; nil: nobody

	lengths    lengthValues
	execs      sync.Pool // *Exec
	buffers    sync.Pool // *bodyBuffer
	background sync.WaitGroup
	stopping   atomic.Bool
	drain      time.Duration // between the end of readiness and the closed listener
	whole      bool          // it is Main's: Serve begins what waits, and PUBLIC_URL has a default
	longest    atomic.Int64  // nanoseconds that an execution of any entry may take

	mu          sync.Mutex
	resources   map[string]io.Closer
	opened      []io.Closer // in the order of opening
	files       heldFiles
	checks      []readyCheck
	looks       []readyCheck    // once, when the server starts
	looked      atomic.Bool     // or is being
	looking     context.Context // of looks in the background
	stopLooking context.CancelFunc
	drifts      []func(context.Context) []Drift
	later       []func() error // while it is set up
	writes      []func() bool
	preflights  map[preflightKey]*preflight
}

// An Option changes how Open opens an App.
type Option func(*options)

type options struct {
	env            *map[string]string // nil: the process environment and dotenv
	dir            string
	log            io.Writer    // nil: standard error
	logger         *slog.Logger // of the program around
	executionLevel slog.Level
	executionID    func(*http.Request) string
	given          map[string]any
	clock          func() time.Time // nil: the machine's
	carry          http.RoundTripper
	secrets        []string // that no workflow reads

	limits Limits
	health string
}

// WithEnv makes the App read exactly these variables, and neither the process environment nor dotenv files. Without
// FLOWC_ENV among them it is production.
func WithEnv(env map[string]string) Option { return func(o *options) { o.env = &env } }

// WithSecrets masks values in the log that no workflow reads: a password of another part of the program, a key of its
// own. Of a connection URL the password and the user are masked, of a JSON document each text.
func WithSecrets(values ...string) Option {
	return func(o *options) { o.secrets = append(o.secrets, values...) }
}

// WithDir reads dotenv files from dir and resolves relative paths there, instead of in the working directory.
func WithDir(dir string) Option { return func(o *options) { o.dir = dir } }

// WithLogWriter writes the log to w instead of standard error.
func WithLogWriter(w io.Writer) Option { return func(o *options) { o.log = w } }

// WithClock makes the App tell the time by now. For tests.
func WithClock(now func() time.Time) Option { return func(o *options) { o.clock = now } }

// WithTransport makes calls to services that the workflows themselves name, and to identity providers, go through t.
// For tests, which answer in the place of a service whose address is fixed. A host chosen at run time is still looked
// at before it is called.
func WithTransport(t http.RoundTripper) Option { return func(o *options) { o.carry = t } }

// Open reads the environment and starts the log. A malformed variable is not an error here: it is reported with all
// others, by Setup.Err or by Serve.
func Open(opts ...Option) (*App, error) {
	o := options{dir: "."}
	for _, opt := range opts {
		opt(&o)
	}
	if o.logger != nil && o.log != nil {
		return nil, errTwoLogs
	}
	a := &App{
		dir:        o.dir,
		clock:      time.Now,
		carry:      o.carry,
		resources:  map[string]io.Closer{},
		preflights: map[preflightKey]*preflight{},

		given:          o.given,
		executionLevel: o.executionLevel,
		executionID:    o.executionID,
	}
	a.looking, a.stopLooking = context.WithCancel(context.Background())
	if o.clock != nil {
		a.clock, a.mocked = o.clock, true
	}
	var problems []ConfigProblem
	if o.env != nil {
		a.env, problems = fixedEnvironment(*o.env)
	} else {
		a.env, problems = readEnvironment(o.dir)
	}
	switch {
	case o.logger != nil:
		a.startHouse(o.logger)
	case o.log != nil:
		a.startLog(o.log)
	default:
		a.startLog(os.Stderr)
	}
	a.startStudio()
	a.setLimits(o.limits)
	a.health = o.health
	a.proxies = a.trustedProxies()
	for _, value := range o.secrets {
		a.log.secrets.Add(credentials.In(value)...)
	}
	for _, p := range problems {
		a.config.add(p)
	}
	return a, nil
}

// WithGiven gives the workflows in the place of a variable what it would say how to open, as postgres.WithPool does.
func WithGiven(variable string, value any) Option {
	return func(o *options) {
		if o.given == nil {
			o.given = map[string]any{}
		}
		o.given[variable] = value
	}
}

// Given returns what WithGiven gave in the place of a variable that a workflow reads; nil where the variable says it.
func (a *App) Given(variable string) any {
	value, ok := a.given[variable]
	if ok {
		a.env.ask(variable)
	}
	return value
}

// Dir is the folder that relative paths, such as that of an embedded database, are relative to.
func (a *App) Dir() string { return a.dir }

// Production says whether FLOWC_ENV is production.
func (a *App) Production() bool { return a.env.name == production }

// Now is the time by the App's clock.
func (a *App) Now() time.Time { return a.clock() }

// Transport is the http.RoundTripper that WithTransport gave; nil where a part of the runtime is to make its own.
func (a *App) Transport() http.RoundTripper { return a.carry }

// Logger returns the masking logger; whatever a program prints belongs there.
func (a *App) Logger() *slog.Logger { return a.logger }

// Resource returns what open opened for key, opening it once for the whole App. Close closes it.
//
// The App waits for open, and a request for another resource meanwhile waits too. So neither open nor the Close of
// what it opened may call Resource or Close of the App: that waits forever. What shares a resource of another kind
// takes that before.
func (a *App) Resource(key string, open func() (io.Closer, error)) (io.Closer, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c, ok := a.resources[key]; ok {
		return c, nil
	}
	c, err := open()
	if err != nil {
		return nil, err
	}
	a.resources[key] = c
	a.opened = append(a.opened, c)
	return c, nil
}

// Close waits for work that goes on after answers, unless Serve has already waited, then closes what was opened, the
// last first. The error joins all failures. Closing twice is harmless.
func (a *App) Close() error {
	var errs []error
	a.stopLooking()
	if !a.stopping.Swap(true) {
		ctx, cancel := context.WithTimeout(context.Background(), a.shutdownTime())
		defer cancel()
		errs = append(errs, a.waitBackground(ctx))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	for i := len(a.opened) - 1; i >= 0; i-- {
		if err := a.opened[i].Close(); err != nil {
			errs = append(errs, fmt.Errorf("closing the application: %w", err))
		}
	}
	a.opened, a.resources = nil, map[string]io.Closer{}
	a.log.lines.flush()
	a.studio.close()
	return errors.Join(errs...)
}

// Main is a whole program: it opens an App with opts, lets build add the routes, and serves until SIGTERM or SIGINT. It
// exits with 0 after a clean shutdown, else with 1 after a masked log record.
func Main(build func(app *App, mux *http.ServeMux) error, opts ...Option) {
	os.Exit(run(build, opts))
}

// Refusal returns what keeps Main from serving what build adds: a *ConfigError, or nil. It neither listens nor changes
// anything.
func Refusal(build func(app *App, mux *http.ServeMux) error, opts ...Option) error {
	a, err := openWhole(opts)
	if err != nil {
		return err
	}
	return errors.Join(build(a, http.NewServeMux()), a.configured(), a.Close())
}

// openWhole opens the App of a program that is flowc's alone.
func openWhole(opts []Option) (*App, error) {
	a, err := Open(opts...)
	if err != nil {
		return nil, err
	}
	a.whole = true
	a.readServer()
	return a, nil
}

func run(build func(app *App, mux *http.ServeMux) error, opts []Option) int {
	a, err := openWhole(opts)
	if err != nil {
		slog.Error("starting", "error", err)
		return 1
	}
	// Libraries log through slog's and log's defaults: those must mask too.
	slog.SetDefault(a.Logger())
	defer a.log.lines.flush() // a panic of build, too
	a.export()
	ctx, stop := untilSignal(context.Background())
	defer stop()
	if err := a.serveBuilt(ctx, build); err != nil {
		a.logStop(err)
		return 1
	}
	return 0
}

func (a *App) serveBuilt(ctx context.Context, build func(app *App, mux *http.ServeMux) error) (err error) {
	defer func() { err = errors.Join(err, a.Close()) }()
	mux := http.NewServeMux()
	if err := build(a, mux); err != nil {
		return err
	}
	return a.Serve(ctx, mux)
}

// MessageRoom returns room of which nothing is taken yet. Who has it gives it back with Close.
func (a *App) MessageRoom() *MessageRoom {
	return &MessageRoom{share: bodyShare{room: &a.bodies, open: true}}
}
