// Package flows is what benchmarks measure of calls that workflows make: of a database, of Local Storage, of another service and of
// another workflow. Only golden's benchmarks may import it.
package flows

//go:generate go tool flowc generate
