// Package flows takes requests of every form, and tells what arrived of them.
package flows

//go:generate go tool flowc generate
