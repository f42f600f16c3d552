// Package flows answers the examples of the functions of expressions, and tries them on what callers send.
package flows

//go:generate go tool flowc generate
