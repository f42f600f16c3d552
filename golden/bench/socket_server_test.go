//go:build unix

package bench_test

import (
	"bufio"
	"context"
	"crypto/sha256"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	auth "github.com/flowc-dev/flowc/golden/apps/auth/flows"
	bench "github.com/flowc-dev/flowc/golden/bench/flows"
	rt "github.com/flowc-dev/flowc/runtime"
)

// serverVariable makes this binary a server of a kind, whose log and databases are in the folder that folderVariable names.
const (
	serverVariable = "FLOWC_BENCH_SERVER"
	folderVariable = "FLOWC_BENCH_FOLDER"
)

// The servers that are measured over a socket: what is written by hand and logs nothing, and what is generated, with its log in a
// file and at warn.
const (
	byHand    = "by hand"
	generated = "generated"
	atWarn    = "at warn"
	admitting = "admitting" // as generated, with room for a few executions at once
)

// room is how many executions the admitting server has at once.
const room = 8

func TestMain(m *testing.M) {
	if kind := os.Getenv(serverVariable); kind != "" {
		if err := serveKind(kind); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// benchEnv is what all servers know.
func benchEnv() map[string]string {
	return map[string]string{"FLOWC_ENV": "preview", "JWT_SECRET": jwtSecret, "HOOK_SECRET": hookSecret, "GITHUB_SECRET": gitSecret, "API_KEYS": keys()}
}

// serveKind serves at the address that LISTEN names, and answers each line of its input with one: what it has used of the
// processors since it began, in nanoseconds, or to "allocations" with how many it has made. With "profile FILE" it samples from then on,
// until "stop". It ends with its input.
func serveKind(kind string) error {
	serve, err := serverOf(kind)
	if err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- serve() }()
	lines := make(chan string)
	go func() {
		defer close(lines)
		for in := bufio.NewScanner(os.Stdin); in.Scan(); {
			lines <- in.Text()
		}
	}()
	for {
		select {
		case err := <-ended:
			return err
		case line, more := <-lines:
			if !more {
				return nil
			}
			if err := obey(line); err != nil {
				return err
			}
		}
	}
}

func obey(line string) error {
	file, profile := strings.CutPrefix(line, "profile ")
	switch {
	case profile:
		out, err := os.Create(file)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(out); err != nil {
			return err
		}
	case line == "stop":
		pprof.StopCPUProfile()
	case line == "allocations":
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		fmt.Println(memory.Mallocs)
		return nil
	}
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return err
	}
	fmt.Println(usage.Utime.Nano() + usage.Stime.Nano())
	return nil
}

// serverOf is a server with the limits of a careful one: the generated have those of rt, all of them by default.
func serverOf(kind string) (serve func() error, err error) {
	dir := os.Getenv(folderVariable)
	if kind == byHand {
		users, err := openUsers(dir)
		if err != nil {
			return nil, err
		}
		return careful(silentTwin(benchEnv(), users)), nil
	}
	if kind == postgresByHand || kind == postgresGenerated {
		return postgresServerOf(kind, dir)
	}
	env := benchEnv()
	env["LISTEN"], env["LOG_FORMAT"], env["LOG_LEVEL"], env["STORAGE_URL"] = os.Getenv("LISTEN"), "json", "info", "memory:"
	switch kind {
	case atWarn:
		env["LOG_LEVEL"] = "warn"
	case admitting:
		env["MAX_EXECUTIONS"] = strconv.Itoa(room)
	}
	log, err := os.OpenFile(filepath.Join(dir, "log"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return nil, err
	}
	app, err := rt.Open(rt.WithEnv(env), rt.WithDir(dir), rt.WithLogWriter(log))
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	f, err := bench.New(app)
	if err != nil {
		return nil, err
	}
	f.Register(mux)
	accounts, err := auth.New(app)
	if err != nil {
		return nil, err
	}
	accounts.Register(mux)
	return func() error { return app.Serve(context.Background(), mux) }, nil
}

// careful serves a handler within the limits that a careful programmer sets.
func careful(h http.Handler) (serve func() error) {
	server := &http.Server{
		Addr: os.Getenv("LISTEN"), Handler: h, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 30 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
	}
	return server.ListenAndServe
}

// silentTwin is the twin without its log, and with the handlers that it lacks: the empty one, a counter, and accounts.
func silentTwin(env map[string]string, u *users) http.Handler {
	t := &twin{
		log: slog.New(slog.DiscardHandler), secret: []byte(env["JWT_SECRET"]),
		hook: sha256.Sum256([]byte(env["HOOK_SECRET"])), github: []byte(env["GITHUB_SECRET"]),
		parser: jwt.NewParser(jwt.WithValidMethods([]string{"HS256"}), jwt.WithExpirationRequired(), jwt.WithIssuedAt(),
			jwt.WithLeeway(30*time.Second), jwt.WithStrictDecoding()),
	}
	for pair := range strings.SplitSeq(env["API_KEYS"], ",") {
		name, key, _ := strings.Cut(pair, ":")
		t.keys = append(t.keys, twinKey{name, sha256.Sum256([]byte(key))})
	}
	mux := http.NewServeMux()
	for pattern, serve := range map[string]func(http.ResponseWriter, *http.Request) int{
		"GET /key": t.key, "GET /who": t.who, "POST /token": t.token,
		"POST /webhooks/b4h7o2o5k8w3e6r9y2u5i8o3pa": t.webhook, "POST /webhooks/s7i2g5n4e3d6w2e5b4h7o6o3k2": t.signed,
		"POST /count": t.count(&counts{of: map[string]counter{}}), "POST /signup": t.signup(u), "POST /login": t.login(u),
		"GET /empty": func(w http.ResponseWriter, _ *http.Request) int {
			w.WriteHeader(http.StatusNoContent)
			return http.StatusNoContent
		},
	} {
		mux.HandleFunc(pattern, t.around(pattern, serve))
	}
	return mux
}
