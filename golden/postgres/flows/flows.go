// Package flows keeps things of every type that PostgreSQL has.
package flows

//go:generate go tool flowc generate
