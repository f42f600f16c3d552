package studio

import (
	"bytes"
	"io"
	"sync"
)

// maxPending is how much of what a server prints may wait to be read. More than that is dropped, and said: whoever writes
// never waits.
const maxPending = 16 << 20

// Output takes what a project's server prints. Records go to the executions and, as the person's own settings have it, to
// the terminal, to which other lines go as they are.
type Output struct {
	executions *Executions
	terminal   *terminal

	mu      sync.Mutex
	arrived *sync.Cond
	pending []byte
	dropped int // bytes
	closed  bool
	done    chan struct{}
}

// NewOutput makes an Output that prints to out what a server with the settings level and format would have.
func NewOutput(e *Executions, out io.Writer, level, format string) *Output {
	o := &Output{executions: e, terminal: &terminal{out: out, level: level, text: format == "text"}, done: make(chan struct{})}
	o.arrived = sync.NewCond(&o.mu)
	go o.read()
	return o
}

// Write implements io.Writer. It never waits for what becomes of the text.
func (o *Output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.pending)+len(p) > maxPending {
		o.dropped += len(p)
	} else {
		o.pending = append(o.pending, p...)
	}
	o.arrived.Signal()
	return len(p), nil
}

// Close waits until all is read.
func (o *Output) Close() {
	o.mu.Lock()
	o.closed = true
	o.arrived.Signal()
	o.mu.Unlock()
	<-o.done
}

func (o *Output) read() {
	defer close(o.done)
	var rest []byte
	for {
		text, dropped, last := o.next()
		text = append(rest, text...)
		for {
			line, after, whole := bytes.Cut(text, []byte("\n"))
			if !whole {
				break
			}
			o.line(line)
			text = after
		}
		rest = bytes.Clone(text)
		if dropped > 0 {
			o.terminal.note(dropped)
			rest = nil // its end is not there
		}
		if last {
			if len(rest) > 0 {
				o.line(rest)
			}
			return
		}
	}
}

func (o *Output) next() (text []byte, dropped int, last bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(o.pending) == 0 && o.dropped == 0 && !o.closed {
		o.arrived.Wait()
	}
	text, dropped = o.pending, o.dropped
	o.pending, o.dropped = nil, 0
	return text, dropped, o.closed
}

func (o *Output) line(line []byte) {
	r, ok := readRecord(line)
	if ok {
		o.executions.add(r)
	}
	o.terminal.line(line, r, ok)
}
