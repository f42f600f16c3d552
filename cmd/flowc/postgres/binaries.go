package postgres

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

// binaries is the folder of PostgreSQL's programs, which Debian keeps off PATH; of several versions the newest. "" where there
// is none.
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

// start starts a server of this machine's own in a temporary folder. Nothing but this process reaches it, by a socket there. It
// ends with this process, however that ends, and the folder with it.
func start(ctx context.Context) (*server, error) {
	bin := binaries()
	if bin == "" {
		return nil, ErrNone
	}
	who, err := serverUser()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(who.temporary(), "flowc-pg-")
	if err != nil {
		return nil, fmt.Errorf("making a folder for PostgreSQL: %w", err)
	}
	s, err := startIn(ctx, dir, bin, who)
	if err != nil {
		_ = os.RemoveAll(dir)
		return nil, err
	}
	return s, nil
}

func startIn(ctx context.Context, dir, bin string, who account) (*server, error) {
	if err := who.own(dir); err != nil {
		return nil, fmt.Errorf("giving PostgreSQL its folder: %w", err)
	}
	data := filepath.Join(dir, "data")
	if err := initialised(ctx, data, bin, who); err != nil {
		return nil, err
	}
	config, err := pgx.ParseConfig(fmt.Sprintf("host=%s user=postgres dbname=postgres sslmode=disable", dir))
	if err != nil {
		return nil, fmt.Errorf("naming the PostgreSQL of this machine: %w", err)
	}
	config.Password, config.Port = "", 5432
	stop, err := run(dir, bin, who)
	if err != nil {
		return nil, err
	}
	if err := answers(ctx, config); err != nil {
		stop()
		return nil, fmt.Errorf("starting PostgreSQL: %w: %s", err, lastLine(filepath.Join(dir, "log")))
	}
	return &server{config: config, stop: stop}, nil
}

// keeper runs a server until its standard input ends, which it does with the process that holds its other end, and removes the
// folder then.
const keeper = `trap '' INT TERM HUP
"$1/postgres" -D "$2/data" -k "$2" -p 5432 -c listen_addresses= -c fsync=off -c full_page_writes=off -c max_connections=20 \
	-c shared_buffers=16MB -c autovacuum=off -c timezone=UTC >"$2/log" 2>&1 &
read -r _
kill -QUIT $!
wait $!
rm -rf "$2"`

// run starts a server in the background. stop ends it, and waits until its folder is gone.
func run(dir, bin string, who account) (stop func(), err error) {
	cmd := exec.Command("/bin/sh", "-c", keeper, "sh", bin, dir)
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
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
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
