package studio

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// terminal prints what a server would have, had it the person's own LOG_LEVEL and LOG_FORMAT.
type terminal struct {
	out   io.Writer
	level string
	text  bool
}

func (t *terminal) line(line []byte, r record, isRecord bool) {
	switch {
	case !isRecord:
		fmt.Fprintf(t.out, "%s\n", line)
	case levelOf(r.Level) < levelOf(t.level):
	case t.text:
		t.asText(line, r)
	default:
		fmt.Fprintf(t.out, "%s\n", line)
	}
}

func (t *terminal) note(dropped int) {
	fmt.Fprintf(t.out, "flowc: the server prints more than can be read: %d bytes are left out\n", dropped)
}

func levelOf(name string) slog.Level {
	level := slog.LevelInfo
	_ = level.UnmarshalText([]byte(strings.ToUpper(name))) // one that is unknown is the default
	return level
}

// asText prints a record as slog's handler of text does, which the runtime uses.
func (t *terminal) asText(line []byte, r record) {
	out := slog.NewRecord(r.Time, levelOf(r.Level), r.Msg, 0)
	dec := jsontext.NewDecoder(bytes.NewReader(line), lenient)
	if _, err := dec.ReadToken(); err != nil {
		return
	}
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			break
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			break
		}
		if key != "time" && key != "level" && key != "msg" {
			out.AddAttrs(attr(key, value, r))
		}
	}
	_ = slog.NewTextHandler(t.out, &slog.HandlerOptions{Level: slog.LevelDebug}).Handle(context.Background(), out)
}

func attr(key string, value jsontext.Value, r record) slog.Attr {
	if key == "duration" {
		return slog.Duration(key, time.Duration(r.Duration))
	}
	if value.Kind() == '"' {
		text, _ := jsontext.AppendUnquote(nil, value) // it was read as a text
		return slog.String(key, string(text))
	}
	return slog.String(key, string(value))
}
