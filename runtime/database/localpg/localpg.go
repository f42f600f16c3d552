// Package localpg starts a PostgreSQL of this machine's own, from the programs that are installed.
//
// It may be imported by cmd/flowc and what it is made of, and by tests; no server of anybody's links it.
package localpg

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// ErrNone says that this machine has no programs of PostgreSQL, or nobody whom they run as.
var ErrNone = errors.New("no PostgreSQL is installed")

// Installed reports whether this machine has the programs of PostgreSQL.
func Installed() bool { return binaries() != "" }

// Server is one that was started here. Hold on to it: one that nobody holds ends too.
type Server struct {
	Config *pgx.ConnConfig // connects as its superuser, to its database postgres
	Stop   func()          // ends it, and waits until nothing is left of it
}

// binaries is the folder of PostgreSQL's programs, which Debian keeps off PATH; of several versions the newest. ""
// where there is none.
func binaries() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		if path, err = filepath.EvalSymlinks(path); err == nil {
			return filepath.Dir(path)
		}
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb") // fails for a bad pattern only
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int { return versionOf(a) - versionOf(b) }))
}

// versionOf is the number in /usr/lib/postgresql/15/bin/initdb.
func versionOf(initdb string) int {
	number, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(initdb))))
	return number
}

// Start starts a server in a temporary folder. It ends with this process, however that ends, and the folder with it.
// Its errors are ErrNone, and what keeps it from starting.
//
// Port 0 leaves it to a socket in the folder, which nobody but this user reaches; at any other port of 127.0.0.1
// whoever is on this machine does, as its superuser: that is for tests, and its folder is in memory where there is
// room. What somebody's schema fills is not.
func Start(ctx context.Context, port int) (*Server, error) {
	bin := binaries()
	if bin == "" {
		return nil, ErrNone
	}
	who, err := serverUser()
	if err != nil {
		return nil, err
	}
	in := place(port, who)
	forget(in, time.Now().Add(-leftOver))
	dir, err := os.MkdirTemp(in, folders)
	if err != nil {
		return nil, fmt.Errorf("making a folder for PostgreSQL: %w", err)
	}
	s, err := startIn(ctx, dir, bin, port, who)
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	return s, nil
}

// folders begins the names of servers' folders.
const folders = "flowc-pg-"

// leftOver is when a folder without a server counts as that of a process that was ended while it filled it: the keeper,
// which removes it, starts after that.
const leftOver = 10 * time.Minute

// forget removes the folders in which no server runs and that were made before a time.
func forget(in string, before time.Time) {
	found, _ := filepath.Glob(filepath.Join(in, folders+"*")) // fails for a bad pattern only
	for _, dir := range found {
		info, err := os.Stat(dir)
		_, server := os.Stat(filepath.Join(dir, "data", "postmaster.pid"))
		if err == nil && info.ModTime().Before(before) && errors.Is(server, fs.ErrNotExist) {
			_ = os.RemoveAll(dir)
		}
	}
}

// place is the folder that a server's own is made in.
func place(port int, who account) string {
	if port != 0 {
		return cmp.Or(Memory(), who.temporary())
	}
	return who.temporary()
}

func startIn(ctx context.Context, dir, bin string, port int, who account) (*Server, error) {
	if err := who.own(dir); err != nil {
		return nil, fmt.Errorf("giving PostgreSQL its folder: %w", err)
	}
	data := filepath.Join(dir, "data")
	if err := initialised(ctx, data, bin, who); err != nil {
		return nil, err
	}
	config, err := pgx.ParseConfig(address(dir, port))
	if err != nil {
		return nil, fmt.Errorf("naming the PostgreSQL of this machine: %w", err)
	}
	config.Password = ""
	stop, err := run(dir, bin, port, who)
	if err != nil {
		return nil, err
	}
	if err := answers(ctx, config); err != nil {
		stop()
		return nil, fmt.Errorf("starting PostgreSQL: %w: %s", err, lastLine(filepath.Join(dir, "log")))
	}
	return &Server{Config: config, Stop: stop}, nil
}

// address says where a server is: in its folder, or at a port of this machine.
func address(dir string, port int) string {
	if port == 0 {
		return fmt.Sprintf("host=%s port=%d user=postgres dbname=postgres sslmode=disable", dir, socketPort)
	}
	return fmt.Sprintf("host=127.0.0.1 port=%d user=postgres dbname=postgres sslmode=disable", port)
}

// socketPort names the socket of a server that listens at no port.
const socketPort = 5432

// keeper runs a server until its standard input ends, which it does with the process that holds its other end, and
// removes the folder then.
const keeper = `trap '' INT TERM HUP
"$1/postgres" -D "$2/data" -k "$2" -p "$3" -c listen_addresses="$4" -c fsync=off -c full_page_writes=off -c max_connections="$5" \
	-c shared_buffers=16MB -c max_wal_size=64MB -c autovacuum=off -c timezone=UTC >"$2/log" 2>&1 &
read -r _
kill -QUIT $!
wait $!
rm -rf "$2"`

// run starts a server in the background. stop ends it, and waits until its folder is gone.
func run(dir, bin string, port int, who account) (stop func(), err error) {
	at, host, connections := socketPort, "", "20"
	if port != 0 {
		at, host, connections = port, "127.0.0.1", "100"
	}
	cmd := exec.Command("/bin/sh", "-c", keeper, "sh", bin, dir, strconv.Itoa(at), host, connections)
	cmd.Dir = dir
	who.runs(cmd)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, fmt.Errorf("starting PostgreSQL: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting PostgreSQL: %w", err)
	}
	return func() {
		_ = in.Close()
		_ = cmd.Wait()
	}, nil
}

// answers waits until a server that was just started answers.
func answers(ctx context.Context, config *pgx.ConnConfig) error {
	ctx, cancel := context.WithTimeout(ctx, 50*time.Second) // a machine may be busy with other things
	defer cancel()
	for {
		c, err := pgx.ConnectConfig(ctx, config)
		if err == nil {
			return c.Close(ctx)
		}
		select {
		case <-ctx.Done():
			return errors.Join(err, ctx.Err())
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// lastLine is the end of a log.
func lastLine(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	last := ""
	for lines := bufio.NewScanner(io.LimitReader(file, 1<<20)); lines.Scan(); {
		last = lines.Text()
	}
	return strings.TrimSpace(last)
}
