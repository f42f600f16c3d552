package runtime

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// WithLogger logs by l, of the program around, instead of writing lines: its handler decides on levels and form, so
// that LOG_LEVEL and LOG_FORMAT are not read. Messages, keys and values reach it masked, as texts, bools, numbers,
// times, durations and groups of these; anything else is the text that slog's JSON has for it. Each record comes with
// the context of its request.
func WithLogger(l *slog.Logger) Option { return func(o *options) { o.logger = l } }

// WithExecutionLevel gives the record of an execution a level, such as debug where a program has an access log of its
// own. Information is usual; where the answer is a 5xx it stays an error.
func WithExecutionLevel(level slog.Level) Option {
	return func(o *options) { o.executionLevel = level }
}

// LogHandler masks records whose context is that of an execution, by what that saw, and adds its id as the attribute
// id; any other record goes to next as it is. A program wraps its default logger's handler with it, so that what
// functions and libraries log is masked as flowc's own records are.
func LogHandler(next slog.Handler) slog.Handler { return &houseHandler{next: next, bound: next} }

var errTwoLogs = errors.New("rt.WithLogger and rt.WithLogWriter are both given: the log goes one way")

// houseHandler masks records for a handler that may print them in any way.
type houseHandler struct {
	next  slog.Handler
	log   *logSink     // nil: that of the execution of the record's context
	run   *execution   // of Exec.Logger; nil: that of the context
	with  []binding    // attributes and groups of all records, which are masked with each
	bound slog.Handler // of LogHandler, next with these as they are: for records that are no execution's
}

// binding is what one call of With or WithGroup adds to all records.
type binding struct {
	group string // "" where it is attributes
	attrs []slog.Attr
}

// Enabled implements slog.Handler.
func (h *houseHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(h.contextOf(ctx), level)
}

// contextOf is the context of a record of Exec.Logger that is logged with none of the execution's.
func (h *houseHandler) contextOf(ctx context.Context) context.Context {
	if h.run != nil && executionOf(ctx) == nil {
		return h.run
	}
	return ctx
}

// Handle implements slog.Handler.
func (h *houseHandler) Handle(ctx context.Context, r slog.Record) error {
	ctx = h.contextOf(ctx)
	e := executionOf(ctx)
	log := h.log
	if log == nil {
		if e == nil {
			return h.bound.Handle(ctx, r)
		}
		log = e.log
	}
	m := recordMask{log: log, seen: log.seenBy(ctx)}
	if h.run != nil {
		m.seen = []*mask.Matcher{h.run.match()}
	}
	masked := slog.NewRecord(r.Time, r.Level, m.text(r.Message), r.PC)
	masked.AddAttrs(h.attrs(&m, r)...)
	if e != nil && h.run == nil && !hasID(masked) {
		masked.AddAttrs(slog.String(idKey, e.name()))
	}
	return h.next.Handle(ctx, masked)
}

// attrs returns the attributes of a record and those of all, masked.
func (h *houseHandler) attrs(m *recordMask, r slog.Record) []slog.Attr {
	var attrs []slog.Attr
	r.Attrs(func(a slog.Attr) bool {
		attrs = m.append(attrs, a)
		return true
	})
	for _, b := range slices.Backward(h.with) {
		switch {
		case b.group == "":
			attrs = append(m.attrs(b.attrs), attrs...)
		case len(attrs) > 0:
			attrs = []slog.Attr{{Key: m.text(b.group), Value: slog.GroupValue(attrs...)}}
		}
	}
	return attrs
}

// idKey is the attribute that names the execution of a record.
const idKey = "id"

func isID(a slog.Attr) bool { return a.Key == idKey }

func hasID(r slog.Record) bool {
	found := false
	r.Attrs(func(a slog.Attr) bool {
		found = isID(a)
		return !found
	})
	return found
}

// WithAttrs implements slog.Handler.
func (h *houseHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	if len(attrs) == 0 {
		return h
	}
	derived := h.adding(binding{attrs: attrs})
	if h.bound != nil {
		derived.bound = h.bound.WithAttrs(attrs)
	}
	return derived
}

// WithGroup implements slog.Handler.
func (h *houseHandler) WithGroup(name string) slog.Handler {
	if name == "" {
		return h
	}
	derived := h.adding(binding{group: name})
	if h.bound != nil {
		derived.bound = h.bound.WithGroup(name)
	}
	return derived
}

// adding returns the handler with b added to all records, but for bound.
func (h *houseHandler) adding(b binding) *houseHandler {
	derived := *h
	derived.with = append(slices.Clip(h.with), b)
	return &derived
}

// forExecution returns a handler whose records are masked by what e saw, and come with its context.
func (h *houseHandler) forExecution(e *execution) slog.Handler {
	return &houseHandler{next: h.next, log: h.log, run: e}
}

// recordMask masks the parts of one record.
type recordMask struct {
	log  *logSink
	seen []*mask.Matcher
}

// text returns a text masked.
func (m *recordMask) text(text string) string {
	if text == "" {
		return ""
	}
	return string(m.masked([]byte(text), mask.FreeText))
}

func (m *recordMask) masked(text []byte, form mask.Form) []byte {
	return mask.Line{Text: text, Form: form}.Replace(m.log.secrets.Matcher.Load(), m.seen)
}

func (m *recordMask) attrs(attrs []slog.Attr) []slog.Attr {
	masked := make([]slog.Attr, 0, len(attrs))
	for _, a := range attrs {
		masked = m.append(masked, a)
	}
	return masked
}

// append adds an attribute to those that are masked, as slog's own handlers do: what is empty is left out, and what is
// in a group without a name stands beside it.
func (m *recordMask) append(masked []slog.Attr, a slog.Attr) []slog.Attr {
	if a = m.log.labels.Attr(a); a.Equal(slog.Attr{}) {
		return masked
	}
	if a.Value.Kind() != slog.KindGroup {
		return append(masked, slog.Attr{Key: m.text(a.Key), Value: m.value(a.Value)})
	}
	switch group := m.attrs(a.Value.Group()); {
	case a.Key == "":
		return append(masked, group...)
	case len(group) == 0:
		return masked
	default:
		return append(masked, slog.Attr{Key: m.text(a.Key), Value: slog.GroupValue(group...)})
	}
}

// value returns a value masked: a text where it is none of the kinds that say by themselves all that they hold.
func (m *recordMask) value(v slog.Value) slog.Value {
	if v.Kind() == slog.KindString {
		return slog.StringValue(m.text(v.String()))
	}
	shown := jsonOf(v)
	if v.Kind() != slog.KindAny {
		if len(shown) < mask.MinLength || bytes.Equal(shown, m.masked(shown, mask.JSONLine)) {
			return v
		}
	}
	if text, err := jsontext.AppendUnquote(nil, shown); err == nil {
		return slog.StringValue(string(m.masked(text, mask.FreeText)))
	}
	masked := m.masked(shown, mask.JSONLine)
	if text, err := jsontext.AppendUnquote(nil, masked); err == nil { // a number that is a secret
		masked = text
	}
	return slog.StringValue(string(masked))
}

// jsonOf is a value as slog's JSON has it.
func jsonOf(v slog.Value) []byte {
	var line bytes.Buffer
	h := slog.NewJSONHandler(&line, &slog.HandlerOptions{ReplaceAttr: valueAlone})
	r := slog.Record{}
	r.AddAttrs(slog.Attr{Key: valueKey, Value: v})
	_ = h.Handle(context.Background(), r) // a buffer takes everything
	return bytes.TrimSuffix(bytes.TrimPrefix(line.Bytes(), []byte(`{"`+valueKey+`":`)), []byte("}\n"))
}

const valueKey = "value"

// valueAlone drops the level and the message of a record.
func valueAlone(groups []string, a slog.Attr) slog.Attr {
	if len(groups) == 0 && a.Key != valueKey {
		return slog.Attr{}
	}
	return a
}

// startHouse has the App log by the handler of the program around.
func (a *App) startHouse(l *slog.Logger) {
	a.log = &logSink{lines: &directLines{w: io.Discard}}
	h := &houseHandler{next: l.Handler(), log: a.log}
	a.logger, a.own = slog.New(h), l.Handler()
}
