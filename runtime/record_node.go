package runtime

import (
	"log/slog"
	"time"
)

// Records of executions at debug level are a contract: runtime/README.md describes them, and shows one of each kind.

// logEnter writes that the current node is entered.
func (x *Exec) logEnter() {
	x.logNode("enter", x.at.trail[len(x.at.trail)-1], x.at.visit)
}

// logLeave writes that the current node, if there is one, is left.
func (x *Exec) logLeave() {
	if len(x.at.trail) == 0 || x.at.held && len(x.at.trail) == 1 || x.at.visit.left {
		return
	}
	x.logLeaving(x.at.trail[len(x.at.trail)-1], x.at.visit)
}

// logLeft writes the debug records that are left when the execution ends.
func (x *Exec) logLeft() {
	if x.at.held && len(x.at.trail) > 1 {
		x.logLeaving(x.at.trail[0], x.entryVisit(nil))
	}
	x.at.held = false
	x.logLeave()
}

// logTaken writes, of a node around the current one that was left into its region, the output that it took in the end.
func (x *Exec) logTaken(at int) {
	s := x.at.trail[at-1]
	x.logNode("leave", s, visit{seq: s.seq, attempt: x.at.attempt})
}

// showEntry gives the request to the debug log, at its node. Where another one has come in between, which verifies the
// sender, the record of the entry's node has waited.
func (x *Exec) showEntry(request any) {
	switch {
	case x.Node() == x.entry.Node:
		x.Values(request)
	case x.at.held:
		x.logLeaving(x.at.trail[0], x.entryVisit(request))
	}
	x.at.held = false
}

// entryVisit is that of the entry's node, whose record has waited.
func (x *Exec) entryVisit(request any) visit {
	return visit{seq: 1, entered: x.began, values: request}
}

// logLeaving writes that a node is left, with what is known of its visit.
func (x *Exec) logLeaving(s step, v visit) {
	attrs := []slog.Attr{slog.Duration("duration", x.app.clock().Sub(v.entered))}
	cut := 0
	for _, shown := range []struct {
		name  string
		value any
	}{{"inputs", v.inputs}, {"values", v.values}} {
		if shown.value != nil {
			text, n := x.run.shown(shown.value)
			attrs = append(attrs, slog.Any(shown.name, text))
			cut += n
		}
	}
	if v.failure != nil {
		attrs = append(attrs, slog.String("error", v.failure.Error()))
	}
	if cut > 0 {
		attrs = append(attrs, slog.Int("cut", cut))
	}
	x.logNode("leave", s, v, attrs...)
}

func (x *Exec) logNode(state string, s step, v visit, more ...slog.Attr) {
	attrs := append(x.names(nil),
		slog.String("workflow", x.entry.Workflow),
		slog.Int("seq", int(v.seq)),
		slog.String("node", s.node),
		slog.String("state", state),
	)
	if s.call > 0 {
		attrs = append(attrs, slog.String("call", string(x.at.appendCall(nil, int(s.call)))))
	}
	if v.attempt != "" {
		attrs = append(attrs, slog.String("attempt", v.attempt))
	}
	if state == "leave" {
		attrs = append(attrs, slog.String("output", s.output))
	}
	r := slog.NewRecord(time.Now(), slog.LevelDebug, "node", 0) // without asking again whether it is enabled
	r.AddAttrs(append(attrs, more...)...)
	x.app.studio.send(x, r)
	if x.logged {
		_ = x.app.logger.Handler().Handle(x.run, r) // an error of the log is no failure of the execution
	}
}
