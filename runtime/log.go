package runtime

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"sync"

	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// logSink is the end of all records of a process: it masks each line and writes it. Where the program around has a
// handler, that writes, and the sink knows what is masked.
type logSink struct {
	lines   lineWriter
	level   slog.Level
	form    mask.Form
	labels  mask.Labels
	secrets mask.Set
	live    liveList
}

// startLog sets the loggers by LOG_FORMAT and LOG_LEVEL.
func (a *App) startLog(w io.Writer) {
	a.log = &logSink{lines: newLineWriter(w), level: a.logLevel()}
	format := a.logFormat(w)
	a.logger = slog.New(&maskHandler{log: a.log, format: format})
	a.own = &maskHandler{log: a.log, format: format, own: true}
}

func (a *App) logLevel() slog.Level {
	name := a.env.plain("LOG_LEVEL")
	if name == "" {
		return slog.LevelInfo
	}
	var level slog.Level
	if err := level.UnmarshalText([]byte(name)); err != nil {
		a.config.add(ConfigProblem{Name: "LOG_LEVEL", Problem: fmt.Sprintf("is %q, must be debug, info, warn or error", name)})
	}
	return level
}

// formatter makes a handler that writes records to w.
type formatter func(w io.Writer) slog.Handler

func (a *App) logFormat(w io.Writer) formatter {
	opts := &slog.HandlerOptions{Level: a.log.level}
	text := func(w io.Writer) slog.Handler { return slog.NewTextHandler(w, opts) }
	json := func(w io.Writer) slog.Handler { return slog.NewJSONHandler(w, opts) }
	format := a.env.plain("LOG_FORMAT")
	if format != "" && format != "text" && format != "json" {
		a.config.add(ConfigProblem{Name: "LOG_FORMAT", Problem: fmt.Sprintf("is %q, must be text or json", format)})
		format = ""
	}
	if format == "text" || format == "" && isTerminal(w) {
		return text
	}
	a.log.form = mask.JSONLine
	return json
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// seenBy returns the matchers of the secrets that a record of ctx may hold: those of its execution, or of all running
// ones where it names none.
func (l *logSink) seenBy(ctx context.Context) []*mask.Matcher {
	if e := executionOf(ctx); e != nil {
		return []*mask.Matcher{e.match()}
	}
	var all []*mask.Matcher
	for _, e := range l.live.all() {
		all = append(all, e.match())
	}
	return all
}

// masked is line without the environment's secrets and without what was seen.
func (l *logSink) masked(line []byte, seen []*mask.Matcher) []byte {
	return mask.Line{Text: line, Form: l.form}.Replace(l.secrets.Matcher.Load(), seen)
}

// write writes line whole. It returns once the line is written where wait is set.
func (l *logSink) write(line []byte, wait bool) error {
	return l.lines.write(mask.EscapeControls(line), wait)
}

// writeLine is write for a line with nothing in it that a terminal may obey.
func (l *logSink) writeLine(line []byte, wait bool) error { return l.lines.write(line, wait) }

// maskHandler formats a record into memory by one of slog's own handlers, so that the finished line is what is masked:
// message, keys, groups, errors and whatever a value's own methods print.
type maskHandler struct {
	log    *logSink
	format formatter
	own    bool       // records hold nothing but names of the workflow, numbers and random ids: nothing to look for
	run    *execution // of Exec.Logger; nil: that of the context
	named  bool       // an attribute of all records is called id, or their attributes are in a group
	lines  sync.Pool  // *line
}

// line is a formatter and what it writes to, reused from record to record.
type line struct {
	text    bytes.Buffer
	handler slog.Handler
}

// Enabled implements slog.Handler.
func (h *maskHandler) Enabled(_ context.Context, level slog.Level) bool { return level >= h.log.level }

// Handle implements slog.Handler.
func (h *maskHandler) Handle(ctx context.Context, r slog.Record) error {
	l, ok := h.lines.Get().(*line)
	if !ok {
		l = &line{}
		l.handler = h.format(&l.text)
	}
	defer h.lines.Put(l)
	l.text.Reset()
	if e := h.foreign(ctx, &r); e != nil {
		r = r.Clone()
		r.AddAttrs(slog.String(idKey, e.name()))
	}
	if !h.own && !mask.IsPlain(&r) {
		r = h.log.labels.Record(r)
	}
	if err := l.handler.Handle(ctx, r); err != nil {
		return fmt.Errorf("formatting a log record: %w", err)
	}
	wait := r.Level >= slog.LevelError
	if h.own {
		return h.log.write(l.text.Bytes(), wait)
	}
	return h.log.write(h.log.masked(l.text.Bytes(), h.matchers(ctx)), wait)
}

// foreign is the execution that a record of foreign code belongs to by its context, or nil. Records of the
// runtime's own say which one it is; and whatever has an id keeps that.
func (h *maskHandler) foreign(ctx context.Context, r *slog.Record) *execution {
	if h.own || h.run != nil || h.named {
		return nil
	}
	e := executionOf(ctx)
	if e == nil || hasID(*r) {
		return nil
	}
	return e
}

func (h *maskHandler) matchers(ctx context.Context) []*mask.Matcher {
	if h.run != nil {
		return []*mask.Matcher{h.run.match()}
	}
	return h.log.seenBy(ctx)
}

// WithAttrs implements slog.Handler.
func (h *maskHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	masked := h.log.labels.Attrs(attrs)
	derived := h.derive(func(w io.Writer) slog.Handler { return h.format(w).WithAttrs(masked) })
	derived.named = h.named || slices.ContainsFunc(attrs, isID)
	return derived
}

// WithGroup implements slog.Handler.
func (h *maskHandler) WithGroup(name string) slog.Handler {
	derived := h.derive(func(w io.Writer) slog.Handler { return h.format(w).WithGroup(name) })
	derived.named = true
	return derived
}

func (h *maskHandler) derive(format formatter) *maskHandler {
	return &maskHandler{log: h.log, format: format, own: h.own, run: h.run}
}

// forExecution returns a handler whose records are masked by what e saw, whatever their context.
func (h *maskHandler) forExecution(e *execution) slog.Handler {
	return &maskHandler{log: h.log, format: h.format, run: e}
}

// loggerOf returns a logger whose records are masked by what e saw, whatever their context.
func (a *App) loggerOf(e *execution) *slog.Logger {
	h := a.logger.Handler().(interface {
		forExecution(e *execution) slog.Handler
	})
	return slog.New(h.forExecution(e))
}
