// Package flows holds workflows whose Code nodes give away, in every way they can, the secrets that they are given.
package flows

//go:generate go tool flowc generate
