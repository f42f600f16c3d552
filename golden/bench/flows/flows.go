// Package flows is what benchmarks measure: what logging in and asking who is logged in cost without a database and
// without bcrypt. Only golden's benchmarks may import it.
package flows

//go:generate go tool flowc generate
