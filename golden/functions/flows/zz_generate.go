// Package flows answers the examples of the functions of expressions, and tries them on what callers send.
package flows

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate go tool flowc generate
