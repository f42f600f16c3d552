package password

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/crypto/argon2"
)

// What is made, in bytes, and the ceilings of what is accepted: a stored string decides how much work it costs.
const (
	saltBytes   = 16
	digestBytes = 32

	minLaneMemory  = 8       // KiB
	maxMemory      = 1 << 20 // KiB
	maxPasses      = 10
	maxLanes       = 16
	minSaltBytes   = 8
	minDigestBytes = 16
	maxFieldBytes  = 64
)

// argon2Params are the parameters of argon2id (RFC 9106, section 3.1).
type argon2Params struct {
	memory uint32 // KiB
	passes uint32
	lanes  uint8
}

func (p argon2Params) check() error {
	switch {
	case p.passes < 1 || p.passes > maxPasses:
		return fmt.Errorf("argon2id passes are not 1 to %d", maxPasses)
	case p.lanes < 1 || p.lanes > maxLanes:
		return fmt.Errorf("argon2id lanes are not 1 to %d", maxLanes)
	case p.memory < minLaneMemory*uint32(p.lanes) || p.memory > maxMemory:
		return fmt.Errorf("argon2id memory is not %d KiB a lane to %d KiB", minLaneMemory, maxMemory)
	}
	return nil
}

func hashArgon2id(plain string, p argon2Params) string {
	salt := make([]byte, saltBytes)
	rand.Read(salt) // never fails
	return argon2Hash{params: p, salt: salt, digest: p.digest(plain, salt, digestBytes)}.String()
}

func (p argon2Params) digest(plain string, salt []byte, length int) []byte {
	return argon2.IDKey([]byte(plain), salt, p.passes, p.memory, p.lanes, uint32(length))
}

type argon2Hash struct {
	params argon2Params
	salt   []byte
	digest []byte
}

// String is the PHC form: $argon2id$v=19$m=19456,t=2,p=1$salt$digest, in unpadded base64.
func (h argon2Hash) String() string {
	encode := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s",
		argon2.Version, h.params.memory, h.params.passes, h.params.lanes, encode(h.salt), encode(h.digest))
}

var errPHC = errors.New("it is malformed argon2id")

// parseArgon2id reads what String writes, and nothing else.
func parseArgon2id(text string) (stored, error) {
	parts := strings.Split(text, "$")
	if len(parts) != 6 || parts[0] != "" || parts[2] != "v="+strconv.Itoa(argon2.Version) {
		return nil, errPHC
	}
	params, err := parseArgon2Params(parts[3])
	if err != nil {
		return nil, err
	}
	salt, okSalt := parseField(parts[4], minSaltBytes)
	digest, okDigest := parseField(parts[5], minDigestBytes)
	if !okSalt || !okDigest {
		return nil, errPHC
	}
	return &argon2Hash{params: params, salt: salt, digest: digest}, nil
}

// parseArgon2Params reads m=19456,t=2,p=1.
func parseArgon2Params(text string) (argon2Params, error) {
	var values [3]uint32
	fields := strings.Split(text, ",")
	if len(fields) != len(values) {
		return argon2Params{}, errPHC
	}
	for i, name := range []string{"m=", "t=", "p="} {
		digits, ok := strings.CutPrefix(fields[i], name)
		if !ok {
			return argon2Params{}, errPHC
		}
		var err error
		if values[i], err = decimal(digits, maxMemory); err != nil {
			return argon2Params{}, err
		}
	}
	if values[2] > maxLanes {
		values[2] = maxLanes + 1 // so that it fits, and is refused by check
	}
	params := argon2Params{memory: values[0], passes: values[1], lanes: uint8(values[2])}
	return params, params.check()
}

// parseField reads base64 without padding and with a canonical last letter, of which the standard library skips line
// breaks even so.
func parseField(text string, least int) (b []byte, ok bool) {
	if strings.ContainsAny(text, "\r\n") {
		return nil, false
	}
	b, err := base64.RawStdEncoding.Strict().DecodeString(text)
	return b, err == nil && len(b) >= least && len(b) <= maxFieldBytes
}

// decimal reads a number as strconv writes it, at most ceiling.
func decimal(digits string, ceiling uint32) (uint32, error) {
	n, err := strconv.ParseUint(digits, 10, 32)
	if err != nil || strconv.FormatUint(n, 10) != digits {
		return 0, errors.New("one of its parameters is not a number")
	}
	if n > uint64(ceiling) {
		return 0, fmt.Errorf("one of its parameters is above %d", ceiling)
	}
	return uint32(n), nil
}

func (h *argon2Hash) memory() uint32 { return h.params.memory }

func (h *argon2Hash) matches(given string) bool {
	return subtle.ConstantTimeCompare(h.digest, h.params.digest(given, h.salt, len(h.digest))) == 1
}

func (h *argon2Hash) weakerThan(wanted Params) bool {
	return wanted.algorithm != algorithmArgon2id ||
		h.params.memory < wanted.argon2.memory || h.params.passes < wanted.argon2.passes
}
