// Package dbtest gives tests a PostgreSQL of their own.
//
// Tests import it; nothing else does.
package dbtest

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/flowc-dev/flowc/runtime/database/localpg"
)

// Postgres returns the URL of an empty database, which is gone when the test has ended. It is one more database of the
// server whose URL FLOWC_TEST_POSTGRES holds; without that, of one that this process starts and that ends with it.
// Without either the test is skipped, or fails where FLOWC_TEST_REQUIRE_SERVICES is 1.
func Postgres(t testing.TB) string {
	t.Helper()
	if server := os.Getenv("FLOWC_TEST_POSTGRES"); server != "" {
		return create(t, server)
	}
	server, err := started()
	if errors.Is(err, localpg.ErrNone) {
		missing(t, err.Error()+": set FLOWC_TEST_POSTGRES to the URL of a server, or install one")
	}
	if err != nil {
		t.Fatal(err)
	}
	return create(t, fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", server.Config.Port))
}

// started is the one server of this process, with which it ends. It is held on to here: a server that nobody holds
// ends.
var started = sync.OnceValues(func() (*localpg.Server, error) {
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	return localpg.Start(context.Background(), port)
})

func freePort() (int, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	return listener.Addr().(*net.TCPAddr).Port, nil
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
	address := parse(t, server)
	address.Path = "/" + name
	return address.String()
}

// connections are those by which this process makes and removes databases, by the server's URL. To connect takes a
// server more than either, so they stay open until the process ends.
var connections = struct {
	sync.Mutex
	open map[string]*pgx.Conn
}{open: map[string]*pgx.Conn{}}

// run runs a statement on a server, one at a time.
func run(t testing.TB, server, statement string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	connections.Lock()
	defer connections.Unlock()
	connection := connections.open[server]
	if connection == nil || connection.IsClosed() {
		var err error
		if connection, err = pgx.Connect(ctx, server); err != nil {
			t.Fatalf("connect to the PostgreSQL of tests: %v", err)
		}
		connections.open[server] = connection
	}
	if _, err := connection.Exec(ctx, statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Installed reports whether this machine has the programs of PostgreSQL. Where CI wants services, it has to.
func Installed() bool { return localpg.Installed() || os.Getenv("FLOWC_TEST_REQUIRE_SERVICES") == "1" }
