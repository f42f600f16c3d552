package runtime

import (
	"fmt"
	"net/http"
	"reflect"
	"sync"
	"time"
)

// Limits of an Entry that sets none.
const (
	defaultTimeout = 30 * time.Second
	defaultMaxBody = 1 << 20 // bytes
)

// Validate checks a decoded request (a pointer to its struct) against validate tags, and returns what is wrong by
// field. Package runtime/validate has it; an entry without such tags has none, and does not link the library.
type Validate func(v any) map[string]string

// An Entry is an entry point of a workflow, as generated code declares it.
type Entry struct {
	Workflow string
	Node     string
	Method   string
	Path     string        // pattern of net/http, without the method
	Timeout  time.Duration // until the answer, and again for what goes on after it; 0 is 30s
	Handlers time.Duration // that what handles failures may take of its own, on the longest path, once that is over
	MaxBody  int64         // bytes; 0 is 1 MiB
	CORS     []string      // origins that may call from a browser; "*" is any
	// Credentials lets these origins call with the cookies of who looks at their pages.
	Credentials bool
	// CrossOriginProtection refuses what the pages of origins outside of CORS have a browser send (see
	// [http.CrossOriginProtection]): a cookie or a password of HTTP Basic says who calls, and browsers send it along; or
	// an answer sets a cookie that will, and whose user works on in the account of who had it sent.
	CrossOriginProtection bool
	// RefuseUnknown makes a field of the query or the body that In does not have a 400 that names it.
	RefuseUnknown bool
	// HandlesInvalid leaves what is too large to Decode, as the workflow handles what that refuses: see [Exec.Invalid].
	HandlesInvalid bool
	// KeepsBody has Decode keep the body, which the workflow reads as a whole. With DecodesBody, one that is not what its
	// Content-Type says is refused.
	KeepsBody, DecodesBody bool
	// PostsBack has the path take POST too, for an identity provider that ends a login so. Pages of other origins may
	// send it: a cookie of the login and its state guard it.
	PostsBack  bool
	RefuseHead bool     // HEAD is a 405, where it would be served as GET is
	Realm      string   // of the Bearer challenge; "" is the workflow's name
	Validate   Validate // nil where no field has a validate tag

	// Caller names who calls, for a field with the tag caller; nil where no field has it.
	Caller func(*http.Request) string
}

// withDefaults returns e with what it does not set.
func (e Entry) withDefaults() *Entry {
	if e.Timeout == 0 {
		e.Timeout = defaultTimeout
	}
	if e.MaxBody == 0 {
		e.MaxBody = defaultMaxBody
	}
	if e.Realm == "" {
		e.Realm = e.Workflow
	}
	return &e
}

// longest is the longest time of an execution until its answer.
func (e *Entry) longest() time.Duration { return e.Timeout + e.Handlers }

// Endpoint is an entry point over HTTP whose request decodes into In.
type Endpoint[In any] struct {
	app     *App
	entry   *Entry
	origins *http.CrossOriginProtection // nil where any may call
	plan    *plan
	hook    bool      // of a Webhook, which reads the body itself
	ins     sync.Pool // *In, in which requests are decoded
}

// NewEndpoint prepares the decoding of In, a struct each of whose fields has one tag that names its source: json (the
// body), query, path, header, cookie, or caller. A field of a type that can't be decoded fails the set-up.
func NewEndpoint[In any](s *Setup, e Entry) *Endpoint[In] {
	plan, err := newPlan(reflect.TypeFor[In]())
	if err != nil {
		s.Fail(fmt.Errorf("workflow %s: %w", e.Workflow, err))
		plan = nil
	}
	if plan != nil && e.RefuseUnknown {
		plan.refuseOthers(e.Method)
	}
	return &Endpoint[In]{app: s.app, entry: e.withDefaults(), origins: s.crossOrigin(&e), plan: plan}
}

// Register adds the entry point's route to mux, and the route of CORS preflights where the entry has origins.
func (e *Endpoint[In]) Register(mux *http.ServeMux, h func(*Exec) error) {
	serve := e.handler(h)
	serve.mux = mux
	mux.Handle(e.entry.Method+" "+e.entry.Path, serve)
	if e.entry.PostsBack {
		mux.Handle(http.MethodPost+" "+e.entry.Path, e.entry.postedBack(serve))
	}
	if len(e.entry.CORS) > 0 {
		e.app.preflight(mux, e.entry)
	}
}

// Handler returns what serves the entry point, for who receives its requests in another way than by a mux.
func (e *Endpoint[In]) Handler(h func(*Exec) error) http.Handler { return e.handler(h) }

func (e *Endpoint[In]) handler(h func(*Exec) error) *handler {
	e.app.outlast(e.entry.longest())
	reads := e.hook || !e.bodiless()
	return &handler{
		app: e.app, entry: e.entry, origins: e.origins, records: e.app.recordsOf(e.entry),
		reads: reads, skims: !reads && !e.entry.HandlesInvalid, run: h,
	}
}

// bodiless reports whether no field comes of the body, and nothing else reads it.
func (e *Endpoint[In]) bodiless() bool {
	return !e.entry.KeepsBody && (e.plan == nil || e.plan.body == nil)
}

// Decode returns the request. What is wrong with it, up to 100 fields, is in the one *Error returned.
func (e *Endpoint[In]) Decode(x *Exec) (in In, err error) {
	if err := e.receive(x); err != nil {
		return in, err
	}
	if len(e.plan.fields) == 0 && !e.plan.strict {
		return in, nil
	}
	in, err = e.decode(x)
	if x.debug {
		x.showEntry(in)
	}
	if err != nil && e.entry.HandlesInvalid {
		err = x.stay(err)
	}
	return in, err
}

// receive reads the body where fields are not all that is read of it.
func (e *Endpoint[In]) receive(x *Exec) error {
	switch {
	case e.entry.HandlesInvalid:
		if err := e.receiveWhole(x); err != nil {
			return x.stay(err)
		}
	case e.entry.KeepsBody:
		return e.keep(x)
	}
	return nil
}

// receiveWhole is receive where the workflow handles also what is too large.
func (e *Endpoint[In]) receiveWhole(x *Exec) error {
	if err := x.sized(); err != nil {
		return err
	}
	if e.entry.KeepsBody {
		return e.keep(x)
	}
	if !e.bodiless() {
		return nil
	}
	x.leave() // as long as the body arrives
	if err := x.skim(); err != nil {
		return err
	}
	return x.admit()
}

// keep reads the body into memory that the execution has until its end.
func (e *Endpoint[In]) keep(x *Exec) error {
	x.received = x.app.takeBuffer()
	if err := x.received.read(x); err != nil {
		return err
	}
	if err := x.received.unpack(x); err != nil || !e.entry.DecodesBody {
		return err
	}
	_, err := x.Webhook().payload()
	return err
}

// stay has an execution go on whose request was refused with err: reading it may have left its place to others.
func (x *Exec) stay(err error) error {
	if x.admitted {
		return err
	}
	if full := x.admit(); full != nil {
		return full
	}
	return err
}

// decode decodes the request in memory that is used again. It is empty when it goes back, and does not go back from a
// panic.
func (e *Endpoint[In]) decode(x *Exec) (in In, err error) {
	memory, ok := e.ins.Get().(*In)
	if !ok {
		memory = new(In)
	}
	err = e.plan.decode(x, reflect.ValueOf(memory).Elem())
	in, *memory = *memory, in
	e.ins.Put(memory)
	return in, err
}
