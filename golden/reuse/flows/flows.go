// Package flows is workflows that call others of their folder.
package flows

//go:generate go tool flowc generate
