package password

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/bcrypt"
)

const (
	bcryptBytes   = 72 // of a password, that bcrypt looks at
	bcryptLength  = 60 // of a stored hash
	bcryptMemory  = 4  // KiB
	minCost       = 4
	maxCost       = 16 // about 4 s; a stored cost of 31 would take days
	bcryptLetters = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
)

func hashBcrypt(plain string, cost int) (string, error) {
	hash, err := bcrypt.GenerateFromPassword([]byte(plain), cost)
	return string(hash), err
}

type bcryptHash struct {
	text []byte
	cost int
}

// parseBcrypt wants $2b$12$ and then 53 letters: 22 of salt, 31 of digest.
func parseBcrypt(text string) (stored, error) {
	if len(text) != bcryptLength || text[6] != '$' {
		return nil, errors.New("it is malformed bcrypt")
	}
	if strings.Trim(text[7:], bcryptLetters) != "" {
		return nil, errors.New("it is bcrypt with letters that are not of its base64")
	}
	cost, err := decimal(strings.TrimPrefix(text[4:6], "0"), maxCost)
	if err != nil || cost < minCost {
		return nil, fmt.Errorf("its bcrypt cost is not %02d to %d", minCost, maxCost)
	}
	return &bcryptHash{text: []byte(text), cost: int(cost)}, nil
}

// absentBcrypt costs what a real hash does; its digest is made up.
func absentBcrypt(cost int) stored {
	return &bcryptHash{text: fmt.Appendf(nil, "$2a$%02d$%s", cost, strings.Repeat(".", 53)), cost: cost}
}

func (h *bcryptHash) memory() uint32 { return bcryptMemory }

// matches compares a password that is too long with its first 72 bytes, as the library does, for it must take the same
// time; but it does not match.
func (h *bcryptHash) matches(given string) bool {
	err := bcrypt.CompareHashAndPassword(h.text, []byte(given[:min(len(given), bcryptBytes)]))
	return err == nil && len(given) <= bcryptBytes
}

func (h *bcryptHash) weakerThan(wanted Params) bool {
	return wanted.algorithm != algorithmBcrypt || h.cost < wanted.cost
}
