package runtime

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
)

// logExecution writes the one record of an execution. Its attributes are ours, but for a path with wildcards: only
// such a record is searched for what the execution saw.
func (x *Exec) logExecution() {
	if x.debug {
		x.logNode()
	}
	logger := x.app.own
	if !x.entry.literalPath {
		logger = x.app.logger
	}
	level := slog.LevelInfo
	if x.answer.status >= http.StatusInternalServerError {
		level = slog.LevelError
	}
	logger.LogAttrs(x.run, level, "execution",
		slog.String("id", x.id),
		slog.String("workflow", x.entry.Workflow),
		slog.String("entry", x.entry.Node),
		slog.String("method", x.r.Method),
		slog.String("path", x.r.URL.Path),
		slog.Int("status", x.answer.status),
		slog.Duration("duration", x.answered.Sub(x.began)),
		slog.String("nodes", x.nodes()),
	)
}

// nodes writes the trail as "in user check:invalid no".
func (x *Exec) nodes() string {
	var text []byte
	for i, s := range x.trail {
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

// logFailure writes the record of a failed node: an error where we are at fault, a warning where the workflow copes,
// and information where the caller is at fault.
func (x *Exec) logFailure(message string, err error, attrs ...slog.Attr) {
	level := slog.LevelError
	if status := answerFor(x.run, err).status(); message == "caught" || status == http.StatusServiceUnavailable {
		level = slog.LevelWarn
	} else if status < http.StatusInternalServerError {
		level = slog.LevelInfo
	}
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
	var panicked *panicError
	if errors.As(err, &panicked) {
		attrs = append(attrs, slog.String("stack", string(panicked.stack)))
	}
	x.app.logger.LogAttrs(x.run, level, message, attrs...)
}

// logNode writes the debug record of the current node, which is about to be left.
func (x *Exec) logNode() {
	if len(x.trail) == 0 {
		return
	}
	s := x.trail[len(x.trail)-1]
	attrs := []slog.Attr{
		slog.String("id", x.id),
		slog.String("workflow", x.entry.Workflow),
		slog.String("node", s.node),
		slog.String("output", s.output),
		slog.Duration("duration", x.app.clock().Sub(x.current.entered)),
	}
	if x.current.values != nil {
		attrs = append(attrs, slog.Any("values", x.current.values))
	}
	x.app.logger.LogAttrs(x.run, slog.LevelDebug, "node", attrs...)
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
