package runtime

import (
	"bytes"
	"context"
	"log/slog"
	"strconv"
	"time"

	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// executionLog is the log of an entry point's executions.
type executionLog struct {
	handler slog.Handler // with what is the same in all of their records
	// What a line of JSON holds between the time and what is of one execution, as handler writes it: of a usual record,
	// and of one of an error. Both are nil in the text format, and where the program around writes.
	usual, failed []byte
}

// recordsOf returns the log of an entry point's executions.
func (a *App) recordsOf(e *Entry) *executionLog {
	attrs := e.attrs()
	l := &executionLog{handler: a.own.WithAttrs(attrs)}
	if a.log.form == mask.JSONLine {
		l.usual, l.failed = sameIn(attrs, a.executionLevel), sameIn(attrs, slog.LevelError)
	}
	return l
}

// attrs are what all records of the entry point's executions have.
func (e *Entry) attrs() []slog.Attr {
	return []slog.Attr{slog.String("workflow", e.Workflow), slog.String("entry", e.Node), slog.String("path", e.Path)}
}

// sameIn is the text that the records of executions with a level and attrs have in common, without braces.
func sameIn(attrs []slog.Attr, level slog.Level) []byte {
	var line bytes.Buffer
	r := slog.NewRecord(time.Time{}, level, "execution", 0) // a time of zero is left out
	if err := slog.NewJSONHandler(&line, nil).WithAttrs(attrs).Handle(context.Background(), r); err != nil {
		return nil
	}
	return mask.EscapeControls(bytes.TrimSuffix(bytes.TrimPrefix(line.Bytes(), []byte("{")), []byte("}\n")))
}

// writeExecution writes the record of the execution as the handler would, without its reflection. It reports whether it
// did: where a text has to be escaped, it leaves that to the handler.
func (x *Exec) writeExecution(level slog.Level) bool {
	same := x.records.usual
	if level == slog.LevelError {
		same = x.records.failed
	}
	if same == nil || x.run.given != "" {
		return false
	}
	line := time.Now().AppendFormat(append(x.line[:0], `{"time":"`...), time.RFC3339Nano)
	line = append(append(line, `",`...), same...)
	line = append(append(line, `,"id":"`...), x.run.id[:]...)
	method := len(line)
	line = append(append(line, `","method":"`...), x.r.Method...)
	plain := isPlainJSON(line[method+len(`","method":"`):])
	line = strconv.AppendInt(append(line, `","status":`...), int64(x.answer.status), 10)
	line = strconv.AppendInt(append(line, `,"duration":`...), int64(x.answered.Sub(x.began)), 10)
	line = append(line, `,"nodes":"`...)
	nodes := len(line)
	line = x.at.appendNodes(line)
	plain = plain && isPlainJSON(line[nodes:])
	line = append(line, '"')
	if missing := x.at.missing(); missing > 0 {
		line = strconv.AppendInt(append(line, `,"cut":`...), int64(missing), 10)
	}
	if x.reruns > 0 {
		line = strconv.AppendInt(append(line, `,"reruns":`...), int64(x.reruns), 10)
	}
	line = append(line, "}\n"...)
	if cap(line) <= keptLine {
		x.line = line
	}
	if plain {
		_ = x.app.log.writeLine(line, level >= slog.LevelError) // an error of the log is no failure of the execution
	}
	return plain
}

// keptLine is the longest line, in bytes, whose room is kept for the next execution.
const keptLine = 4 << 10

// isPlainJSON reports whether a text stands in quotes as it is, and means nothing to a terminal.
func isPlainJSON(text []byte) bool {
	for _, b := range text {
		if b < ' ' || b >= 0x7f || b == '"' || b == '\\' {
			return false
		}
	}
	return true
}
