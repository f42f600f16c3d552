// Package alike answers the same, byte by byte, on either engine.
package alike

//go:generate go tool flowc generate
