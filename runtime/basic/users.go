package basic

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/bcrypt"
)

// users is a list of users, read.
type users struct {
	hashes map[string]string // bcrypt, by user
	cost   int               // the highest of the hashes
}

// parse reads a list of users. Errors count entries from 1 and quote nothing.
func parse(list string) (users, error) {
	found := users{hashes: map[string]string{}}
	for i, entry := range entries(list) {
		name, hash, ok := strings.Cut(entry, ":")
		if !ok || name == "" {
			return users{}, fmt.Errorf("is not a list of users: entry %d must be user:hash", i+1)
		}
		cost, err := costOf(hash)
		if err != nil {
			return users{}, fmt.Errorf("is not a list of users: the hash of entry %d %w", i+1, err)
		}
		if _, twice := found.hashes[name]; twice {
			return users{}, fmt.Errorf("is not a list of users: entry %d has a user who is there already", i+1)
		}
		found.hashes[name] = hash
		found.cost = max(found.cost, cost)
	}
	if len(found.hashes) == 0 {
		return users{}, errors.New("is not a list of users: it is empty")
	}
	return found, nil
}

// entries splits a list at line breaks and commas. Blank entries and comments, which htpasswd files may have, are none.
func entries(list string) []string {
	var found []string
	for entry := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == '\n' || r == '\r' || r == ',' }) {
		entry = strings.TrimSpace(entry)
		if entry != "" && !strings.HasPrefix(entry, "#") {
			found = append(found, entry)
		}
	}
	return found
}

// secrets returns what a log must not show of a list: each hash. A malformed entry may be a password.
func secrets(list string) []string {
	var found []string
	for _, entry := range entries(list) {
		_, hash, ok := strings.Cut(entry, ":")
		if !ok {
			hash = entry
		}
		found = append(found, hash)
	}
	return found
}

// What runtime/password compares with.
const (
	bcryptLength  = 60 // bytes of a hash
	bcryptLetters = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	maxCost       = 16 // about 4 s
)

var errNotBcrypt = errors.New("is not bcrypt ($2a$, $2b$ or $2y$), as `htpasswd -B` makes it")

// costOf returns the cost of a hash, or why runtime/password would refuse it: that must show at the start, not when
// somebody logs in.
func costOf(hash string) (int, error) {
	if len(hash) != bcryptLength || strings.Trim(hash[len("$2y$05$"):], bcryptLetters) != "" {
		return 0, errNotBcrypt
	}
	switch hash[:4] {
	case "$2a$", "$2b$", "$2y$":
	default:
		return 0, errNotBcrypt
	}
	cost, err := bcrypt.Cost([]byte(hash))
	if err != nil {
		return 0, errNotBcrypt
	}
	if cost > maxCost {
		return 0, fmt.Errorf("has a cost above %d", maxCost)
	}
	return cost, nil
}
