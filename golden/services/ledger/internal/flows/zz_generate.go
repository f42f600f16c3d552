// Package flows is what the workflows beside it compile to, with the functions that they call.
package flows

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate go tool -modfile=../../tools/go.mod flowc generate
