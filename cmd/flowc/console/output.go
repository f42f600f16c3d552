package console

import (
	"fmt"
	"io"
	"sync"
)

// Output is a standard output that remembers whether all was written: a command that is redirected into a file has half
// of it otherwise, and an exit status that says all is well.
type Output struct {
	To io.Writer

	mu     sync.Mutex
	failed error
}

// Write writes to what is below.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.To.Write(p)
	if err != nil {
		o.mu.Lock()
		defer o.mu.Unlock()
		if o.failed == nil {
			o.failed = err
		}
	}
	return n, err
}

// Failed is why something could not be written, or nil.
func (o *Output) Failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.failed == nil {
		return nil
	}
	return fmt.Errorf("writing to standard output: %w", o.failed)
}

// Inherited is the standard output for a process that is started: the file itself, and no pipe to it.
func (c *Console) Inherited() io.Writer {
	if o, ok := c.Out.(*Output); ok {
		return o.To
	}
	return c.Out
}
