// Package flows is what benchmarks measure of SQL on PostgreSQL: a row, a list, a page and transactions. Only golden's benchmarks may
// import it.
package flows

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate go tool flowc generate
