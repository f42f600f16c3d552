package credentials

import (
	"iter"
	"strings"
)

// IsKeywords reports whether a text names a server by keywords, as in host=db dbname=shop (libpq's connection strings).
func IsKeywords(text string) bool {
	known := false
	for name := range keywordsIn(text) {
		switch name {
		case "":
			return false
		case "host", "hostaddr", "dbname", "database", "user", "service":
			known = true
		}
	}
	return known
}

// keywordsIn yields the keywords of a connection string and their values; "" for what is none.
func keywordsIn(text string) iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
			name, rest, ok := strings.Cut(text, "=")
			name = strings.TrimSpace(name)
			if !ok || !isKeyword(name) {
				yield("", "")
				return
			}
			var value string
			value, text = cutKeyword(strings.TrimLeft(rest, " \t\r\n"))
			if !yield(name, value) {
				return
			}
		}
	}
}

func isKeyword(name string) bool {
	for _, b := range []byte(name) {
		if b != '_' && (b < 'a' || b > 'z') {
			return false
		}
	}
	return name != ""
}

// cutKeyword returns the value that a text begins with, in quotes or without, and the rest.
func cutKeyword(text string) (value, rest string) {
	var b strings.Builder
	quoted := strings.HasPrefix(text, "'")
	i := 0
	if quoted {
		i = 1
	}
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && i+1 < len(text):
			i++
			b.WriteByte(text[i])
		case quoted && c == '\'':
			return b.String(), text[i+1:]
		case !quoted && strings.IndexByte(" \t\r\n", c) >= 0:
			return b.String(), text[i:]
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), ""
}

// secretsInKeywords returns the values of keywords that are secret by their names, and those that name a user.
func secretsInKeywords(text string) []string {
	var secrets []string
	for name, value := range keywordsIn(text) {
		switch {
		case namesSecret(name) && value != "":
			secrets = append(secrets, value)
		case namesUser(name):
			secrets = append(secrets, users(value)...)
		}
	}
	return secrets
}
