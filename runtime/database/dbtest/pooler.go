package dbtest

import (
	"context"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"
)

// Pooled returns the URL of a database through a pgbouncer that gives each transaction a connection of its own. Where that is not
// installed the test is skipped, as by Postgres.
func Pooled(t testing.TB, address string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		missing(t, "no pgbouncer: install it")
	}
	target, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	free, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(free)
	startPooler(t, program, configurePooler(t, target, port))
	target.Host = "127.0.0.1:" + port
	reachable(t, target.Host)
	return target.String()
}

// configurePooler writes what a pooler that listens on port needs to know, for the user who runs it, and returns the path of its
// configuration.
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

// startPooler runs a pooler until the test ends, which does not run as root.
func startPooler(t testing.TB, program, config string) {
	t.Helper()
	run := exec.Command(program, "-q", config)
	if os.Geteuid() == 0 {
		run = exec.Command("setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups", program, "-q", config)
	}
	run.Dir = os.TempDir()
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = run.Process.Kill()
		_ = run.Wait()
	})
}

// reachable waits until a server listens.
func reachable(t testing.TB, address string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		c, err := net.Dial("tcp", address)
		if err == nil {
			c.Close()
			return
		}
		select {
		case <-ctx.Done():
			t.Fatalf("nothing listens: %v", err)
		case <-tick.C:
		}
	}
}
