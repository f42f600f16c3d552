// Package flows holds workflows that give each node type something secret, and failures that tell callers of themselves.
package flows

//go:generate go tool flowc generate
