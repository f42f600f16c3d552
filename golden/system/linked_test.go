package system_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/golden/harness"
)

// authEnvironment is what golden/apps/auth wants beside a database.
const authEnvironment = "JWT_SECRET=a secret of the system test, long enough"

// TestLinked measures programs as they are shipped, stripped: what is not named in main.go is not linked, and a URL that
// needs it keeps the program from starting, with the line to add.
func TestLinked(t *testing.T) {
	const megabyte = 1 << 20
	hello := stripped(t, "./golden/apps/hello", nil)
	wantSize(t, "without a database", hello, 12*megabyte)
	embedded := stripped(t, "./golden/apps/auth", withoutPostgres(t))
	wantSize(t, "with SQLite alone", embedded, 22*megabyte)
	wantSize(t, "with all engines", stripped(t, "./golden/apps/accounts", nil), 32*megabyte)
	// Where validator/v10 may call methods by name, the linker leaves none out.
	wantSize(t, "with all engines and no methods for validate tags", stripped(t, "./golden/apps/accounts", nil, "-tags=validator_novalidatefn"), 24*megabyte)

	p := start(t, hello)
	if total, own := resident(t, p); total > 14*megabyte {
		t.Errorf("idle, the process holds %.1f MB, of which %.1f are its own", float64(total)/megabyte, float64(own)/megabyte)
	}
	p = start(t, embedded, authEnvironment)
	if total, own := resident(t, p); own > 6*megabyte {
		t.Errorf("idle with SQLite, the process holds %.1f MB, of which %.1f are its own", float64(total)/megabyte, float64(own)/megabyte)
	}

	cmd := exec.CommandContext(t.Context(), embedded)
	cmd.Dir = t.TempDir()
	cmd.Env = []string{"LISTEN=127.0.0.1:0", "LOG_FORMAT=json", authEnvironment, "DATABASE_URL=postgres://canary-user:canary-pw@127.0.0.1:1/none"}
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), `_ \"github.com/flowc-dev/flowc/runtime/engine/postgres\"`) || strings.Contains(string(out), "canary") {
		t.Errorf("on PostgreSQL, which is not linked: %v\n%s", err, out)
	}
}

// stripped builds a command of this module as it is shipped, with some files of it changed, and returns the path of its program.
func stripped(t *testing.T, pkg string, changed map[string][]byte, flags ...string) string {
	t.Helper()
	dir := t.TempDir()
	args := slices.Concat([]string{"-ldflags=-s -w", "-overlay", writeOverlay(t, dir, changed)}, flags, []string{pkg})
	harness.Build(t, fmt.Sprint("stripped ", pkg, len(changed), flags), dir, filepath.Join("..", ".."), "build", args...)
	return filepath.Join(dir, filepath.Base(pkg))
}

// withoutPostgres is golden/apps/auth where it names SQLite alone.
func withoutPostgres(t *testing.T) map[string][]byte {
	t.Helper()
	main, err := filepath.Abs(filepath.Join("..", "apps", "auth", "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(main)
	if err != nil {
		t.Fatal(err)
	}
	line := regexp.MustCompile(`(?m)^\t_ ".*/engine/postgres"\n`)
	if !line.Match(src) {
		t.Fatal("golden/apps/auth does not name PostgreSQL")
	}
	return map[string][]byte{main: line.ReplaceAll(src, nil)}
}

func wantSize(t *testing.T, what, program string, most int64) {
	t.Helper()
	info, err := os.Stat(program)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%s: %.1f MB", what, float64(info.Size())/(1<<20))
	if info.Size() > most {
		t.Errorf("%s a program has %d bytes, want at most %d", what, info.Size(), most)
	}
}

// resident is what of a process is in memory, in bytes, and what of that is no part of a file.
func resident(t *testing.T, p *process) (total, own int64) {
	t.Helper()
	status, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(p.cmd.Process.Pid), "status"))
	if err != nil {
		t.Fatal(err)
	}
	kilobytes := func(name string) int64 {
		found := regexp.MustCompile(name + `:\s+(\d+) kB`).FindSubmatch(status)
		if found == nil {
			t.Fatalf("the system says nothing of %s", name)
		}
		n, _ := strconv.ParseInt(string(found[1]), 10, 64)
		return n << 10
	}
	total, own = kilobytes("VmRSS"), kilobytes("RssAnon")
	t.Logf("idle: %.1f MB, %.1f of them its own", float64(total)/(1<<20), float64(own)/(1<<20))
	return total, own
}
