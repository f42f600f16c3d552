package runtime

import (
	"bytes"
	"log/slog"
	"net"
	"os"
	"sync"
	"time"

	"github.com/flowc-dev/flowc/runtime/internal/mask"
)

// studioVariable names the socket of a flowc studio that the process runs below: it takes the records of executions and
// of their nodes at debug level, whatever else the program logs. Production ignores it.
const studioVariable = "FLOWC_STUDIO"

// studioLog sends records, masked as in the log, to a flowc studio. A nil one sends nothing.
type studioLog struct {
	log  *logSink // which knows what is masked
	mu   sync.Mutex
	conn net.Conn // nil: it takes no more
}

// studioPatience is how long a studio that does not read holds an execution up, once.
const studioPatience = time.Second

// startStudio connects to the flowc studio that the process runs below, if there is one.
func (a *App) startStudio() {
	path := os.Getenv(studioVariable)
	if path == "" || a.Production() {
		return
	}
	conn, err := net.Dial("unix", path)
	if err != nil {
		return // it has ended
	}
	a.studio = &studioLog{log: a.log, conn: conn}
}

// send sends a record of x.
func (s *studioLog) send(x *Exec, r slog.Record) {
	if s == nil {
		return
	}
	var line bytes.Buffer
	h := slog.NewJSONHandler(&line, &slog.HandlerOptions{Level: slog.LevelDebug})
	_ = h.Handle(x.run, s.log.labels.Record(r)) // a buffer takes everything
	m := mask.Line{Text: line.Bytes(), Form: mask.JSONLine}
	masked := m.Replace(s.log.secrets.Matcher.Load(), []*mask.Matcher{x.run.match()})
	s.write(mask.EscapeControls(masked))
}

// write sends a line whole, or ends the connection.
func (s *studioLog) write(line []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == nil {
		return
	}
	err := s.conn.SetWriteDeadline(time.Now().Add(studioPatience))
	if err == nil {
		_, err = s.conn.Write(line)
	}
	if err != nil {
		_ = s.conn.Close()
		s.conn = nil
	}
}

// close ends the connection.
func (s *studioLog) close() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		_ = s.conn.Close()
		s.conn = nil
	}
}
