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
	folder, err := os.MkdirTemp("", "flowc-pooler-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	free, err := freePort()
	if err != nil {
		t.Fatal(err)
	}
	port := strconv.Itoa(free)
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
`, target.Hostname(), target.Port(), port, users),
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		own(t, path)
	}
	own(t, folder)
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
	reachable(t, "127.0.0.1:"+port)
	target.Host = "127.0.0.1:" + port
	return target.String()
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
