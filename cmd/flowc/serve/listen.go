package serve

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"syscall"

	"github.com/flowc-dev/flowc/cmd/flowc/front"
	rt "github.com/flowc-dev/flowc/runtime"
	"github.com/flowc-dev/flowc/runtime/loopback"
)

// listenAddress is where the project in dir wants to listen. A dotenv file that can't be read is the runtime's to report.
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
	return openFront(d.wanted)
}

// openFront opens an address that LISTEN names.
func openFront(address string) (*front.Front, error) {
	f, err := front.Listen(address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, fmt.Errorf("%s is taken by another process; set LISTEN to an address that is free", address)
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
