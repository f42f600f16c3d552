package mcptoken

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// namePattern matches the name of a token, which people write: lists show it, and workflows get it as sub.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9 ._@+-]{0,99}$`)

// IsScope reports whether a text is one scope (RFC 6749, section 3.3).
func IsScope(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || r == ',' || r == '"' || r == '\\' })
}

func (t *Token) check() error {
	switch {
	case !namePattern.MatchString(t.Name):
		return fmt.Errorf("name %q: want a letter or digit, then letters, digits, spaces and . _ @ + -, at most 100", t.Name)
	case !strings.ContainsFunc(t.Name, isNoDigit):
		return fmt.Errorf("name %q: want one that is no number, as a workflow would take it for the id of a user: both are sub", t.Name)
	case len(t.Scopes) == 0:
		return errors.New("a token without a scope opens nothing: name at least one")
	case !t.Expires.After(t.Created):
		return errors.New("a token must expire after it was made")
	}
	for _, scope := range t.Scopes {
		if !IsScope(scope) {
			return fmt.Errorf("%q is no scope: want printable ASCII without spaces, commas and quotes, such as notes:run", scope)
		}
	}
	return nil
}

func isNoDigit(r rune) bool { return r < '0' || r > '9' }
