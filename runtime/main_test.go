package runtime_test

import (
	"bufio"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/go-json-experiment/json"

	rt "github.com/flowc-dev/flowc/runtime"
	_ "github.com/flowc-dev/flowc/runtime/engine/sqlite"
	"github.com/flowc-dev/flowc/runtime/storage"
)

// programEnv makes the test binary be a program of one workflow instead.
const programEnv = "FLOWC_TEST_PROGRAM"

// changedFile is what the program's start changes, of another package of workflows than the one whose configuration may
// be wrong.
const changedFile = "changed"

func TestMain(m *testing.M) {
	if os.Getenv(programEnv) == "" {
		os.Exit(m.Run())
	}
	rt.Main(func(app *rt.App, mux *http.ServeMux) error {
		first := app.Setup()
		storage.Open(first)
		first.Later(func() error { return os.WriteFile(changedFile, nil, 0o600) })
		_ = first.Err() // which the last one says too
		s := app.Setup()
		key := s.Secret("FLOWC_TEST_KEY")
		e := rt.NewEndpoint[none](s, rt.Entry{Workflow: "test", Node: "in", Method: "GET", Path: "/"})
		e.Register(mux, func(x *rt.Exec) error {
			slog.InfoContext(x.Context(), "of a function", "direct", os.Getenv("DIRECT_KEY"), "public", os.Getenv("PUBLIC_NAME"), "own", os.Getenv("OWN"))
			return errors.New("the key is " + key)
		})
		return s.Err()
	})
}

// program prepares a process of Main in a folder of its own.
func program(t *testing.T, env ...string) (*exec.Cmd, io.Reader) {
	t.Helper()
	return programIn(t, t.TempDir(), env...)
}

func programIn(t *testing.T, dir string, env ...string) (*exec.Cmd, io.Reader) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Dir = dir
	cmd.Env = append(env, programEnv+"=1", "LISTEN=127.0.0.1:0")
	log, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, log
}

func TestMainServesUntilSignal(t *testing.T) {
	cmd, stderr := program(t, "FLOWC_TEST_KEY=s3cret-s3cret")
	log := bufio.NewReader(stderr)
	first, err := log.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var listening struct{ Address string }
	if err := json.Unmarshal(first, &listening, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	if p := call(t, "GET", listening.Address, "").problem(t); p.Status != 500 {
		t.Errorf("got %+v", p)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(log)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(rest), "the key is ••••") || strings.Contains(string(rest), "s3cret") {
		t.Errorf("log: %s", rest)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("exit: %v", err)
	}
}

// TestFunctionsSeeDotenv wants what .env gives in os.Getenv of other people's code, masked where they print it, and their
// records under the id of the execution.
func TestFunctionsSeeDotenv(t *testing.T) {
	dir := t.TempDir()
	dotenv := "DIRECT_KEY=direct-s3cret\nPUBLIC_NAME=public-name\nOWN=own-of-dotenv\n"
	if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(dotenv), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd, stderr := programIn(t, dir, "FLOWC_TEST_KEY=s3cret-s3cret", "OWN=given")
	log := bufio.NewReader(stderr)
	first, err := log.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var listening struct{ Address string }
	if err := json.Unmarshal(first, &listening, json.MatchCaseInsensitiveNames(true)); err != nil {
		t.Fatal(err)
	}
	id := call(t, "GET", listening.Address, "").problem(t).Instance
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	rest, err := io.ReadAll(log)
	if err != nil {
		t.Fatal(err)
	}
	want := `"msg":"of a function","direct":"••••","public":"public-name","own":"given","id":"` + id + `"}`
	if !strings.Contains(string(rest), want) || strings.Contains(string(rest), "direct-s3cret") {
		t.Errorf("the log holds\n%s\nwant %s", rest, want)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("exit: %v", err)
	}
}

// TestRefusedStartChangesNothing starts with a variable that is missing, on a port that is taken, and as it should be.
func TestRefusedStartChangesNothing(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	for _, c := range []struct {
		env     []string
		changes bool
	}{
		{nil, false},
		{[]string{"FLOWC_TEST_KEY=s3cret-s3cret", "DRAIN_DELAY=soon"}, false},
		{[]string{"FLOWC_TEST_KEY=s3cret-s3cret", "HEALTH_LISTEN=" + taken.Addr().String()}, false},
		{[]string{"FLOWC_TEST_KEY=s3cret-s3cret"}, true},
	} {
		dir := t.TempDir()
		cmd, stderr := programIn(t, dir, c.env...)
		first, err := bufio.NewReader(stderr).ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if serves := strings.Contains(first, "listening"); serves != c.changes {
			t.Errorf("%v: it logs %s", c.env, first)
		}
		_ = cmd.Process.Signal(syscall.SIGTERM) // fails where it has ended
		_ = cmd.Wait()
		for _, file := range []string{changedFile, "storage.db"} {
			if _, err := os.Stat(filepath.Join(dir, file)); (err == nil) != c.changes {
				t.Errorf("%v: %s is there: %v", c.env, file, err == nil)
			}
		}
	}
}

func TestMainNamesWhatIsMissing(t *testing.T) {
	cmd, stderr := program(t, "LOG_FORMAT=text", "LOG_LEVEL=loud")
	log, err := io.ReadAll(stderr)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(log), `FLOWC_TEST_KEY="is not set"`) || !strings.Contains(string(log), "LOG_LEVEL=") {
		t.Errorf("log: %s", log)
	}
	var exit *exec.ExitError
	if err := cmd.Wait(); !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Errorf("exit: %v", err)
	}
}
