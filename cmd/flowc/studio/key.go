package studio

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

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
