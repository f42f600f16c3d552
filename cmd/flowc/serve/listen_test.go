package serve

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/flowc-dev/flowc/cmd/flowc/console"
	"github.com/flowc-dev/flowc/cmd/flowc/front"
	"github.com/flowc-dev/flowc/cmd/flowc/project"
)

// TestTakenPort serves at the next free port where nothing says where to, and else says who has the one that is said.
func TestTakenPort(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	address := listener.Addr().String()
	for name, tt := range map[string]struct {
		dotenv string
		env    []string
		next   bool
	}{
		"nothing said":      {"", []string{"OTHER=1"}, true},
		"LISTEN":            {"LISTEN=" + address + "\n", nil, false},
		"PUBLIC_URL":        {"PUBLIC_URL=http://127.0.0.1:8080\n", nil, false},
		"LISTEN by --env":   {"", []string{"LISTEN={addr}"}, false},
		"an empty variable": {"LISTEN=\n", nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, ".env"), []byte(tt.dotenv), 0o600); err != nil {
				t.Fatal(err)
			}
			d := &Server{
				Console: &console.Console{Out: io.Discard, Err: io.Discard}, Options: Options{Env: tt.env},
				target: &project.Target{Dir: dir, Serves: true}, wanted: address,
			}
			f, err := d.listenNear()
			if !tt.next {
				wantTaken(t, f, err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if got := portOf(t, f.Addr()) - portOf(t, address); got < 1 || got > 10 {
				t.Errorf("it serves at %s, wanted near behind %s", f.Addr(), address)
			}
		})
	}
}

// wantTaken wants the error that names this process.
func wantTaken(t *testing.T, f *front.Front, err error) {
	t.Helper()
	if taken := (Taken{}); f != nil || !errors.As(err, &taken) || !strings.Contains(err.Error(), fmt.Sprintf("(pid %d)", os.Getpid())) {
		t.Errorf("it gives %v and %v", f, err)
	}
}

func portOf(t *testing.T, address string) int {
	t.Helper()
	_, text, err := net.SplitHostPort(address)
	if err != nil {
		t.Fatal(err)
	}
	port, err := strconv.Atoi(text)
	if err != nil {
		t.Fatal(err)
	}
	return port
}

// The server behind the front is reached by this machine alone, whoever reaches the front.
func TestBehind(t *testing.T) {
	for _, address := range []string{"127.0.0.1:8080", ":8080", "0.0.0.0:8080", "[::]:8080", "192.168.0.7:8080", "localhost:8080"} {
		got, err := behind(address)
		if err != nil {
			t.Fatal(err)
		}
		host, port, err := net.SplitHostPort(got)
		if ip := net.ParseIP(host); err != nil || ip == nil || !ip.IsLoopback() || port == "0" {
			t.Errorf("behind %s is %s, %v", address, got, err)
		}
	}
}

func TestSeenByOthers(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:80": false, "[::1]:80": false, "localhost:80": false, "127.9.9.9:80": false,
		":80": true, "0.0.0.0:80": true, "[::]:80": true, "192.168.0.7:80": true, "shop.example.com:80": true,
	} {
		if got := seenByOthers(address); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
}
