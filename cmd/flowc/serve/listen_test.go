package serve

import (
	"net"
	"testing"
)

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
