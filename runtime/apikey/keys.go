package apikey

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	rt "github.com/flowc-dev/flowc/runtime"
)

// key is one entry of a list. Only the hash is kept.
type key struct {
	name string
	hash [sha256.Size]byte
}

// parse reads a list of keys. A name may stand there twice, so that a key can be replaced without a pause; a key may
// not, for then it would have two names. Errors count entries from 1 and quote nothing: what looks like a name may be a
// key whose name was forgotten.
func parse(list string) ([]key, error) {
	var keys []key
	known := map[[sha256.Size]byte]int{}
	for i, entry := range strings.Split(list, ",") {
		k, err := parseEntry(strings.TrimSpace(entry))
		if err != nil {
			return nil, fmt.Errorf("is not a list of keys: entry %d %w", i+1, err)
		}
		if first, ok := known[k.hash]; ok {
			return nil, fmt.Errorf("is not a list of keys: entries %d and %d hold the same key", first, i+1)
		}
		known[k.hash] = i + 1
		keys = append(keys, k)
	}
	return keys, nil
}

// secrets returns what a log must not show of a list, whose name:key pairs no message need hold together: each key, or
// hash. A malformed entry may be a key whose name was forgotten.
func secrets(list string) []string {
	var found []string
	for entry := range strings.SplitSeq(list, ",") {
		entry = strings.TrimSpace(entry)
		_, secret, ok := strings.Cut(entry, ":")
		if !ok {
			secret = entry
		}
		found = append(found, strings.TrimPrefix(secret, "sha256:"))
	}
	return found
}

// short is the first entry, counted from 1, whose key can be guessed; 0 where there is none. Of a hash nobody can tell.
func short(list string) int {
	for i, entry := range strings.Split(list, ",") {
		_, secret, _ := strings.Cut(strings.TrimSpace(entry), ":")
		if !strings.HasPrefix(secret, "sha256:") && len(strings.TrimSpace(secret)) < rt.MinSecret {
			return i + 1
		}
	}
	return 0
}

var (
	errForm = errors.New("must be name:key, or name:sha256: and 64 hexadecimal digits")
	errHash = errors.New("must have 64 hexadecimal digits after its sha256")
	errNone = errors.New("has the hash of no key at all: what made it was given an empty one")
)

func parseEntry(entry string) (key, error) {
	name, secret, ok := strings.Cut(entry, ":")
	if !ok || name == "" || secret == "" {
		return key{}, errForm
	}
	digits, hashed := strings.CutPrefix(secret, "sha256:")
	if !hashed {
		return key{name: name, hash: sha256.Sum256([]byte(secret))}, nil
	}
	hash, err := hex.DecodeString(digits)
	if err != nil || len(hash) != sha256.Size {
		return key{}, errHash
	}
	if [sha256.Size]byte(hash) == sha256.Sum256(nil) {
		return key{}, errNone
	}
	return key{name: name, hash: [sha256.Size]byte(hash)}, nil
}
