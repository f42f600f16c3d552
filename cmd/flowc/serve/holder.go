package serve

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// holder returns the process that listens at the port of an address, as far as Linux shows it to this user.
func holder(address string) string {
	const unknown = "another process"
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return unknown
	}
	sockets := listening(port)
	files, _ := filepath.Glob("/proc/[0-9]*/fd/*") // of other users' processes none can be read
	for _, file := range files {
		link, err := os.Readlink(file)
		if err != nil || !sockets[link] {
			continue
		}
		folder := filepath.Dir(filepath.Dir(file))
		name, err := os.ReadFile(filepath.Join(folder, "comm"))
		if err != nil {
			continue // it has ended
		}
		return fmt.Sprintf("%s (pid %s)", strings.TrimSpace(string(name)), filepath.Base(folder))
	}
	return unknown
}

// listening returns the sockets that listen at a port, as links of file descriptors name them.
func listening(port string) map[string]bool {
	const state, listen = 3, "0A" // columns of proc_net_tcp(5)
	number, err := strconv.Atoi(port)
	sockets := map[string]bool{}
	if err != nil {
		return sockets
	}
	suffix := fmt.Sprintf(":%04X", number)
	for _, table := range []string{"/proc/net/tcp", "/proc/net/tcp6"} {
		text, _ := os.ReadFile(table) // elsewhere than on Linux there is none
		for line := range strings.Lines(string(text)) {
			fields := strings.Fields(line)
			if len(fields) > 9 && strings.HasSuffix(fields[1], suffix) && fields[state] == listen {
				sockets["socket:["+fields[9]+"]"] = true
			}
		}
	}
	return sockets
}
