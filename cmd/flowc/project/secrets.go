package project

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strings"

	"golang.org/x/crypto/bcrypt"
)

// Who has the keys and passwords that flowc makes.
const (
	DevMachine = "dev"
	DevPerson  = "ada" // as in the sample values of curl lines
)

// PasswordComment begins the comment with a generated password. The comment is the only place that holds it: it stands
// in a file that this user alone can read and that version control ignores. Printed, it would stay in the logs of
// terminals and of CI; as a variable, every process that the server starts would get it.
const PasswordComment = "# The password of " + DevPerson + ", of whom the next line holds the hash: "

// makesOf returns the generator of a variable that holds, by the end of its name, a secret that the project chooses, so
// that any random value is right; nil for others. The secret of a webhook is entered at the service; where the service
// chooses it, a random value admits nobody until it is replaced.
func makesOf(variable string) func(variable string) (string, error) {
	if strings.HasPrefix(variable, "#") {
		return nil
	}
	for _, m := range []struct {
		suffix string
		line   func(string) (string, error)
	}{
		{"JWT_SECRET", secretLine}, {"WEBHOOK_SECRET", secretLine}, {"API_KEYS", keysLine}, {"BASIC_AUTH_USERS", usersLine},
	} {
		if strings.HasSuffix(variable, m.suffix) {
			return m.line
		}
	}
	return nil
}

func secretLine(variable string) (string, error) { return variable + "=" + newSecret() + "\n", nil }

// keysLine is a list of API keys with one for a machine.
func keysLine(variable string) (string, error) {
	return variable + "=" + DevMachine + ":" + newSecret() + "\n", nil
}

// usersLine is a line of htpasswd for one person, and a comment with the password. Single quotes keep the dollar signs
// of a hash.
func usersLine(variable string) (string, error) {
	password := newSecret()[:32] // 128 bits, and short of the 72 bytes that bcrypt takes
	hash, err := bcrypt.GenerateFromPassword([]byte(password), bcrypt.DefaultCost)
	if err != nil {
		return "", fmt.Errorf("hashing a password: %w", err)
	}
	return fmt.Sprintf("%s%s\n%s='%s:%s'\n", PasswordComment, password, variable, DevPerson, hash), nil
}

// newSecret returns 32 random bytes in hexadecimal: 64 characters, enough for the longest HMAC.
func newSecret() string {
	var random [32]byte
	_, _ = rand.Read(random[:]) // never fails, says crypto/rand
	return hex.EncodeToString(random[:])
}
