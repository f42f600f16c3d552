// Package flows takes the tokens of identity providers, a workflow each, as their documents say.
package flows

// This file is the last by name: go generate lists all first, and fails at one that flowc removes before its turn.
//go:generate go tool flowc generate
