package system_test

import (
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/flowc-dev/flowc/golden/harness"
)

// smallDisk mounts a file system of a megabyte. It needs the right to mount, which CI has.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", dir).CombinedOutput(); err != nil {
		harness.Missing(t, "no small disk can be mounted here: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("unmount the small disk: %v: %s", err, out)
		}
	})
	return dir
}

// keep stores a number.
func (p *process) keep(n int, text string) string {
	return post(p.url+"/numbers", fmt.Sprintf(`{"n": %d, "text": %q}`, n, text))
}

// TestDiskFull fills the disk under a database and a Local Storage: who stores is told 503, who reads is answered, what
// was acknowledged is there, and with room again all is as before.
func TestDiskFull(t *testing.T) {
	t.Parallel()
	disk := smallDisk(t)
	p := start(t, build(t, "./golden/faults", nil),
		"DATABASE_URL=sqlite:"+filepath.Join(disk, "flows.db"), "STORAGE_URL=sqlite:"+filepath.Join(disk, "storage.db"))
	if got := p.keep(0, "first"); got != "201 " {
		t.Fatalf("with room: answered %q, want 201", got)
	}
	ballast := filepath.Join(disk, "ballast")
	fill(t, ballast)

	kept := 1
	for ; kept < 1000; kept++ {
		if got := p.keep(kept, strings.Repeat("x", 4096)); got != "201 " {
			wantUnavailable(t, got, disk)
			break
		}
	}
	if kept == 1000 {
		t.Fatal("the disk does not fill up")
	}
	wantUnavailable(t, p.keep(kept, strings.Repeat("x", 4096)), disk)
	if got := strings.Count(get(t, p.url+"/numbers"), `"n":`); got != kept {
		t.Errorf("%d numbers can be read, want the %d that were acknowledged", got, kept)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(patience); ; {
		got := p.keep(kept, "after")
		if got == "201 " {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("with room again: answered %q, want 201", got)
		}
	}
}

// fill leaves no room on the disk of a file.
func fill(t *testing.T, file string) {
	t.Helper()
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	block := make([]byte, 4096)
	for {
		if _, err := f.Write(block); err != nil {
			return // no space left
		}
	}
}

// wantUnavailable wants a 503 that says nothing of the disk.
func wantUnavailable(t *testing.T, got, disk string) {
	t.Helper()
	if !strings.HasPrefix(got, "503 ") || strings.Contains(got, disk) || strings.Contains(got, "disk") {
		t.Errorf("answered %q, want 503 without a reason", got)
	}
}

// TestDiskReadOnly starts a process whose database is on a disk that can't be written to: it says so once, and ends.
func TestDiskReadOnly(t *testing.T) {
	t.Parallel()
	disk, program := smallDisk(t), build(t, "./golden/faults", nil)
	environment := []string{"DATABASE_URL=sqlite:" + filepath.Join(disk, "flows.db"), "STORAGE_URL=memory:"}
	p := start(t, program, environment...)
	p.terminate(t)
	p.end(t)
	if out, err := exec.CommandContext(t.Context(), "mount", "-o", "remount,ro", disk).CombinedOutput(); err != nil {
		t.Fatalf("remount: %v: %s", err, out)
	}
	again := exec.CommandContext(t.Context(), program)
	again.Dir, again.Env = t.TempDir(), append(environment, "LOG_FORMAT=json")
	out, err := again.CombinedOutput()
	if again.ProcessState.ExitCode() != 1 {
		t.Errorf("the process ended with %v, want status 1", err)
	}
	if log := string(out); strings.Count(log, "open the database of DATABASE_URL") != 1 || strings.Count(log, "\n") != 1 {
		t.Errorf("logged, want one record that says once what does not open:\n%s", log)
	}
}

// get returns the body of an answer that must be 200.
func get(t *testing.T, url string) string {
	t.Helper()
	response, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("GET %s: %d %s, %v", url, response.StatusCode, text, err)
	}
	return string(text)
}
