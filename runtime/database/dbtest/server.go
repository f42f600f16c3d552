package dbtest

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Server is a server of PostgreSQL that a test starts, stops and changes.
type Server struct {
	URL       string // of its database
	Port      string
	bin, data string
}

// NewServer makes a server with an empty database, which has ended when the test has. Where there are no programs of
// PostgreSQL the test is skipped, as by Postgres.
func NewServer(t testing.TB, settings ...string) *Server {
	t.Helper()
	bin, ok := binaries()
	if !ok {
		missing(t, "no programs of PostgreSQL: install its server")
	}
	s := newServer(t, bin)
	s.Start(t, settings...)
	return s
}

func newServer(t testing.TB, bin string) *Server {
	t.Helper()
	folder, err := os.MkdirTemp("", "flowc-postgres-") // not t.TempDir, which the postgres user may not enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	own(t, folder)
	free, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(free)
	s := &Server{
		URL:  fmt.Sprintf("postgres://postgres@127.0.0.1:%s/postgres?sslmode=disable", port),
		Port: port, bin: bin, data: filepath.Join(folder, "data"),
	}
	command(t, filepath.Join(bin, "initdb"), "-D", s.data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
	t.Cleanup(func() {
		if _, err := os.Stat(filepath.Join(s.data, "postmaster.pid")); err == nil {
			s.Stop(t)
		}
	})
	return s
}

// Start starts the server, with settings such as "max_connections=5".
func (s *Server) Start(t testing.TB, settings ...string) {
	t.Helper()
	options := "-p " + s.Port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
	for _, setting := range settings {
		options += " -c " + setting
	}
	end := time.Now().Add(startTimeout)
	for {
		err := execute(filepath.Join(s.bin, "pg_ctl"), "-D", s.data, "-l", filepath.Join(filepath.Dir(s.data), "log"), "-o", options, "-w", "start")
		if err == nil {
			return
		}
		if time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// startTimeout is how long a server may take to start: one that was killed leaves processes that hold its memory for a
// while.
const startTimeout = 30 * time.Second

// Stop stops it at once, as a crash does.
func (s *Server) Stop(t testing.TB) {
	t.Helper()
	command(t, filepath.Join(s.bin, "pg_ctl"), "-D", s.data, "-m", "immediate", "stop")
}

// Kill kills it as kill -9 does. What it has started ends once it notices; Start waits for that.
func (s *Server) Kill(t testing.TB) {
	t.Helper()
	written, err := os.ReadFile(filepath.Join(s.data, "postmaster.pid"))
	if err != nil {
		t.Fatal(err)
	}
	first, _, _ := strings.Cut(string(written), "\n")
	pid, err := strconv.Atoi(first)
	if err != nil {
		t.Fatal(err)
	}
	KillProcess(t, pid)
}

// KillProcess kills a process as kill -9 does, such as one that serves a session.
func KillProcess(t testing.TB, pid int) {
	t.Helper()
	process, err := os.FindProcess(pid)
	if err == nil {
		err = process.Kill()
	}
	if err != nil {
		t.Fatal(err)
	}
}

// Standby makes the server, which is stopped, one that only reads, until Promote.
func (s *Server) Standby(t testing.TB) {
	t.Helper()
	signal := filepath.Join(s.data, "standby.signal")
	if err := os.WriteFile(signal, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	own(t, signal)
}

// Promote makes a standby the server that is written to.
func (s *Server) Promote(t testing.TB) {
	t.Helper()
	command(t, filepath.Join(s.bin, "pg_ctl"), "-D", s.data, "-w", "promote")
}

// Fill runs the schema of a folder of workflows.
func (s *Server) Fill(t testing.TB, flows string) {
	t.Helper()
	fill(t, s.URL, flows)
}

// binaries is the folder with initdb and pg_ctl, which Debian keeps off PATH; of several versions the newest.
func binaries() (folder string, ok bool) {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path), true
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // fails for a bad pattern only
	if len(found) == 0 {
		return "", false
	}
	newest := slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })
	return filepath.Dir(newest), true
}

// version is the number in /usr/lib/postgresql/15/bin/initdb.
func version(initdb string) int {
	number, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
	return number
}

// own gives folder to the user that the server runs as.
func own(t testing.TB, folder string) {
	t.Helper()
	if os.Geteuid() != 0 {
		return
	}
	postgres, err := user.Lookup("postgres")
	if err != nil {
		missing(t, "PostgreSQL does not run as root, and there is no user named postgres")
	}
	uid, _ := strconv.Atoi(postgres.Uid)
	gid, _ := strconv.Atoi(postgres.Gid)
	if err := os.Chown(folder, uid, gid); err != nil {
		t.Fatal(err)
	}
}

// command runs a program of PostgreSQL, which must not fail.
func command(t testing.TB, program string, args ...string) {
	t.Helper()
	if err := execute(program, args...); err != nil {
		t.Fatal(err)
	}
}

// execute runs a program of PostgreSQL, as the postgres user where we are root.
func execute(program string, args ...string) error {
	if os.Geteuid() == 0 {
		line := quote(program)
		for _, arg := range args {
			line += " " + quote(arg)
		}
		program, args = "su", []string{"postgres", "-s", "/bin/sh", "-c", line}
	}
	c := exec.Command(program, args...)
	c.Dir = os.TempDir()
	c.WaitDelay = 5 * time.Second // should the server hold on to our pipe
	if output, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", c, err, output)
	}
	return nil
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
