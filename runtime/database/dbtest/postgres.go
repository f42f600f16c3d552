// Package dbtest gives tests a PostgreSQL of their own.
//
// Tests import it; nothing else does.
package dbtest

import (
	"context"
	"crypto/rand"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// Postgres returns the URL of an empty database, which is gone when the test has ended. It is one more database of the
// server whose URL FLOWC_TEST_POSTGRES holds; without that, of a server started from the binaries that are installed.
// Without either the test is skipped, or fails where FLOWC_TEST_REQUIRE_SERVICES is 1.
func Postgres(t testing.TB) string {
	t.Helper()
	if server := os.Getenv("FLOWC_TEST_POSTGRES"); server != "" {
		return create(t, server)
	}
	bin, ok := binaries()
	if !ok {
		missing(t, "no PostgreSQL: set FLOWC_TEST_POSTGRES to the URL of a server, or install one")
	}
	return start(t, bin)
}

func missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("FLOWC_TEST_REQUIRE_SERVICES") == "1" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// create makes a database on a running server.
func create(t testing.TB, server string) string {
	t.Helper()
	name := "flowc_test_" + strings.ToLower(rand.Text())
	run(t, server, "CREATE DATABASE "+name)
	t.Cleanup(func() { run(t, server, "DROP DATABASE "+name+" WITH (FORCE)") })
	address, err := url.Parse(server)
	if err != nil {
		t.Fatal("what names the PostgreSQL of tests is not a URL")
	}
	address.Path = "/" + name
	return address.String()
}

func run(t testing.TB, server, statement string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	connection, err := pgx.Connect(ctx, server)
	if err != nil {
		t.Fatalf("connect to the PostgreSQL of tests: %v", err)
	}
	defer connection.Close(ctx)
	if _, err := connection.Exec(ctx, statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Installed reports whether this machine has the programs of PostgreSQL. Where CI wants services, it has to.
func Installed() bool {
	_, ok := binaries()
	return ok || os.Getenv("FLOWC_TEST_REQUIRE_SERVICES") == "1"
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

// start makes a server with an empty database, on a port that is free.
func start(t testing.TB, bin string) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "flowc-postgres-") // not t.TempDir, which the postgres user may not enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	own(t, folder)

	data, port := filepath.Join(folder, "data"), freePort(t)
	command(t, filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync")
	options := "-p " + port + " -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
	t.Cleanup(func() { command(t, filepath.Join(bin, "pg_ctl"), "-D", data, "-m", "immediate", "stop") })
	command(t, filepath.Join(bin, "pg_ctl"), "-D", data, "-l", filepath.Join(folder, "log"), "-o", options, "-w", "start")
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%s/postgres?sslmode=disable", port)
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

func freePort(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)
}

// command runs a program of PostgreSQL, as the postgres user where we are root.
func command(t testing.TB, program string, args ...string) {
	t.Helper()
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
		t.Fatalf("%s: %v\n%s", c, err, output)
	}
}

func quote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }
