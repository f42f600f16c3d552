// Package flows is what benchmarks measure: what logging in and asking who is logged in cost without a database and
// without bcrypt, a key, and an event of another service, by a shared secret and signed. Only golden's benchmarks may import it.
package flows

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate go tool flowc generate
