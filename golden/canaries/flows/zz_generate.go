// Package flows holds workflows whose Code nodes give away, in every way they can, the secrets that they are given.
package flows

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate go tool flowc generate
