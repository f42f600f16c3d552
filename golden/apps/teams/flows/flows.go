// Package flows is what the workflows beside it compile to.
package flows

//go:generate go tool flowc generate
