package runtime

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"
)

// recordsOf returns the log of an entry point's executions, with what is the same in all of them.
func (a *App) recordsOf(e *Entry) slog.Handler {
	return a.own.WithAttrs([]slog.Attr{
		slog.String("workflow", e.Workflow), slog.String("entry", e.Node), slog.String("path", e.Path),
	})
}

// logExecution writes the one record of an execution. Its path is the pattern: nothing in it is the caller's, so that
// the record needs no search for what the execution saw, and records of one route can be counted.
func (x *Exec) logExecution() {
	if x.debug {
		x.logLeft()
	}
	level := slog.LevelInfo
	if x.answer.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	if !x.records.Enabled(x.run, level) {
		return
	}
	r := slog.NewRecord(time.Now(), level, "execution", 0) // as Logger does, without asking where it is called
	r.AddAttrs(
		slog.String("id", x.id),
		slog.String("method", x.r.Method),
		slog.Int("status", x.answer.status),
		slog.Duration("duration", x.answered.Sub(x.began)),
		slog.String("nodes", x.nodes()),
	)
	_ = x.records.Handle(x.run, r) // an error of the log is no failure of the execution
}

// nodes writes the trail as "in user check:invalid no".
func (x *Exec) nodes() string {
	var room [256]byte // most executions write no more
	text := room[:0]
	for i, s := range x.at.trail {
		if i > 0 {
			text = append(text, ' ')
		}
		text = append(text, s.node...)
		if s.output != "" {
			text = append(append(text, ':'), s.output...)
		}
	}
	return string(text)
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
	attrs = append([]slog.Attr{
		slog.String("id", x.id),
		slog.String("workflow", x.entry.Workflow),
		slog.String("node", x.node()),
		slog.String("error", err.Error()),
	}, attrs...)
	var known *Error
	if errors.As(err, &known) && len(known.Fields) > 0 {
		attrs = append(attrs, slog.Any("fields", known.Fields))
	}
	var traced interface{ trace() string }
	if errors.As(err, &traced) {
		attrs = append(attrs, slog.String("stack", traced.trace()))
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
