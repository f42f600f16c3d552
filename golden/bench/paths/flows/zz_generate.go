// Package flows is what benchmarks measure of calls that workflows make: of a database, of Local Storage, of another service and of
// another workflow. Only golden's benchmarks may import it.
package flows

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate go tool flowc generate
