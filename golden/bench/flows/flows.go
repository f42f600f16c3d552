// Package flows is what benchmarks measure: what logging in and asking who is logged in cost without a database and
// without bcrypt, a key, and an event of another service. Only golden's benchmarks may import it.
package flows

//go:generate go tool flowc generate
