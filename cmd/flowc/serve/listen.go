package serve

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/flowc-dev/flowc/cmd/flowc/front"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/loopback"
)

// listenAddress is where the project in dir wants to listen. A dotenv file that can't be read is the runtime's to
// report.
func listenAddress(dir string) string {
	vars, _ := rt.Environ(dir)
	return cmp.Or(vars["LISTEN"].Value, defaultListen)
}

// defaultListen is where a server listens that says nothing of it.
const defaultListen = "127.0.0.1:8080"

// openFront opens the address that callers use, whichever server is behind it: that of LISTEN, if flowc serves there.
func (d *Server) openFront() (*front.Front, error) {
	if !d.target.Serves {
		f, err := front.Listen(defaultListen)
		if errors.Is(err, syscall.EADDRINUSE) {
			f, err = front.Listen("127.0.0.1:0")
		}
		return f, err
	}
	d.wanted = listenAddress(d.target.Dir)
	if seenByOthers(d.wanted) {
		d.Notef("LISTEN is %s, which other machines reach: behind flowc dev the server knows them all as 127.0.0.1, in its log and its limits", d.wanted)
	}
	return d.listenNear()
}

// listenNear opens the address that is wanted, or where another process has that and nobody has asked for it, the next
// free one.
func (d *Server) listenNear() (*front.Front, error) {
	f, err := openFront(d.wanted)
	if errors.As(err, new(Taken)) && d.anywhere() {
		return d.openNext(err)
	}
	return f, err
}

// anywhere reports whether nothing says where callers reach the server.
func (d *Server) anywhere() bool {
	vars, _ := rt.Environ(d.target.Dir) // the server says what is wrong with them
	names := []string{"LISTEN", "PUBLIC_URL"}
	return !slices.ContainsFunc(names, func(name string) bool { return vars[name].Value != "" }) &&
		!slices.ContainsFunc(d.Options.Env, func(text string) bool {
			name, _, _ := strings.Cut(text, "=")
			return slices.Contains(names, name)
		})
}

// further is how many ports behind a taken one are tried.
const further = 10

// openNext opens the next free port behind the one that is wanted, and returns why that is taken where there is none.
func (d *Server) openNext(taken error) (*front.Front, error) {
	host, text, _ := net.SplitHostPort(d.wanted)
	port, err := strconv.Atoi(text)
	if err != nil {
		return nil, taken
	}
	for next := port + 1; next <= port+further; next++ {
		if f, err := front.Listen(net.JoinHostPort(host, strconv.Itoa(next))); err == nil {
			d.Notef("%v: serving at %s", taken, f.Addr())
			return f, nil
		}
	}
	return nil, taken
}

// Taken is the error of an address at which another process listens.
type Taken struct {
	Address string
	By      string // the process: "node (pid 4711)", or "another process"
}

func (e Taken) Error() string { return e.Address + " is taken by " + e.By }

// openFront opens an address that LISTEN names.
func openFront(address string) (*front.Front, error) {
	f, err := front.Listen(address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%w; set LISTEN to an address that is free", Taken{address, holder(address)})
	}
	if err != nil {
		return nil, fmt.Errorf("LISTEN: %w", err)
	}
	return f, nil
}

// behind is a free address for the server behind the front at address: one of this machine, of the same family.
func behind(address string) (string, error) {
	host, _, _ := net.SplitHostPort(address)
	network, local := "tcp4", "127.0.0.1:0"
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() && ip.To4() == nil {
		network, local = "tcp6", "[::1]:0"
	}
	listener, err := net.Listen(network, local)
	if err != nil {
		return "", fmt.Errorf("finding a port for the server: %w", err)
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// isTaken reports whether another process listens at an address.
func isTaken(address string) bool {
	listener, err := net.Listen("tcp", address)
	if err == nil {
		_ = listener.Close()
	}
	return errors.Is(err, syscall.EADDRINUSE)
}

// seenByOthers reports whether other machines reach an address.
func seenByOthers(address string) bool {
	host, _, err := net.SplitHostPort(address)
	return err == nil && !loopback.Host(host)
}

// baseURL is where this machine reaches a server that listens at address.
func baseURL(address string) string {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return "http://" + address
	}
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "localhost"
	}
	return "http://" + net.JoinHostPort(host, port)
}
