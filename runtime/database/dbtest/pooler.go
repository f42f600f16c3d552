package dbtest

import (
	"bufio"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Pooled returns the URL of a database through a pgbouncer that gives each transaction a connection of its own. Where
// that is not installed the test is skipped, as by Postgres.
func Pooled(t testing.TB, address string) string {
	t.Helper()
	return NewPooler(t, address).Address
}

// Pooler is a pooler in transaction mode.
type Pooler struct {
	Address string // of the database behind it
	ended   <-chan struct{}
}

// Ended reports whether the pooler has ended by itself: pgbouncer 1.18 exits where a client hangs up while its request
// to cancel a query is passed on ("bouncer config error").
func (p *Pooler) Ended() bool {
	select {
	case <-p.ended:
		return true
	default:
		return false
	}
}

// NewPooler is Pooled for a test that asks whether the pooler has ended.
func NewPooler(t testing.TB, address string) *Pooler {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		missing(t, "no pgbouncer: install it")
	}
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		free, err := freePort()
		if err != nil {
			t.Fatal(err)
		}
		port := strconv.Itoa(free)
		if ended, up := startPooler(t, program, configurePooler(t, target, port)); up {
			target.Host = "127.0.0.1:" + port
			return &Pooler{Address: target.String(), ended: ended}
		}
	}
	t.Fatal("no pooler comes up")
	return nil
}

// configurePooler writes what a pooler that listens on port needs to know, for the user who runs it, and returns the
// path of its configuration.
func configurePooler(t testing.TB, target *url.URL, port string) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "flowc-pooler-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	config, users := filepath.Join(folder, "pgbouncer.ini"), filepath.Join(folder, "users")
	for path, text := range map[string]string{
		users: `"postgres" ""`,
		config: fmt.Sprintf(`[databases]
* = host=%s port=%s
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = %s
unix_socket_dir =
auth_type = trust
auth_file = %s
pool_mode = transaction
default_pool_size = 3
max_client_conn = 1000
`, target.Hostname(), target.Port(), port, users),
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		own(t, path)
	}
	own(t, folder)
	return config
}

// startPooler runs a pooler until the test ends, which does not run as root. It reports whether that is up: it is not
// where somebody else has taken its port meanwhile. The channel is closed when the pooler has ended.
func startPooler(t testing.TB, program, config string) (over <-chan struct{}, isUp bool) {
	t.Helper()
	run := exec.Command(program, config)
	if os.Geteuid() == 0 {
		run = exec.Command("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", program, config)
	}
	run.Dir = os.TempDir()
	log, err := run.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	up, ended := make(chan struct{}), make(chan struct{})
	var last []string // lines of its log
	go func() {
		defer close(ended)
		for lines := bufio.NewScanner(log); lines.Scan(); {
			last = append(last, lines.Text())[max(0, len(last)-20):]
			if strings.Contains(lines.Text(), "process up") {
				close(up)
			}
		}
		_ = run.Wait() // its ProcessState says how it went
	}()
	t.Cleanup(func() {
		_ = run.Process.Kill()
		<-ended
		if t.Failed() {
			t.Logf("the pooler: %v\n%s", run.ProcessState, strings.Join(last, "\n"))
		}
	})
	select {
	case <-up:
		return ended, true
	case <-ended:
		return ended, false
	}
}
