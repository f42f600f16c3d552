// Package flows is what the workflows beside it compile to, with the functions that they call.
package flows

//go:generate go tool flowc generate
