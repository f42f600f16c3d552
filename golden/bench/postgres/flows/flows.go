// Package flows is what benchmarks measure of SQL on PostgreSQL: a row, a list, a page and transactions. Only golden's benchmarks may
// import it.
package flows

//go:generate go tool flowc generate
