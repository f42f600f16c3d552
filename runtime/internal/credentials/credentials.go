// Package credentials finds what a log masks of an environment value: passwords, users and keys of connection strings.
//
// runtime imports it.
package credentials

import (
	"bytes"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// MinMasked is the least length, in bytes, of a value that is masked by value. Shorter ones would mask half of every
// log line, and are masked by label alone.
const MinMasked = 8

// In returns the secrets of an environment value: of a connection URL its password, of a text of several lines each
// line, of a JSON document each text, else the value itself.
func In(value string) []string {
	scheme, rest, ok := strings.Cut(value, "://")
	switch {
	case ok && isScheme(scheme):
		return secretsInURL(value, scheme, rest)
	case strings.HasPrefix(value, "sqlite:"), strings.HasPrefix(value, "memory:"):
		return secretsInQuery(value)
	case IsKeywords(value):
		return secretsInKeywords(value)
	case jsontext.Value(value).IsValid():
		return append(Texts([]byte(value)), value)
	}
	secrets := []string{value}
	if bare, ok := strings.CutPrefix(value, "whsec_"); ok { // Standard Webhooks
		secrets = append(secrets, bare)
	}
	if strings.Contains(value, "\n") {
		for line := range strings.Lines(value) {
			if line = strings.TrimSpace(line); !strings.HasPrefix(line, "-----") {
				secrets = append(secrets, line)
			}
		}
	}
	return secrets
}

// isScheme says whether s is a scheme of RFC 3986, 3.1.
func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i] | 0x20
		if letter := 'a' <= c && c <= 'z'; !letter && (i == 0 || !strings.ContainsRune("0123456789+-.", rune(s[i]))) {
			return false
		}
	}
	return s != ""
}

// secretsInURL returns the user part of a URL with its password, and what its query says to be secret. A web address
// without a user may hold its secret in the path, as incoming-webhook addresses do, and is then secret as a whole. It
// takes URLs apart itself: those of several hosts are none that net/url reads.
func secretsInURL(value, scheme, rest string) []string {
	secrets := secretsInQuery(value)
	authority, after := rest, ""
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority, after = rest[:i], rest[i:]
	}
	web := scheme == "http" || scheme == "https"
	at := strings.LastIndexByte(authority, '@')
	if at < 0 {
		if web && len(after) > 1 {
			secrets = append(secrets, value)
		}
		return secrets
	}
	user := authority[:at]
	name, password, ok := strings.Cut(user, ":")
	if ok || web {
		secrets = append(secrets, Spellings(user)...)
	}
	return append(append(secrets, Spellings(password)...), users(name)...)
}

// users returns what of a user's name must not be read in a log: the name, and where it is short, the ways in which
// drivers tell it. What a database calls its own user is known to everybody.
func users(name string) []string {
	if name == "postgres" || name == "default" {
		return nil
	}
	var secrets []string
	for _, name := range Spellings(name) {
		secrets = append(secrets, name)
		if name != "" && len(name) < MinMasked {
			secrets = append(secrets, "user="+name, `user "`+name+`"`)
		}
	}
	return secrets
}

// secretsInQuery returns the values of parameters that are secret by their names, such as password, sentinel_password
// or api_key, and those that name a user.
func secretsInQuery(address string) []string {
	secrets := parameters(address, namesSecret)
	for _, name := range parameters(address, namesUser) {
		secrets = append(secrets, users(name)...)
	}
	return secrets
}

// parameters returns the values of a URL's parameters whose names are named.
func parameters(address string, named func(name string) bool) []string {
	_, query, _ := strings.Cut(address, "?")
	query, _, _ = strings.Cut(query, "#")
	var values []string
	for pair := range strings.SplitSeq(query, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if named(name) {
			values = append(values, Spellings(value)...)
		}
	}
	return values
}

func namesUser(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, "user") || strings.HasSuffix(name, "username")
}

func namesSecret(name string) bool {
	name = strings.ToLower(name)
	for _, word := range []string{"pass", "pwd", "secret", "token", "key", "auth", "sig"} {
		if strings.Contains(name, word) {
			return true
		}
	}
	return false
}

// Spellings returns a part of a URL as it is written and as it is meant.
func Spellings(part string) []string {
	parts := []string{part}
	if meant, err := url.PathUnescape(part); err == nil && meant != part {
		parts = append(parts, meant)
	}
	if meant, err := url.QueryUnescape(part); err == nil && meant != part {
		parts = append(parts, meant)
	}
	return parts
}

// Texts returns the texts and numbers of a JSON document, as far as it is one; names of members are none.
func Texts(document []byte) []string {
	var texts []string
	dec := jsontext.NewDecoder(bytes.NewReader(document))
	for {
		token, err := dec.ReadToken()
		if err != nil {
			return texts
		}
		name := false
		if kind, n := dec.StackIndex(dec.StackDepth()); kind == '{' {
			name = n%2 == 1
		}
		if k := token.Kind(); (k == '"' || k == '0') && !name {
			texts = append(texts, token.String())
		}
	}
}
