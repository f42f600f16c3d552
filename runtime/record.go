package runtime

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"
)

// logExecution writes the one record of an execution. Its path is the pattern: nothing in it is the caller's, so that
// the record needs no search for what the execution saw, and records of one route can be counted.
func (x *Exec) logExecution() {
	if x.debug {
		x.logLeft()
	}
	level := x.app.executionLevel
	if x.answer.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if x.app.studio != nil {
		r := x.record(level)
		r.AddAttrs(x.entry.attrs()...)
		x.app.studio.send(x, r)
	}
	if !x.records.handler.Enabled(x.run, level) || x.writeExecution(level) {
		return
	}
	_ = x.records.handler.Handle(x.run, x.record(level)) // an error of the log is no failure of the execution
}

// record is the record of an execution, without what all records of its entry point have.
func (x *Exec) record(level slog.Level) slog.Record {
	r := slog.NewRecord(time.Now(), level, "execution", 0) // as Logger does, without asking where it is called
	r.AddAttrs(append(x.names(make([]slog.Attr, 0, 6)),
		slog.String("method", x.r.Method),
		slog.Int("status", x.answer.status),
		slog.Duration("duration", x.answered.Sub(x.began)),
		slog.String("nodes", string(x.at.appendNodes(nil))),
	)...)
	if missing := x.at.missing(); missing > 0 {
		r.AddAttrs(slog.Int("cut", missing))
	}
	if x.reruns > 0 {
		r.AddAttrs(slog.Int("reruns", x.reruns))
	}
	return r
}

// failureLevel is an error where we are at fault, a warning where something else is down, and information where the
// caller is at fault.
func failureLevel(status int) slog.Level {
	switch {
	case status == http.StatusServiceUnavailable:
		return slog.LevelWarn
	case status < http.StatusInternalServerError:
		return slog.LevelInfo
	}
	return slog.LevelError
}

// logFailure writes the record of a failed node.
func (x *Exec) logFailure(level slog.Level, message string, err error, attrs ...slog.Attr) {
	x.at.visit.failure = err
	node := x.failedNode(err)
	known := x.names(make([]slog.Attr, 0, 7))
	known = append(known, slog.String("workflow", x.entry.Workflow), slog.String("node", node))
	if at := x.at.last(node); at > 0 && x.at.trail[at-1].call > 0 {
		known = append(known, slog.String("call", string(x.at.appendCall(nil, int(x.at.trail[at-1].call)))))
	}
	attrs = append(append(known, slog.String("error", err.Error())), attrs...)
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) {
		if over := x.endedBy(); over != "" {
			attrs = append(attrs, slog.String("limit", over))
		}
	}
	var answered *Error
	if errors.As(err, &answered) && len(answered.Fields) > 0 {
		attrs = append(attrs, slog.Any("fields", answered.Fields))
	}
	var traced interface{ trace() string }
	if errors.As(err, &traced) {
		attrs = append(attrs, slog.String("stack", traced.trace()))
	}
	if x.app.studio != nil {
		r := slog.NewRecord(time.Now(), level, message, 0)
		r.AddAttrs(attrs...)
		x.app.studio.send(x, r)
	}
	x.app.logger.LogAttrs(x.run, level, message, attrs...)
}

// logStop writes why the process can't start or had to stop: missing configuration as one attribute a variable, so
// that a terminal shows them apart.
func (a *App) logStop(err error) {
	var config *ConfigError
	if !errors.As(err, &config) {
		a.logger.Error("stopped", "error", err)
		return
	}
	attrs := make([]slog.Attr, 0, len(config.Problems)+len(config.Failures))
	for _, p := range config.Problems {
		attrs = append(attrs, slog.String(p.Name, p.Problem))
	}
	for _, failure := range config.Failures {
		attrs = append(attrs, slog.String("error", failure.Error()))
	}
	a.logger.LogAttrs(context.Background(), slog.LevelError, "not started: the configuration is incomplete", attrs...)
}
