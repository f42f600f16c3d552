// Package flows keeps rows and counters, with deadlines of a second.
package flows

//go:generate go tool flowc generate
