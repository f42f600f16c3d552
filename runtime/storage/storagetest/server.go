package storagetest

import (
	"bufio"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Cluster returns the URL of an empty Redis Cluster of one server, started as Redis does.
func Cluster(t testing.TB) string {
	t.Helper()
	s := start(t, installed(t), "cluster-enabled yes", "cluster-require-full-coverage no")
	client := dial(t, "redis://"+s.address)
	if err := client.ClusterAddSlotsRange(t.Context(), 0, 16383).Err(); err != nil {
		t.Fatalf("give the server all slots of its cluster: %v", err)
	}
	for info := ""; !strings.Contains(info, "cluster_state:ok"); {
		var err error
		if info, err = client.ClusterInfo(t.Context()).Result(); err != nil {
			t.Fatalf("wait for the cluster: %v", err)
		}
	}
	return "redis+cluster://" + s.address + "/"
}

// Sentinel returns the URL of an empty Redis that a Sentinel watches, both started as Redis does.
func Sentinel(t testing.TB) string {
	t.Helper()
	program := installed(t)
	watched := start(t, program)
	_, port, _ := net.SplitHostPort(watched.address)
	sentinel := start(t, program, "sentinel monitor watched 127.0.0.1 "+port+" 1")
	return "redis+sentinel://" + sentinel.address + "/0?master=watched"
}

// Stoppable is Redis, on a server that the test stops itself. FLOWC_TEST_REDIS is not asked: that server is shared.
func Stoppable(t testing.TB) (url string, stop func()) {
	t.Helper()
	s := start(t, installed(t))
	return "redis://" + s.address + "/0", s.stop
}

// server is a running redis-server.
type server struct {
	address string
	process *exec.Cmd
}

// start runs a server on a port that is free, with lines of configuration beyond what every server here has. It keeps
// nothing on the disk. A line of a Sentinel makes it one.
func start(t testing.TB, program string, lines ...string) *server {
	t.Helper()
	port := freePort(t)
	folder := t.TempDir()
	configuration := append([]string{"bind 127.0.0.1", "port " + port, "dir " + folder}, lines...)
	var args []string
	if len(lines) > 0 && strings.HasPrefix(lines[0], "sentinel ") {
		args = append(args, "--sentinel")
	} else {
		configuration = append(configuration, `save ""`, "appendonly no")
	}
	file := filepath.Join(folder, "redis.conf")
	if err := os.WriteFile(file, []byte(strings.Join(configuration, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &server{address: "127.0.0.1:" + port, process: exec.Command(program, append([]string{file}, args...)...)}
	t.Cleanup(s.stop)
	s.awaitStart(t)
	return s
}

// awaitStart starts the process and returns once it listens.
func (s *server) awaitStart(t testing.TB) {
	t.Helper()
	output, err := s.process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.process.Start(); err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	for lines := bufio.NewScanner(output); lines.Scan(); {
		log.WriteString(lines.Text() + "\n")
		if strings.Contains(lines.Text(), "Ready to accept connections") || strings.Contains(lines.Text(), "+monitor") {
			go io.Copy(io.Discard, output) // ends with the process, which must not wait for a reader
			return
		}
	}
	t.Fatalf("%s does not start:\n%s", s.process, log.String())
}

// stop is harmless when it has stopped already.
func (s *server) stop() {
	if s.process.Process != nil {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
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
