package serve

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"syscall"

	rt "github.com/flowc-dev/flowc/runtime"
)

// listenAddress is where the project in dir wants to listen. A dotenv file that can't be read is the runtime's to report.
func listenAddress(dir string) string {
	vars, _ := rt.Environ(dir)
	return cmp.Or(vars["LISTEN"].Value, "127.0.0.1:8080")
}

// settleAddress finds out whether address is free, and chooses a port where it leaves that open (port 0).
func settleAddress(address string) (string, error) {
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return "", fmt.Errorf("%s is taken by another process; set LISTEN to an address that is free", address)
	}
	if err != nil {
		return "", fmt.Errorf("LISTEN: %w", err)
	}
	settled := listener.Addr().String()
	if err := listener.Close(); err != nil {
		return "", fmt.Errorf("LISTEN: %w", err)
	}
	return settled, nil
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
