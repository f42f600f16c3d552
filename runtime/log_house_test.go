package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
)

// houseOf makes the handler of a house that openApp logs by; nil: the App writes the log itself.
var houseOf func(w io.Writer, level slog.Level) slog.Handler

// logTo is the log of an App that a test opens.
func logTo(w io.Writer, name string) rt.Option {
	if houseOf == nil {
		return rt.WithLogWriter(w)
	}
	level := slog.LevelInfo
	if name != "" && level.UnmarshalText([]byte(name)) != nil {
		panic("no level: " + name)
	}
	return rt.WithLogger(slog.New(houseOf(w, level)))
}

// verbHandler prints whatever it gets by %+v, each attribute as a text of a line of JSON.
type verbHandler struct {
	w     io.Writer
	mu    *sync.Mutex
	level slog.Level
	with  []slog.Attr
}

func (h verbHandler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.level }

func (h verbHandler) Handle(_ context.Context, r slog.Record) error {
	line := map[string]string{"level": r.Level.String(), "msg": r.Message}
	print := func(a slog.Attr) bool {
		if !isSimple(a.Value) {
			panic(fmt.Sprintf("%s reaches the handler as %s", a.Key, a.Value.Kind()))
		}
		line[a.Key] = fmt.Sprintf("%+v", a.Value.Any())
		return true
	}
	for _, a := range h.with {
		print(a)
	}
	r.Attrs(print)
	text, err := json.Marshal(line)
	if err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	_, err = h.w.Write(append(text, '\n'))
	return err
}

// isSimple reports whether a value is of a kind that a handler of a house may get.
func isSimple(v slog.Value) bool {
	switch v.Kind() {
	case slog.KindAny, slog.KindLogValuer:
		return false
	case slog.KindGroup:
		for _, a := range v.Group() {
			if !isSimple(a.Value) {
				return false
			}
		}
	}
	return true
}

func (h verbHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	h.with = append(h.with[:len(h.with):len(h.with)], attrs...)
	return h
}

func (h verbHandler) WithGroup(name string) slog.Handler { panic("a group " + name + " is opened") }

// TestMaskingForOtherHandlers runs all that is known of masking where the handler of a house prints.
func TestMaskingForOtherHandlers(t *testing.T) {
	t.Cleanup(func() { houseOf = nil })
	for name, handler := range map[string]func(io.Writer, slog.Level) slog.Handler{
		"%+v": func(w io.Writer, level slog.Level) slog.Handler {
			return verbHandler{w: w, mu: &sync.Mutex{}, level: level}
		},
		"JSON": func(w io.Writer, level slog.Level) slog.Handler {
			return slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level})
		},
		"LogHandler": func(w io.Writer, level slog.Level) slog.Handler {
			return rt.LogHandler(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: level}))
		},
	} {
		houseOf = handler
		for test, run := range maskingTests {
			t.Run(name+"/"+test, run)
		}
	}
}

// maskingTests are the tests of masking, of whatever writes the log.
var maskingTests = map[string]func(*testing.T){
	"secrets of the environment":  TestLogMasksSecretsOfTheEnvironment,
	"the longer of two":           TestLogMasksTheLongerOfTwoSecrets,
	"inside of others":            TestLogMasksSecretsInsideOfOthers,
	"after the answer":            TestLogMasksAfterTheAnswer,
	"what an execution saw":       TestLogMasksWhatAnExecutionSaw,
	"credentials":                 TestLogMasksCredentialsOfTheRequest,
	"credentials, no execution":   TestLogMasksCredentialsInRecordsOfNoExecution,
	"by label":                    TestLogMasksByLabel,
	"the user of a connection":    TestLogMasksOnlyTheUserOfAConnection,
	"what is short or public":     TestLogKeepsWhatIsShortOrPublic,
	"a running execution":         TestLogOfARunningExecutionEndsWithIt,
	"by label, whatever holds it": TestLogMasksByLabelWhateverHoldsIt,
	"what has no label":           TestLogKeepsWhatHasNoLabel,
	"what it shows":               TestLogDoesNotChangeWhatItShows,
	"each secret of a variable":   TestLogMasksEachSecretOfAVariable,
	"users of databases":          TestLogKeepsUsersOfDatabases,
	"every form":                  TestLogMasksEveryFormWhateverElseIsSeen,
	"every encoding":              TestLogMasksEveryEncodingWhateverElseIsSeen,
	"keys by their form":          TestLogMasksKeysByTheirForm,
	"the end of a key":            TestKeyEndsWithItsText,
	"Setup.Mask":                  TestSetupMask,
	"labelled fields":             TestLogMasksInsideOfLabelledFields,
	"a record's own punctuation":  TestCallerCanNotMaskTheRecordItself,
	"numbers":                     TestLogMasksNumbersOfJSON,
	"long values":                 TestLogMasksLongValues,
	"many values":                 TestLogMasksManyValues,
	"bytes and proxies":           TestLogMasksBytesAndProxies,
	"running executions":          TestRecordsMaskWhatRunningExecutionsSaw,
	"in parts":                    TestLogMasksWhatIsWrittenInParts,
	"bytes in arrays":             TestLogMasksBytesInArrays,
	"other parts":                 TestLogKeepsOtherParts,
	"text in ASCII":               TestLogMasksTextInASCII,
	"cut values":                  TestCutLeavesNoPartOfASecret,
	"texts with names":            TestTextsWithNames,
	"secrets of the house":        TestSecretsOfTheHouse,
}

// tracer is a handler that keeps what a house's own handler gets.
type tracer struct {
	slog.Handler
	mu    sync.Mutex
	asked int      // how often whether debug is on
	users []string // what the middleware of the house left in the context, of each record
}

type userKey struct{}

func (h *tracer) Enabled(ctx context.Context, level slog.Level) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if level == slog.LevelDebug {
		h.asked++
	}
	return true
}

func (h *tracer) Handle(ctx context.Context, r slog.Record) error {
	user, _ := ctx.Value(userKey{}).(string)
	h.mu.Lock()
	h.users = append(h.users, r.Message+" of "+user)
	h.mu.Unlock()
	return h.Handler.Handle(ctx, r)
}

func (h *tracer) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &derived{tracer: h, Handler: h.Handler.WithAttrs(attrs)}
}

// derived is a tracer with attributes.
type derived struct {
	*tracer
	slog.Handler
}

func (h *derived) Enabled(ctx context.Context, level slog.Level) bool {
	return h.tracer.Enabled(ctx, level)
}

func (h *derived) Handle(ctx context.Context, r slog.Record) error {
	user, _ := ctx.Value(userKey{}).(string)
	h.mu.Lock()
	h.users = append(h.users, r.Message+" of "+user)
	h.mu.Unlock()
	return h.Handler.Handle(ctx, r)
}

func (h *derived) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &derived{tracer: h.tracer, Handler: h.Handler.WithAttrs(attrs)}
}

// TestLoggerOfTheHouse wants whether debug is on to be asked once an execution, and the request's context with each
// record: also after the answer, and where a function logs without one.
func TestLoggerOfTheHouse(t *testing.T) {
	log := &logBuffer{}
	h := &tracer{Handler: slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})}
	app, err := rt.Open(rt.WithLogger(slog.New(h)), rt.WithEnv(map[string]string{"LOG_LEVEL": "loud", "LOG_FORMAT": "logfmt"}))
	if err != nil {
		t.Fatal(err)
	}
	if err := app.Setup().Err(); err != nil {
		t.Errorf("variables of the house are refused: %v", err)
	}
	mux := http.NewServeMux()
	register(t, app, mux, rt.Entry{Method: "GET", Path: "/", Workflow: "w"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Enter("one")
		x.Logger().Info("said")
		x.After(func(x *rt.Exec) error {
			x.Enter("two")
			return errors.New("no")
		})
		return x.Empty(http.StatusNoContent)
	})
	r := httptest.NewRequestWithContext(context.WithValue(t.Context(), userKey{}, "ada"), "GET", "/", nil)
	mux.ServeHTTP(httptest.NewRecorder(), r)
	if err := app.Close(); err != nil {
		t.Fatal(err)
	}
	if h.asked != 1 {
		t.Errorf("asked %d times whether debug is on", h.asked)
	}
	if !slices.Contains(h.users, "said of ada") || !slices.Contains(h.users, "failed after the answer of ada") {
		t.Errorf("records are %q", h.users)
	}
	for _, record := range h.users {
		if !strings.HasSuffix(record, " of ada") {
			t.Errorf("%q has no context of the request", record)
		}
	}
}

// TestTwoLogs refuses a logger beside a writer.
func TestTwoLogs(t *testing.T) {
	if app, err := rt.Open(rt.WithLogger(slog.Default()), rt.WithLogWriter(io.Discard)); err == nil {
		app.Close()
		t.Error("a logger and a writer are taken")
	}
}

// TestExecutionLevel gives the record of an execution a level of its own, unless the server is at fault.
func TestExecutionLevel(t *testing.T) {
	for _, house := range []bool{false, true} {
		log := &logBuffer{}
		to := rt.WithLogWriter(log)
		if house {
			to = rt.WithLogger(slog.New(slog.NewJSONHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})))
		}
		app, err := rt.Open(to, rt.WithExecutionLevel(slog.LevelDebug), rt.WithEnv(map[string]string{"LOG_LEVEL": "debug"}))
		if err != nil {
			t.Fatal(err)
		}
		mux := http.NewServeMux()
		for path, status := range map[string]int{"/good": 200, "/wrong": 400, "/broken": 500} {
			register(t, app, mux, rt.Entry{Method: "GET", Path: path}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
				return x.Empty(status)
			})
			mux.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", path, nil))
		}
		for _, r := range log.records(t, "execution") {
			want := map[any]string{"/good": "DEBUG", "/wrong": "DEBUG", "/broken": "ERROR"}[r["path"]]
			if r["level"] != want {
				t.Errorf("by the house %v: %s is logged as %s, want %s", house, r["path"], r["level"], want)
			}
		}
		if n := len(log.records(t, "execution")); n != 3 {
			t.Errorf("%d records of executions: %s", n, log)
		}
	}
}

// TestLogHandler has what a function logs by the house's default logger carry the id, and be masked, and leaves what is
// no execution's as it is.
func TestLogHandler(t *testing.T) {
	app, _ := openApp(t, map[string]string{"KEY": "key-of-a-workflow"})
	app.Setup().Secret("KEY")
	log := &logBuffer{}
	std := slog.New(rt.LogHandler(slog.NewJSONHandler(log, nil)))
	bound := std.With("bound", "seen-by-the-execution", "key", "key-of-a-workflow").WithGroup("in").With("n", 1)
	bound.Info("outside", "v", struct{ A int }{1})
	var id string
	server := serve(t, app, rt.Entry{Method: "GET", Path: "/"}, func(x *rt.Exec, _ *rt.Endpoint[none]) error {
		x.Saw("seen-by-the-execution")
		id = x.ID()
		bound.InfoContext(x.Context(), "inside", "v", "seen-by-the-execution")
		std.InfoContext(x.Context(), "named", "id", "another")
		std.WithGroup("empty").InfoContext(x.Context(), "empty")
		return x.Empty(http.StatusNoContent)
	})
	call(t, "GET", server.URL, "")
	for message, want := range map[string]map[string]any{
		"outside": {"bound": "seen-by-the-execution", "key": "key-of-a-workflow", "in": map[string]any{"n": 1.0, "v": map[string]any{"A": 1.0}}},
		"inside":  {"bound": "••••", "key": "••••", "in": map[string]any{"n": 1.0, "v": "••••"}, "id": id},
		"named":   {"id": "another"},
		"empty":   {"id": id},
	} {
		got := log.records(t, message)[0]
		for _, key := range []string{"time", "level", "msg"} {
			delete(got, key)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s is %v, want %v", message, got, want)
		}
	}
}
