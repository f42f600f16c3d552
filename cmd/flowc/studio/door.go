package studio

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

// door lets in what this machine asks for, from a page of ours: the Host names loopback, whatever the port, and Origin,
// where it is sent, is that host. So no page from elsewhere gets in, nor a name that resolves to this machine.
func door(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		origin := r.Header.Values("Origin")
		if !isLoopback(r.Host) || len(origin) > 1 || len(origin) == 1 && origin[0] != "http://"+r.Host {
			http.Error(w, "studio serves this machine's own page alone", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isLoopback reports whether a Host header names this machine by what no name server can change.
func isLoopback(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	ip := net.ParseIP(strings.Trim(host, "[]"))
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

// keyed asks for the key, with every call. There is no cookie: other ports and pages would have it sent.
func keyed(key string, next http.Handler) http.Handler {
	want := sha256.Sum256([]byte("Bearer " + key))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got := sha256.Sum256([]byte(r.Header.Get("Authorization")))
		if key == "" || subtle.ConstantTimeCompare(got[:], want[:]) != 1 {
			http.Error(w, "open the address that flowc studio has printed", http.StatusUnauthorized)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// Ticket is what stays the same from one start to the next, so that an open page comes back: the key and the port.
type Ticket struct {
	Key  string `json:"key"`
	Port int    `json:"port"` // 0 until one is chosen
}

// ReadTicket returns the ticket of the project in dir, or a new one. cache is the folder of the user's caches.
func ReadTicket(cache, dir string) Ticket {
	text, err := os.ReadFile(ticketFile(cache, dir))
	t := Ticket{}
	if err != nil || json.Unmarshal(text, &t) != nil || len(t.Key) < 26 {
		return Ticket{Key: rand.Text()}
	}
	return t
}

// Keep writes the ticket for the next start, for this user alone to read.
func (t Ticket) Keep(cache, dir string) error {
	path := ticketFile(cache, dir)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("keeping the key of studio: %w", err)
	}
	text, err := json.Marshal(t)
	if err != nil {
		return fmt.Errorf("keeping the key of studio: %w", err)
	}
	_ = os.Remove(path) // what is there may be readable for others
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return fmt.Errorf("keeping the key of studio: %w", err)
	}
	return nil
}

func ticketFile(cache, dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return filepath.Join(cache, "flowc", "studio", hex.EncodeToString(sum[:8])+".json")
}
