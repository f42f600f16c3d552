package runtime

import (
	"io"
	"os"
	"runtime"
	"sync"
)

// lineWriter writes the lines of the log, each whole, in the order in which they come.
type lineWriter interface {
	// write takes a line, of which it keeps nothing. It returns once the line is written where wait is set.
	write(line []byte, wait bool) error
	// flush returns when all is written that was taken.
	flush()
}

// newLineWriter makes a lineWriter that writes to w. A file is written to apart from who logs. Whatever else a program,
// or a test, gives holds a record as soon as who logged it goes on.
func newLineWriter(w io.Writer) lineWriter {
	file, ok := w.(*os.File)
	if !ok {
		return &directLines{w: w}
	}
	q := &queuedLines{file: file}
	q.moved.L = &q.mu
	q.drainer = q.drain
	return q
}

// directLines writes each line at once.
type directLines struct {
	mu sync.Mutex
	w  io.Writer
}

func (d *directLines) write(line []byte, _ bool) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	_, err := d.w.Write(line)
	return err
}

func (d *directLines) flush() {}

// maxWaiting is the most bytes of lines that wait to be written. Who logs more waits too, as for a disk or a pipe that
// is slow.
const maxWaiting = 64 << 10

// queuedLines takes lines and has one goroutine write them, which is there as long as a line is. It waits for no more
// lines, but lets whoever can run do so before it looks: on an idle machine a line is out at once, and on a busy one
// lines of several executions become one system call.
type queuedLines struct {
	file    *os.File
	drainer func() // drain, made once: starting it allocates nothing

	mu       sync.Mutex
	moved    sync.Cond // lines were written
	waiting  []byte    // taken, and not being written
	spare    []byte    // room of those written last
	taken    uint64    // bytes, ever
	written  uint64    // of them
	draining bool
}

func (q *queuedLines) write(line []byte, wait bool) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.waiting) > 0 && len(q.waiting)+len(line) > maxWaiting {
		q.moved.Wait()
	}
	q.waiting = append(q.waiting, line...)
	q.taken += uint64(len(line))
	if !q.draining {
		q.draining = true
		go q.drainer()
	}
	if wait {
		q.await(q.taken)
	}
	return nil
}

// await waits until that many bytes are written. The lock is held.
func (q *queuedLines) await(bytes uint64) {
	for q.written < bytes {
		q.moved.Wait()
	}
}

func (q *queuedLines) flush() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.await(q.taken)
}

// drain writes what waits until nothing does. A line that can't be written is lost: there is nobody to tell.
func (q *queuedLines) drain() {
	for {
		runtime.Gosched()
		q.mu.Lock()
		lines := q.waiting
		if len(lines) == 0 {
			q.draining = false
			q.mu.Unlock()
			return
		}
		q.waiting, q.spare = q.spare[:0], nil
		q.moved.Broadcast() // there is room
		q.mu.Unlock()
		_, _ = q.file.Write(lines)
		q.mu.Lock()
		q.written += uint64(len(lines))
		if cap(lines) <= 2*maxWaiting {
			q.spare = lines
		}
		q.moved.Broadcast()
		q.mu.Unlock()
	}
}
